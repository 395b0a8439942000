package writer

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"
)

// Emphasis is where Markdown is least like HTML: whether a run of delimiters
// opens or closes depends on the characters on both sides of it (CommonMark
// 0.31, section 6.2, "flanking"), and which runs pair depends on all of them.
// So emphasis is settled in three steps. Spaces and, where a letter touches,
// punctuation move out of it. Then each cluster of emphasis gets the first
// choice of * and _ that the rules of CommonMark read back as what it is. If
// no choice does, a neighbouring letter becomes an entity, and at last the
// emphasis goes, rather than show its delimiters as text.

// class is what flanking tells characters apart by.
type class uint8

const (
	spaceClass class = iota
	punctClass
	otherClass
)

func classOf(r rune) class {
	switch {
	case r < utf8.RuneSelf:
		switch {
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			return otherClass
		case r <= ' ':
			return spaceClass
		case r == 0x7f:
			return otherClass
		}
		return punctClass
	case unicode.IsSpace(r):
		return spaceClass
	case unicode.IsPunct(r) || unicode.IsSymbol(r):
		return punctClass
	}
	return otherClass
}

// firstClass is the class of the first character that an item is written with.
func (w *writer) firstClass(it *item) class {
	switch it.kind {
	case textItem:
		if it.entFirst {
			return punctClass
		}
		r, _ := utf8.DecodeRune(w.text[it.start:it.end])
		return classOf(r)
	case rawItem:
		r, _ := utf8.DecodeRune(w.text[it.start:it.end])
		return classOf(r)
	}
	return punctClass
}

// lastClass is the class of its last character.
func (w *writer) lastClass(it *item) class {
	switch it.kind {
	case textItem:
		if it.entLast {
			return punctClass
		}
		r, _ := utf8.DecodeLastRune(w.text[it.start:it.end])
		return classOf(r)
	case rawItem:
		r, _ := utf8.DecodeLastRune(w.text[it.start:it.end])
		return classOf(r)
	case breakItem:
		if w.cell == 0 {
			return spaceClass
		}
	}
	return punctClass
}

func (w *writer) classBefore(items []item, i int) class {
	if i == 0 {
		return spaceClass
	}
	return w.lastClass(&items[i-1])
}

func (w *writer) classAfter(items []item, i int) class {
	if i >= len(items) {
		return spaceClass
	}
	return w.firstClass(&items[i])
}

func isDelim(k itemKind) bool { return k == openItem || k == closeItem }

// settle makes the emphasis of items fit for Markdown.
func (w *writer) settle() {
	marks := false
	for i := range w.items {
		if w.items[i].kind == openItem {
			marks = true
			break
		}
	}
	if !marks {
		return
	}
	w.tidy()
	w.pairUp()
	for i := 0; i < len(w.items); i++ {
		if w.items[i].kind == openItem {
			j := clusterEnd(w.items, i)
			w.cluster(i, j)
			i = j - 1
		}
	}
}

// tidy rewrites items with spaces and punctuation moved out of emphasis where
// they keep it from being read, and without emphasis that is left empty.
func (w *writer) tidy() {
	in, out := w.items, w.fixed[:0]
	for i := 0; i < len(in); {
		if !isDelim(in[i].kind) {
			out = append(out, in[i])
			i++
			continue
		}
		j, opens, closes := i, 0, 0
		for ; j < len(in) && isDelim(in[j].kind); j++ {
			if in[j].kind == openItem {
				opens++
			} else {
				closes++
			}
		}
		var moved item
		switch {
		case opens == 0:
			out, moved = w.moveOut(out, w.classAfter(in, j))
			out, moved = w.moveBoth(out, moved)
		case closes == 0 && j < len(in) && in[j].kind == textItem:
			if lead := w.leading(&in[j], w.classBefore(out, len(out))); lead.end > lead.start {
				out = append(out, lead)
				in[j].start = lead.end
			}
		}
		for ; i < j; i++ {
			out = appendDelim(out, in[i])
		}
		if moved.end > moved.start {
			out = append(out, moved)
		}
		if i < len(in) && in[i].kind == textItem && in[i].start == in[i].end {
			i++ // all of it moved
		}
	}
	w.items, w.fixed = out, in
}

// appendDelim adds a delimiter; one that closes what is empty takes it back.
func appendDelim(out []item, it item) []item {
	if n := len(out); it.kind == closeItem && n > 0 && out[n-1].kind == openItem {
		return out[:n-1]
	}
	return append(out, it)
}

// moveOut takes from the end of out what can't end emphasis that is followed
// by a character of class after.
func (w *writer) moveOut(out []item, after class) ([]item, item) {
	n := len(out)
	if n == 0 || out[n-1].kind != textItem {
		return out, item{}
	}
	it := &out[n-1]
	end := it.end
	for end > it.start {
		r, size := utf8.DecodeLastRune(w.text[it.start:end])
		c := classOf(r)
		if c == otherClass || c == punctClass && after != otherClass {
			break
		}
		after = otherClass // once a space moves, what is before it may have to
		if c == spaceClass {
			after = spaceClass
		}
		end -= int32(size)
	}
	moved := item{kind: textItem, start: end, end: it.end}
	it.end = end
	if it.start == it.end {
		out = out[:n-1]
	}
	return out, moved
}

