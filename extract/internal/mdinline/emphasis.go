package mdinline

import (
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

// flankClass is the class of a character for the rules of flanking.
type flankClass uint8

const (
	spaceClass flankClass = iota
	punctClass
	otherClass
)

func classOf(r rune) flankClass {
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
func (e *Encoder) firstClass(it *Item) flankClass {
	if it.Kind != Text && it.Kind != Raw {
		return punctClass
	}
	r, size := utf8.DecodeRune(e.Text[it.Start:it.End])
	if it.entFirst || it.entLast && size == int(it.End-it.Start) {
		return punctClass
	}
	return classOf(r)
}

// lastClass is the class of its last character.
func (e *Encoder) lastClass(it *Item) flankClass {
	switch it.Kind {
	case Text, Raw:
		r, size := utf8.DecodeLastRune(e.Text[it.Start:it.End])
		if it.entLast || it.entFirst && size == int(it.End-it.Start) {
			return punctClass
		}
		return classOf(r)
	case Break:
		if e.context != Cell {
			return spaceClass
		}
	}
	return punctClass
}

func (e *Encoder) classBefore(items []Item, i int) flankClass {
	if i == 0 {
		return spaceClass
	}
	return e.lastClass(&items[i-1])
}

func (e *Encoder) classAfter(items []Item, i int) flankClass {
	if i >= len(items) {
		return spaceClass
	}
	return e.firstClass(&items[i])
}

func isDelim(k Kind) bool { return k == Open || k == Close }

// resolveEmphasis makes the emphasis of items fit for Markdown.
func (e *Encoder) resolveEmphasis() {
	marks := false
	for i := range e.Items {
		if e.Items[i].Kind == Open {
			marks = true
			break
		}
	}
	if !marks {
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

// DropRemoved takes the Removed items out, makes one text of those that stand side by
// side then, and sets the pairs of the others.
func (e *Encoder) DropRemoved() {
	kept := e.Items[:0]
	for _, it := range e.Items {
		if it.Kind != Removed {
			kept = append(kept, it)
		}
	}
	e.Items = kept
	e.pairEmphasis()
	e.mergeTextItems()
}

// mergeTextItems makes one text of those that stand side by side where emphasis is
// gone: their signs are delimiters only if both are.
func (e *Encoder) mergeTextItems() {
	last := -1
	for i := range e.Items {
		switch it := &e.Items[i]; it.Kind {
		case Removed:
		case Text:
			if last >= 0 && e.Items[last].End == it.Start && !e.Items[last].entLast && !it.entFirst {
				e.Items[last].End, e.Items[last].entLast = it.End, it.entLast
				it.Kind = Removed
				continue
			}
			last = i
		default:
			last = -1
		}
	}
}

// pairEmphasis sets the pairs of delimiters, links and images.
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

// clusterEnd is the end of the emphasis that begins at i, with all other that
// touches its end.
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

// resolveCluster chooses the delimiters of items[i:j]: those of all emphasis in it, or
// of the outermost, or none.
func (e *Encoder) resolveCluster(i, j int) {
	if e.chooseDelimiters(i, j) {
		return
	}
	e.dropInnerEmphasis(i, j)
	if e.chooseDelimiters(i, j) {
		return
	}
	for k := i; k < j; k++ {
		if isDelim(e.Items[k].Kind) {
			e.Items[k].Kind = Removed
		}
	}
}

// chooseDelimiters looks for delimiters that read back as they should, first without,
// then with entities beside them.
func (e *Encoder) chooseDelimiters(i, j int) bool {
	for range 2 {
		for _, parity := range [...]int{-1, 1, 0} {
			e.setDelimiters(i, j, parity)
			if e.readsBack(i, j) {
				return true
			}
		}
		e.encodeEdges(i, j)
	}
	e.clearEdgeEntities(i, j)
	return false
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

// encodeEdges marks letters next to emphasis that begins or ends with punctuation. They
// become entities, so that the delimiters are between punctuation.
func (e *Encoder) encodeEdges(i, j int) {
	for k := i; k < j; k++ {
		if !isDelim(e.Items[k].Kind) {
			continue
		}
		m := k
		for m < j && isDelim(e.Items[m].Kind) {
			m++
		}
		before, after := e.shown(k-1, -1), e.shown(m, 1)
		l, r := e.nearClass(before, -1), e.nearClass(after, 1)
		if l == otherClass && r == punctClass && e.Items[before].Kind == Text {
			e.Items[before].entLast = true
		}
		if l == punctClass && r == otherClass && e.Items[after].Kind == Text {
			e.Items[after].entFirst = true
		}
		k = m
	}
}

// dropInnerEmphasis keeps only the outermost emphasis.
func (e *Encoder) dropInnerEmphasis(i, j int) {
	depth := 0
	for k := i; k < j; k++ {
		switch it := &e.Items[k]; it.Kind {
		case Open:
			if depth++; depth > 1 {
				e.Items[it.Pair].Kind = Removed
				it.Kind = Removed
				depth--
			}
		case Close:
			depth--
		}
	}
}

// clearEdgeEntities takes back what entities did.
func (e *Encoder) clearEdgeEntities(i, j int) {
	for k := i; k < j; k++ {
		e.Items[k].entFirst, e.Items[k].entLast = false, false
	}
	if k := e.shown(i-1, -1); k >= 0 {
		e.Items[k].entLast = false
	}
	if k := e.shown(j, 1); k < len(e.Items) {
		e.Items[k].entFirst = false
	}
}
