package htmlmd

import (
	"strconv"
	"unicode/utf8"
)

// inlineContext is where inline content is written.
type inlineContext uint8

const (
	blockContext inlineContext = iota
	headingContext
	cellContext
)

// inline writes items.
func (w *writer) inline(c inlineContext) {
	if !w.fragment {
		w.unbracket()
	}
	w.resolveEmphasis()
	l := w.scanEscapes()
	lineStart := c == blockContext
	first := true
	for k := 0; k < len(w.items); k++ {
		it := &w.items[k]
		switch it.kind {
		case textItem:
			w.emitText(k, &l, lineStart, first, c)
		case openItem, closeItem:
			w.out = append(w.out, it.delim)
			if it.mark.size() == 2 {
				w.out = append(w.out, it.delim)
			}
		case codeItem:
			w.emitCode(it)
		case linkItem, imageItem:
			w.emitLink(k, &l)
		case linkEnd, imageEnd:
			w.emitLinkEnd(it, &l)
		case rawItem:
			w.emitRaw(w.text[it.start:it.end])
		case breakItem:
			w.emitBreak(c)
			lineStart = c == blockContext
			first = false
			continue
		case removedItem:
			continue
		}
		lineStart = false
	}
}

func (w *writer) emitBreak(c inlineContext) {
	switch c {
	case headingContext:
		w.out = append(w.out, ' ')
	case cellContext:
		w.out = append(w.out, "<br>"...)
	default:
		w.out = append(w.out, '\\')
		w.newline()
	}
}

// emitRaw writes Markdown of ours. Formulas may hold bars, which would end a
// table cell, and backslashes before them, which would undo their escape.
func (w *writer) emitRaw(t []byte) {
	for i, c := range t {
		switch {
		case c != '|' || w.cell == 0:
			w.out = append(w.out, c)
		case i > 0 && t[i-1] == '\\':
			w.out = append(w.out, "Vert "...)
		default:
			w.out = append(w.out, '\\', '|')
		}
	}
}

func (w *writer) emitText(k int, l *escapeState, lineStart, first bool, c inlineContext) {
	it := &w.items[k]
	t := w.text[it.start:it.end]
	i, next := 0, w.after(k)
	if it.entFirst {
		r, size := utf8.DecodeRune(t)
		w.entity(r)
		i = size
	} else if lineStart {
		alone := next == len(w.items) || w.items[next].kind == breakItem
		i = w.escapeLineStart(t, alone, first)
		if i == 0 && first && isCheckbox(t) && w.inItem() {
			w.out = append(w.out, '\\', '[')
			i = 1
		}
	}
	if it.entLast && i < len(t) {
		r, size := utf8.DecodeLastRune(t)
		it.end -= int32(size)
		w.escape(k, i, l)
		it.end += int32(size)
		w.entity(r)
		return
	}
	w.escape(k, i, l)
	if c == headingContext && next == len(w.items) {
		w.escapeClosing()
	}
}

// after is the item after k that is not gone.
func (w *writer) after(k int) int {
	for k++; k < len(w.items) && w.items[k].kind == removedItem; k++ {
	}
	return k
}

// inItem says whether the paragraph at hand is the first of a list item.
func (w *writer) inItem() bool { return w.container().isItem }

func (w *writer) entity(r rune) {
	w.out = append(w.out, "&#"...)
	w.out = strconv.AppendInt(w.out, int64(r), 10)
	w.out = append(w.out, ';')
}

// escapeClosing escapes signs at the end of a heading that would be read as its
// closing sequence.
func (w *writer) escapeClosing() {
	n := len(w.out)
	for n > 0 && w.out[n-1] == '#' {
		n--
	}
	if n < len(w.out) && n > 0 && (w.out[n-1] == ' ') {
		w.out = append(w.out[:len(w.out)-1], '\\', '#')
	}
}

// codeFenceLength is the number of backticks that a code span is written with: the
// fewest that no run in it has.
func (w *writer) codeFenceLength(it *item) int {
	t := w.text[it.start:it.end]
	var has uint64
	longest := 0
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := runLen(t, i)
			has |= 1 << min(n, 63)
			longest = max(longest, n)
			i += n - 1
		}
	}
	for n := 1; n < 63; n++ {
		if has&(1<<n) == 0 {
			return n
		}
	}
	return longest + 1
}

func (w *writer) emitCode(it *item) {
	t := w.text[it.start:it.end]
	n := w.codeFenceLength(it)
	pad := t[0] == '`' || t[len(t)-1] == '`' || t[0] == ' ' && t[len(t)-1] == ' ' && !onlyBytes(t, ' ')
	for range n {
		w.out = append(w.out, '`')
	}
	if pad {
		w.out = append(w.out, ' ')
	}
	for _, c := range t {
		if c == '|' && w.cell > 0 {
			w.out = append(w.out, '\\')
		}
		w.out = append(w.out, c)
	}
	if pad {
		w.out = append(w.out, ' ')
	}
	for range n {
		w.out = append(w.out, '`')
	}
}
