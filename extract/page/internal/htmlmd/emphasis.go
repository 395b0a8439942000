package htmlmd

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

// flankClass is what flanking tells characters apart by.
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
func (w *writer) firstClass(it *item) flankClass {
	if it.kind != textItem && it.kind != rawItem {
		return punctClass
	}
	r, size := utf8.DecodeRune(w.text[it.start:it.end])
	if it.entFirst || it.entLast && size == int(it.end-it.start) {
		return punctClass
	}
	return classOf(r)
}

// lastClass is the class of its last character.
func (w *writer) lastClass(it *item) flankClass {
	switch it.kind {
	case textItem, rawItem:
		r, size := utf8.DecodeLastRune(w.text[it.start:it.end])
		if it.entLast || it.entFirst && size == int(it.end-it.start) {
			return punctClass
		}
		return classOf(r)
	case breakItem:
		if w.cell == 0 {
			return spaceClass
		}
	}
	return punctClass
}

func (w *writer) classBefore(items []item, i int) flankClass {
	if i == 0 {
		return spaceClass
	}
	return w.lastClass(&items[i-1])
}

func (w *writer) classAfter(items []item, i int) flankClass {
	if i >= len(items) {
		return spaceClass
	}
	return w.firstClass(&items[i])
}

func isDelim(k itemKind) bool { return k == openItem || k == closeItem }

// resolveEmphasis makes the emphasis of items fit for Markdown.
func (w *writer) resolveEmphasis() {
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
	w.trimEmphasisEdges()
	w.pairEmphasis()
	for i := 0; i < len(w.items); i++ {
		if w.items[i].kind == openItem {
			j := clusterEnd(w.items, i)
			w.resolveCluster(i, j)
			i = j - 1
		}
	}
	w.mergeTextItems()
}

// mergeTextItems makes one text of those that stand side by side where emphasis is
// gone: what their signs mean is told by both.
func (w *writer) mergeTextItems() {
	last := -1
	for i := range w.items {
		switch it := &w.items[i]; it.kind {
		case removedItem:
		case textItem:
			if last >= 0 && w.items[last].end == it.start && !w.items[last].entLast && !it.entFirst {
				w.items[last].end, w.items[last].entLast = it.end, it.entLast
				it.kind = removedItem
				continue
			}
			last = i
		default:
			last = -1
		}
	}
}

// pairEmphasis sets the pairs of delimiters, links and images.
func (w *writer) pairEmphasis() {
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

// resolveCluster chooses the delimiters of items[i:j]: those of all emphasis in it, or
// of the outermost, or none.
func (w *writer) resolveCluster(i, j int) {
	if w.chooseDelimiters(i, j) {
		return
	}
	w.dropInnerEmphasis(i, j)
	if w.chooseDelimiters(i, j) {
		return
	}
	for k := i; k < j; k++ {
		if isDelim(w.items[k].kind) {
			w.items[k].kind = removedItem
		}
	}
}

// chooseDelimiters looks for delimiters that read back as they should, first without,
// then with entities beside them.
func (w *writer) chooseDelimiters(i, j int) bool {
	for range 2 {
		for _, parity := range [...]int{-1, 1, 0} {
			w.setDelimiters(i, j, parity)
			if w.readsBack(i, j) {
				return true
			}
		}
		w.encodeEdges(i, j)
	}
	w.clearEdgeEntities(i, j)
	return false
}

// setDelimiters gives emphasis at depths of the given parity underscores; none at -1.
func (w *writer) setDelimiters(i, j, parity int) {
	depth := 0
	for k := i; k < j; k++ {
		it := &w.items[k]
		switch it.kind {
		case openItem:
			it.delim = '*'
			switch {
			case it.mark == deletedInline:
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

// encodeEdges marks the letters that touch emphasis which punctuation begins or
// ends, so that they become entities: the delimiters then stand between
// punctuation.
func (w *writer) encodeEdges(i, j int) {
	for k := i; k < j; k++ {
		if !isDelim(w.items[k].kind) {
			continue
		}
		m := k
		for m < j && isDelim(w.items[m].kind) {
			m++
		}
		before, after := w.shown(k-1, -1), w.shown(m, 1)
		l, r := w.nearClass(before, -1), w.nearClass(after, 1)
		if l == otherClass && r == punctClass && w.items[before].kind == textItem {
			w.items[before].entLast = true
		}
		if l == punctClass && r == otherClass && w.items[after].kind == textItem {
			w.items[after].entFirst = true
		}
		k = m
	}
}

// dropInnerEmphasis keeps only the outermost emphasis.
func (w *writer) dropInnerEmphasis(i, j int) {
	depth := 0
	for k := i; k < j; k++ {
		switch it := &w.items[k]; it.kind {
		case openItem:
			if depth++; depth > 1 {
				w.items[it.pair].kind = removedItem
				it.kind = removedItem
				depth--
			}
		case closeItem:
			depth--
		}
	}
}

// clearEdgeEntities takes back what entities did.
func (w *writer) clearEdgeEntities(i, j int) {
	for k := i; k < j; k++ {
		w.items[k].entFirst, w.items[k].entLast = false, false
	}
	if k := w.shown(i-1, -1); k >= 0 {
		w.items[k].entLast = false
	}
	if k := w.shown(j, 1); k < len(w.items) {
		w.items[k].entFirst = false
	}
}
