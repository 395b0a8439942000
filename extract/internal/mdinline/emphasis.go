package mdinline

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Emphasis is where Markdown is least like HTML: whether a run of delimiters opens or closes depends on the characters
// on both sides of it (CommonMark 0.31, section 6.2, "flanking"), and which runs pair depends on all of them. So
// emphasis is settled in two steps. Spaces and, where a letter touches, punctuation move out of it. Then each cluster
// of emphasis gets the first choice of * and _ that the rules of CommonMark read back as what it is. If no choice does,
// the emphasis goes, rather than show its delimiters as text.

// flankClass is the class of a character for the rules of flanking.
type flankClass uint8

const (
	spaceClass flankClass = iota
	punctClass
	otherClass
)

func classOf(r rune) flankClass {
	switch {
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == 0x7f:
		return otherClass
	case r <= ' ' || unicode.IsSpace(r):
		return spaceClass
	case r < utf8.RuneSelf || unicode.IsPunct(r) || unicode.IsSymbol(r):
		return punctClass
	}
	return otherClass
}

// edgeClass is the class of the first or the last character of an item, as it is written.
func (e *Encoder) edgeClass(it *Item, last bool) flankClass {
	switch {
	case it.Kind == Break && last && e.context != Cell:
		return spaceClass
	case it.Kind != Text && it.Kind != Raw:
		return punctClass
	}
	if last {
		return classOf(lastRune(e.text(it)))
	}
	r, _ := utf8.DecodeRune(e.text(it))
	return classOf(r)
}

// nearClass is the class of the character that item k, or the nearest that is not gone, shows to a delimiter beside it.
func (e *Encoder) nearClass(k, step int) flankClass {
	if k = e.shown(k, step); k < 0 || k >= len(e.Items) {
		return spaceClass
	}
	return e.edgeClass(&e.Items[k], step < 0)
}

func isDelim(k Kind) bool { return k == Open || k == Close }

func (e *Encoder) resolveEmphasis() {
	if !slices.ContainsFunc(e.Items, func(it Item) bool { return it.Kind == Open }) {
		return
	}
	e.trimEmphasisEdges()
	e.pairEmphasis()
	for i := 0; i < len(e.Items); i++ {
		if e.Items[i].Kind == Open {
			j := clusterEnd(e.Items, i)
			e.resolveCluster(i, j)
			i = j - 1
		}
	}
	e.mergeTextItems()
}

// trimEmphasisEdges rewrites items with spaces and punctuation moved out of emphasis where they keep it from being
// read, and without emphasis that is left empty.
func (e *Encoder) trimEmphasisEdges() {
	in, out := e.Items, e.fixed[:0]
	for i := 0; i < len(in); {
		if !isDelim(in[i].Kind) {
			out = append(out, in[i])
			i++
			continue
		}
		j, opens, closes := i, 0, 0
		for ; j < len(in) && isDelim(in[j].Kind); j++ {
			if in[j].Kind == Open {
				opens++
			} else {
				closes++
			}
		}
		var moved Item
		switch {
		case opens == 0:
			after := spaceClass
			if j < len(in) {
				after = e.edgeClass(&in[j], false)
			}
			out, moved = e.moveOut(out, after)
			out, moved = e.moveBoth(out, moved)
		case closes == 0 && j < len(in) && in[j].Kind == Text:
			before := spaceClass
			if len(out) > 0 {
				before = e.edgeClass(&out[len(out)-1], true)
			}
			if n := int32(outside(e.text(&in[j]), false, before)); n > 0 {
				out = append(out, Item{Kind: Text, Start: in[j].Start, End: in[j].Start + n})
				in[j].Start += n
			}
		}
		for ; i < j; i++ {
			if n := len(out); in[i].Kind == Close && n > 0 && out[n-1].Kind == Open {
				out = out[:n-1] // there is nothing in it
			} else {
				out = append(out, in[i])
			}
		}
		if moved.End > moved.Start {
			out = append(out, moved)
		}
		if i < len(in) && in[i].Kind == Text && in[i].Start == in[i].End {
			i++ // all of it moved
		}
	}
	e.Items, e.fixed = out, in
}

// moveOut takes from the end of out what can't end emphasis that is followed by a character of class after.
func (e *Encoder) moveOut(out []Item, after flankClass) ([]Item, Item) {
	n := len(out)
	if n == 0 || out[n-1].Kind != Text {
		return out, Item{}
	}
	it := &out[n-1]
	end := it.End - int32(outside(e.text(it), true, after))
	moved := Item{Kind: Text, Start: end, End: it.End}
	if it.End = end; it.Start == end {
		out = out[:n-1]
	}
	return out, moved
}

