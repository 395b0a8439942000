package mdinline

import (
	"strconv"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Encoder writes inline content: Items over Text in, Markdown out. The zero value is
// ready; its memory may be used again. It is not safe for concurrent use.
type Encoder struct {
	Items []Item
	// Text is the text that items refer to: UTF-8 without control characters, white space
	// folded.
	Text     []byte
	Specials Specials
	// Prefix is written at the start of a line after a hard break: the markers and the
	// indentation of the containers around the paragraph.
	Prefix []byte
	// FirstOfItem reports that the paragraph begins an item of a list.
	FirstOfItem bool
	// Links are the links and images that Append has written, as spans of its out, in
	// order of Start, at most extract.MaxLinkSpans of them. Clear keeps them.
	Links []extract.LinkSpan

	marked bool // links are marked in out instead, see LinkMark
	open   openSpan

	context Context
	out     []byte
	fixed   []Item
	runs    []delimRun
}

// Context is where inline content stands.
type Context uint8

const (
	Paragraph Context = iota
	Heading           // of ATX
	Cell              // of a table
)

// Size returns the bytes of memory that the encoder holds, about.
func (e *Encoder) Size() int {
	return max(cap(e.Text), 32*cap(e.Items), 32*cap(e.fixed), 96*cap(e.Links))
}

// Clear forgets the content but keeps the memory, and Links.
func (e *Encoder) Clear() {
	*e = Encoder{Items: e.Items[:0], Text: e.Text[:0], Links: e.Links, fixed: e.fixed[:0], runs: e.runs[:0]}
}

// Append writes the items to out, with just the escapes that their neighbours call
// for. It changes them.
func (e *Encoder) Append(out []byte, c Context) []byte {
	e.out, e.context = out, c
	e.encode(c)
	out, e.out = e.out, nil
	return out
}

func (e *Encoder) encode(c Context) {
	e.resolveEmphasis()
	l := e.scanEscapes()
	lineStart := c == Paragraph
	first := true
	for k := 0; k < len(e.Items); k++ {
		it := &e.Items[k]
		switch it.Kind {
		case Text:
			e.emitText(k, &l, lineStart, first, c)
		case Open, Close:
			e.out = append(e.out, it.delim)
			if it.Mark.size() == 2 {
				e.out = append(e.out, it.delim)
			}
		case Code:
			e.emitCode(it)
		case Link, Image:
			e.emitLink(k, &l)
		case LinkEnd, ImageEnd:
			e.emitLinkEnd(it, &l)
		case Raw:
			e.emitRaw(e.Text[it.Start:it.End])
		case Break:
			e.emitBreak(c)
			lineStart = c == Paragraph
			first = false
			continue
		case Removed:
			continue
		}
		lineStart = false
	}
}

func (e *Encoder) emitBreak(c Context) {
	switch c {
	case Heading:
		e.out = append(e.out, ' ')
	case Cell:
		e.out = append(e.out, "<br>"...)
	default:
		e.out = append(e.out, '\\')
		e.out = append(append(e.out, '\n'), e.Prefix...)
	}
}

// emitRaw writes trusted Markdown. Formulas may hold bars, which would end a table cell, and
// backslashes before them, which would undo their escape.
func (e *Encoder) emitRaw(t []byte) {
	for i, c := range t {
		switch {
		case c != '|' || e.context != Cell:
			e.out = append(e.out, c)
		case i > 0 && t[i-1] == '\\':
			e.out = append(e.out, "Vert "...)
		default:
			e.out = append(e.out, '\\', '|')
		}
	}
}

func (e *Encoder) emitText(k int, l *escapeState, lineStart, first bool, c Context) {
	it := &e.Items[k]
	t := e.Text[it.Start:it.End]
	i, next := 0, e.after(k)
	if it.entFirst {
		r, size := utf8.DecodeRune(t)
		e.entity(r)
		i = size
	} else if lineStart {
		alone := next == len(e.Items) || e.Items[next].Kind == Break
		i = e.escapeLineStart(t, alone, first)
		if i == 0 && first && IsCheckbox(t) && e.FirstOfItem {
			e.out = append(e.out, '\\', '[')
			i = 1
		}
	}
	if it.entLast && i < len(t) {
		r, size := utf8.DecodeLastRune(t)
		it.End -= int32(size)
		e.escape(k, i, l)
		it.End += int32(size)
		e.entity(r)
		return
	}
	e.escape(k, i, l)
	if c == Heading && next == len(e.Items) {
		e.escapeClosing()
	}
}

// after is the item after k that is not gone.
func (e *Encoder) after(k int) int {
	for k++; k < len(e.Items) && e.Items[k].Kind == Removed; k++ {
	}
	return k
}

func (e *Encoder) entity(r rune) {
	e.out = append(e.out, "&#"...)
	e.out = strconv.AppendInt(e.out, int64(r), 10)
	e.out = append(e.out, ';')
}

// escapeClosing escapes signs at the end of a heading that would be read as its
// closing sequence.
func (e *Encoder) escapeClosing() {
	n := len(e.out)
	for n > 0 && e.out[n-1] == '#' {
		n--
	}
	if n < len(e.out) && n > 0 && (e.out[n-1] == ' ') {
		e.out = append(e.out[:len(e.out)-1], '\\', '#')
	}
}

// codeFenceLength is the number of backticks that a code span is written with: the
// fewest that no run in it has.
func (e *Encoder) codeFenceLength(it *Item) int {
	t := e.Text[it.Start:it.End]
	var has uint64
	longest := 0
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := RunLen(t, i)
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

func (e *Encoder) emitCode(it *Item) {
	t := e.Text[it.Start:it.End]
	n := e.codeFenceLength(it)
	pad := t[0] == '`' || t[len(t)-1] == '`' || t[0] == ' ' && t[len(t)-1] == ' ' && !onlyBytes(t, ' ')
	for range n {
		e.out = append(e.out, '`')
	}
	if pad {
		e.out = append(e.out, ' ')
	}
	for _, c := range t {
		if c == '|' && e.context == Cell {
			e.out = append(e.out, '\\')
		}
		e.out = append(e.out, c)
	}
	if pad {
		e.out = append(e.out, ' ')
	}
	for range n {
		e.out = append(e.out, '`')
	}
}