// moveBoth moves the other half of brackets or quotation marks of which one half
// has moved out of emphasis: the text of it is the last of out, after the
// delimiter that opens it, and moved is what comes after.
func (w *writer) moveBoth(out []item, moved item) ([]item, item) {
	n := len(out)
	if n < 2 || out[n-1].kind != textItem || out[n-2].kind != openItem {
		return out, moved
	}
	it := &out[n-1]
	t := w.text[it.start:it.end]
	first, size := utf8.DecodeRune(t)
	if c := closing(first); c != 0 && c == lastRune(w.text[moved.start:moved.end]) && !bytes.ContainsRune(t[size:], c) && len(t) > size {
		half := item{kind: textItem, start: it.start, end: it.start + int32(size)}
		it.start = half.end
		k := n - 2
		for k > 0 && out[k-1].kind == openItem {
			k--
		}
		return slices.Insert(out, k, half), moved
	}
	k := n - 2
	for k > 0 && out[k-1].kind == openItem {
		k--
	}
	if k == 0 || out[k-1].kind != textItem || out[k-1].end != it.start {
		return out, moved
	}
	before := lastRune(w.text[out[k-1].start:out[k-1].end])
	last := lastRune(t)
	if c := closing(before); c != 0 && c == last && !bytes.ContainsRune(t, before) || c == last && before == last && bytes.Count(t, []byte(string(last))) == 1 {
		if moved.start -= int32(utf8.RuneLen(last)); moved.start == it.start {
			return out[:n-1], moved
		}
		it.end = moved.start
	}
	return out, moved
}

func lastRune(t []byte) rune {
	r, _ := utf8.DecodeLastRune(t)
	return r
}

// closing is the sign that closes what r opens, 0 if r opens nothing.
func closing(r rune) rune {
	switch r {
	case '(', '（':
		return r + 1
	case '[', '{', '［':
		return r + 2
	case '"', '\'':
		return r
	case '“', '‘':
		return r + 1
	case '„':
		return '“'
	case '«':
		return '»'
	case '「', '『', '【', '《', '〈', '〔':
		return r + 1
	}
	return 0
}

// leading is the part of a text that can't begin emphasis which follows a
// character of class before.
func (w *writer) leading(it *item, before class) item {
	at := it.start
	for at < it.end {
		r, size := utf8.DecodeRune(w.text[at:it.end])
		c := classOf(r)
		if c == otherClass || c == punctClass && before != otherClass {
			break
		}
		if c == spaceClass {
			before = spaceClass
		}
		at += int32(size)
	}
	return item{kind: textItem, start: it.start, end: at}
}

// pairUp sets the pairs of delimiters, links and images.
func (w *writer) pairUp() {
	stack := w.runs[:0]
	for i := range w.items {
		switch w.items[i].kind {
		case openItem, linkItem, imageItem:
			stack = append(stack, delimRun{from: int32(i)})
		case closeItem, linkEnd, imageEnd:
			n := len(stack) - 1
			o := stack[n].from
			stack = stack[:n]
			w.items[i].pair, w.items[o].pair = o, int32(i)
		}
	}
	w.runs = stack[:0]
}

// clusterEnd is the end of the emphasis that begins at i, with all other that
// touches its end.
func clusterEnd(items []item, i int) int {
	depth := 0
	for ; i < len(items); i++ {
		switch items[i].kind {
		case openItem:
			depth++
		case closeItem:
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

// cluster chooses the delimiters of items[i:j]: those of all emphasis in it, or
// of the outermost, or none.
func (w *writer) cluster(i, j int) {
	if w.delimit(i, j) {
		return
	}
	w.flatten(i, j)
	if w.delimit(i, j) {
		return
	}
	for k := i; k < j; k++ {
		if isDelim(w.items[k].kind) {
			w.items[k].kind = gone
		}
	}
}

// delimit looks for delimiters that read back as they should, first without,
// then with entities beside them.
func (w *writer) delimit(i, j int) bool {
	for range 2 {
		for parity := -1; parity <= 1; parity++ {
			w.choose(i, j, parity)
			if w.readsBack(i, j) {
				return true
			}
		}
		w.entities(i, j)
	}
	w.clearEntities(i, j)
	return false
}

// choose gives emphasis at depths of the given parity underscores; none at -1.
func (w *writer) choose(i, j, parity int) {
	depth := 0
	for k := i; k < j; k++ {
		it := &w.items[k]
		switch it.kind {
		case openItem:
			it.delim = '*'
			switch {
			case it.mark == delMark:
				it.delim = '~'
			case parity >= 0 && depth&1 == parity:
				it.delim = '_'
			}
			depth++
		case closeItem:
			depth--
			it.delim = w.items[it.pair].delim
		}
	}
}

// entities marks the letters that touch emphasis which punctuation begins or
// ends, so that they become entities: the delimiters then stand between
// punctuation.
func (w *writer) entities(i, j int) {
	for k := i; k < j; k++ {
		if !isDelim(w.items[k].kind) {
			continue
		}
		m := k
		for m < j && isDelim(w.items[m].kind) {
			m++
		}
		l, r := w.classBefore(w.items, k), w.classAfter(w.items, m)
		if l == otherClass && r == punctClass && w.items[k-1].kind == textItem {
			w.items[k-1].entLast = true
		}
		if l == punctClass && r == otherClass && w.items[m].kind == textItem {
			w.items[m].entFirst = true
		}
		k = m
	}
}

// flatten keeps only the outermost emphasis.
func (w *writer) flatten(i, j int) {
	depth := 0
	for k := i; k < j; k++ {
		switch it := &w.items[k]; it.kind {
		case openItem:
			if depth++; depth > 1 {
				w.items[it.pair].kind = gone
				it.kind = gone
				depth--
			}
		case closeItem:
			depth--
		}
	}
}

// clearEntities takes back what entities did.
func (w *writer) clearEntities(i, j int) {
	for k := i; k < j; k++ {
		w.items[k].entFirst, w.items[k].entLast = false, false
	}
	if i > 0 {
		w.items[i-1].entLast = false
	}
	if j < len(w.items) {
		w.items[j].entFirst = false
	}
}