// outside returns how many bytes at the beginning or at the end of a text can't stand within emphasis whose delimiter would be
// beside a character of a class.
func outside(t []byte, last bool, beside flankClass) (n int) {
	for n < len(t) {
		r, size := utf8.DecodeRune(t[n:])
		if last {
			r, size = utf8.DecodeLastRune(t[:len(t)-n])
		}
		c := classOf(r)
		if c == otherClass || c == punctClass && beside != otherClass {
			break
		}
		if c == spaceClass { // what is behind it may have to move as well
			beside = spaceClass
		}
		n += size
	}
	return n
}

// moveBoth moves the other half of a pair of brackets or quotation marks out of emphasis, after one half has been
// moved. The text of the other half is the last item of out, after the opening delimiter; moved is the rest.
func (e *Encoder) moveBoth(out []Item, moved Item) ([]Item, Item) {
	n := len(out)
	if n < 2 || out[n-1].Kind != Text || out[n-2].Kind != Open {
		return out, moved
	}
	it := &out[n-1]
	t := e.text(it)
	k := n - 2
	for k > 0 && out[k-1].Kind == Open {
		k--
	}
	first, size := utf8.DecodeRune(t)
	if c := closing(first); c != 0 && c == lastRune(e.text(&moved)) && !bytes.ContainsRune(t[size:], c) && len(t) > size {
		half := Item{Kind: Text, Start: it.Start, End: it.Start + int32(size)}
		it.Start = half.End
		return slices.Insert(out, k, half), moved
	}
	if k == 0 || out[k-1].Kind != Text || out[k-1].End != it.Start {
		return out, moved
	}
	before, last := lastRune(e.text(&out[k-1])), lastRune(t)
	c := closing(before)
	if c != 0 && c == last && !bytes.ContainsRune(t, before) || c == last && before == last && bytes.Count(t, []byte(string(last))) == 1 {
		if moved.Start -= int32(utf8.RuneLen(last)); moved.Start == it.Start {
			return out[:n-1], moved
		}
		it.End = moved.Start
	}
	return out, moved
}

func lastRune(t []byte) rune {
	r, _ := utf8.DecodeLastRune(t)
	return r
}

// brackets are signs, each before the one that closes it.
const brackets = `()[]{}""''（）［］“”‘’„“«»「」『』【】《》〈〉〔〕`

// closing is the sign that closes what r opens, 0 if r opens nothing.
func closing(r rune) rune {
	if classOf(r) != punctClass {
		return 0
	}
	list := []rune(brackets)
	if i := slices.Index(list, r); i >= 0 && i%2 == 0 {
		return list[i+1]
	}
	return 0
}

// mergeTextItems makes one text of those that stand side by side where emphasis is gone: their signs are delimiters only if both are.
func (e *Encoder) mergeTextItems() {
	last := -1
	for i := range e.Items {
		switch it := &e.Items[i]; it.Kind {
		case Removed:
		case Text:
			if last >= 0 && e.Items[last].End == it.Start {
				e.Items[last].End, it.Kind = it.End, Removed
				continue
			}
			last = i
		default:
			last = -1
		}
	}
}

func (e *Encoder) pairEmphasis() {
	stack := e.runs[:0]
	for i := range e.Items {
		switch e.Items[i].Kind {
		case Open, Link, Image:
			stack = append(stack, delimRun{from: int32(i)})
		case Close, LinkEnd, ImageEnd:
			n := len(stack) - 1
			o := stack[n].from
			stack = stack[:n]
			e.Items[i].Pair, e.Items[o].Pair = o, int32(i)
		}
	}
	e.runs = stack[:0]
}

// clusterEnd is the end of the emphasis that begins at i, with all other that touches its end.
func clusterEnd(items []Item, i int) int {
	depth := 0
	for ; i < len(items); i++ {
		switch items[i].Kind {
		case Open:
			depth++
		case Close:
			depth--
		default:
			if depth <= 0 {
				return i
			}
		}
		if depth < 0 {
			return i
		}
	}
	return i
}

// resolveCluster chooses the delimiters of items[i:j] that read back as they should. If none do, the emphasis goes.
func (e *Encoder) resolveCluster(i, j int) {
	for _, parity := range [...]int{-1, 1, 0} {
		e.setDelimiters(i, j, parity)
		if e.readsBack(i, j) {
			return
		}
	}
	for k := i; k < j; k++ {
		if isDelim(e.Items[k].Kind) {
			e.Items[k].Kind = Removed
		}
	}
}

// setDelimiters gives emphasis at depths of the given parity underscores; none at -1.
func (e *Encoder) setDelimiters(i, j, parity int) {
	depth := 0
	for k := i; k < j; k++ {
		it := &e.Items[k]
		switch it.Kind {
		case Open:
			it.delim = '*'
			switch {
			case it.Mark == Deleted:
				it.delim = '~'
			case parity >= 0 && depth&1 == parity:
				it.delim = '_'
			}
			depth++
		case Close:
			depth--
			it.delim = e.Items[it.Pair].delim
		}
	}
}

type delimRun struct {
	char     byte
	from, to int32 // items, of which those from "from" on are not yet paired
	size     int   // characters in all
	left     int   // and those not yet used
	canOpen  bool
	canClose bool
}

// readsBack reports whether the delimiters of items[i:j] pair as they should by the algorithm of CommonMark 0.31, "process emphasis".
// Emphasis nests, so any pairing with other than the innermost open run is already wrong, and one look at each run is enough.
func (e *Encoder) readsBack(i, j int) bool {
	stack := e.runs[:0]
	defer func() { e.runs = stack[:0] }()
	for k := i; k < j; {
		if !isDelim(e.Items[k].Kind) {
			k++
			continue
		}
		run := e.scanRun(k, j)
		k = int(run.to)
		var ok bool
		if stack, ok = e.pairRun(stack, run); !ok {
			return false
		}
	}
	return len(stack) == 0
}

// scanRun reads the run of equal delimiters at k and its flanking. GFM takes no tilde after another one for a
// delimiter, escaped or not, and one before a run of tildes would become a part of that.
func (e *Encoder) scanRun(k, j int) delimRun {
	r := delimRun{char: e.Items[k].delim, from: int32(k)}
	before := e.shown(k-1, -1)
	for ; k < j && isDelim(e.Items[k].Kind) && e.Items[k].delim == r.char; k++ {
		r.size += e.Items[k].Mark.size()
	}
	r.to, r.left = int32(k), r.size
	if r.char == '~' {
		follow := 0
		for m := e.shown(k, 1); m < len(e.Items) && e.Items[m].Kind == Text; m = e.shown(m+1, 1) {
			t := e.text(&e.Items[m])
			n := len(t) - len(bytes.TrimLeft(t, "~"))
			if follow += n; n < len(t) {
				break
			}
		}
		if r.size > 2 || follow > 2 || before >= 0 && e.Items[before].Kind == Text && e.Text[e.Items[before].End-1] == '~' {
			return r
		}
	}
	r.canOpen, r.canClose = flanks(r.char, e.nearClass(before, -1), e.nearClass(k, 1))
	return r
}

// flanks reports whether a run of delimiters between characters of two classes can open and close emphasis.
func flanks(char byte, before, after flankClass) (canOpen, canClose bool) {
	left := after != spaceClass && (after != punctClass || before != otherClass)
	right := before != spaceClass && (before != punctClass || after != otherClass)
	if char == '_' {
		return left && (!right || before == punctClass), right && (!left || after == punctClass)
	}
	return left, right
}

func (e *Encoder) pairRun(stack []delimRun, r delimRun) ([]delimRun, bool) {
	for r.canClose && r.left > 0 {
		n := len(stack) - 1 // the innermost run that r closes
		for n >= 0 {
			o := &stack[n]
			if o.char == r.char && !((o.canClose || r.canOpen) && (o.size+r.size)%3 == 0 && r.size%3 != 0) {
				break
			}
			n--
		}
		if n < 0 {
			break
		}
		o := &stack[n]
		use := 1
		if o.left >= 2 && r.left >= 2 {
			use = 2
		}
		head, tail := &e.Items[r.from], &e.Items[o.to-1]
		if n != len(stack)-1 || head.Kind != Close || head.Pair != o.to-1 || head.Mark.size() != use || tail.Kind != Open {
			return stack, false
		}
		r.from, r.left = r.from+1, r.left-use
		if o.to, o.left = o.to-1, o.left-use; o.left == 0 {
			stack = stack[:n]
		}
	}
	if r.left == 0 {
		return stack, true
	}
	if !r.canOpen || e.Items[r.from].Kind != Open {
		return stack, false
	}
	return append(stack, r), true
}
