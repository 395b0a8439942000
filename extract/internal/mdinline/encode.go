// Package mdinline writes inline content as Markdown: CommonMark with the strikethrough, tables, task lists and autolinks of GFM.
//
// An [Encoder] takes items, such as text, emphasis and links, over one piece of text, and writes them with just the escapes that their
// neighbours call for: text of the page never becomes markup, and emphasis reads back as what it is. It works in these steps:
//
//  1. resolveEmphasis moves white space out of emphasis and chooses its delimiters
//     (emphasis.go);
//  2. scanEscapes looks over the texts for what they have in common: delimiters that
//     could pair, runs of backticks of one length (escape.go);
//  3. each item is written, the beginning of a line with an escape if it would begin
//     another block (escape.go), links with their destination and title (link.go).
package mdinline

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Kind is the kind of a piece of inline content.
type Kind uint8

const (
	Removed Kind = iota // taken back, is not written
	Text
	Open  // of emphasis
	Close // of emphasis
	Code
	Link
	LinkEnd
	Image
	ImageEnd
	Break
	Raw // Markdown as it is
)

// Item is a piece of inline content over [Encoder.Text].
type Item struct {
	Kind       Kind
	Mark       Mark  // of Open and Close
	Start, End int32 // of the text, of the source of code, or of the address of a link or an image
	TitleEnd   int32 // end of the title of a Link or an Image, which begins at End
	Pair       int32 // index of the other end of a link, an image or of emphasis

	delim byte // the character that emphasis is written with
	auto  bool // a link that is written as <address>
}

// Mark is a kind of emphasis.
type Mark uint8

const (
	Emphasis Mark = iota
	Strong
	Deleted
)

func (m Mark) size() int {
	if m == Emphasis {
		return 1
	}
	return 2
}

// Encoder writes inline content: Items over Text in, Markdown out. The zero value is
// ready; its memory may be used again. It is not safe for concurrent use.
type Encoder struct {
	Items []Item
	// Text is the text that items refer to: UTF-8 without control characters, white space folded.
	Text []byte
	// Math reports that there are formulas between dollars, so that dollars of text are escaped.
	Math bool
	// Prefix is written at the start of a line after a hard break: the markers and the
	// indentation of the containers around the paragraph.
	Prefix []byte
	// FirstOfItem reports that the paragraph begins an item of a list.
	FirstOfItem bool
	// Links are the links and images that Append has written, as spans of its out, in
	// order of Start, at most limit.LinkSpans of them. Clear keeps them.
	Links []extract.LinkSpan

	marked bool          // links are marked in out instead, see LinkMark
	apart  bool          // the text beside is unknown, see AppendText
	open   [ImageEnd]int // of Link and Image: the index in Links of the one that is being written

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

// Piece adds an item over the end of Text, from a place on. Text goes on with a text right before it, and code with code.
func (e *Encoder) Piece(kind Kind, from int) *Item {
	start, end := int32(from), int32(len(e.Text))
	if n := len(e.Items); n > 0 && (kind == Text || kind == Code) {
		if last := &e.Items[n-1]; last.Kind == kind && last.End == start {
			last.End = end
			return last
		}
	}
	e.Items = append(e.Items, Item{Kind: kind, Start: start, End: end, TitleEnd: end})
	return &e.Items[len(e.Items)-1]
}

// Add adds an item with a text of its own, likewise.
func (e *Encoder) Add(kind Kind, text string) *Item {
	start := len(e.Text)
	e.Text = append(e.Text, text...)
	return e.Piece(kind, start)
}

func (e *Encoder) text(it *Item) []byte { return e.Text[it.Start:it.End] }

// shown is the nearest item from k on, in steps of 1 or -1, that is not removed. Without one the index is out of range.
func (e *Encoder) shown(k, step int) int {
	for k >= 0 && k < len(e.Items) && e.Items[k].Kind == Removed {
		k += step
	}
	return k
}

// Append writes the items to out, with just the escapes that their neighbours call for. It changes them.
func (e *Encoder) Append(out []byte, c Context) []byte {
	e.out, e.context = out, c
	e.resolveEmphasis()
	l := e.scanEscapes()
	lineStart, first := c == Paragraph, true
	for k := 0; k < len(e.Items); k++ {
		it := &e.Items[k]
		switch it.Kind {
		case Text:
			e.emitText(k, &l, lineStart, first)
		case Open, Close:
			e.repeat(it.delim, it.Mark.size())
		case Code:
			e.emitCode(e.text(it))
		case Link, Image:
			e.emitLink(k, &l)
		case LinkEnd, ImageEnd:
			e.emitLinkEnd(it, &l)
		case Raw:
			e.emitRaw(e.text(it))
		case Break:
			switch c {
			case Heading:
				e.out = append(e.out, ' ')
			case Cell:
				e.out = append(e.out, "<br>"...)
			default:
				e.out = append(append(e.out, '\\', '\n'), e.Prefix...)
				lineStart = true
			}
			first = false
			continue
		case Removed:
			continue
		}
		lineStart = false
	}
	out, e.out = e.out, nil
	return out
}

func (e *Encoder) repeat(c byte, n int) {
	for range n {
		e.out = append(e.out, c)
	}
}

// emitRaw writes trusted Markdown. Formulas may hold bars, which would end a table cell, and backslashes before them,
// which would undo their escape.
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

func (e *Encoder) emitText(k int, l *escapeState, lineStart, first bool) {
	i, next := 0, e.shown(k+1, 1)
	if lineStart {
		i = e.escapeLineStart(e.text(&e.Items[k]), next == len(e.Items) || e.Items[next].Kind == Break, first)
	}
	e.escape(k, i, l)
	if e.context == Heading && next == len(e.Items) {
		// Signs at the end would be read as the closing sequence.
		if n := len(bytes.TrimRight(e.out, "#")); n < len(e.out) && n > 0 && e.out[n-1] == ' ' {
			e.out = append(e.out[:len(e.out)-1], '\\', '#')
		}
	}
}

// codeFenceLength is the number of backticks that a code span is written with: the fewest that no run in it has.
func codeFenceLength(t []byte) int {
	var has uint64
	for i := 0; i < len(t); i++ {
		if t[i] == '`' {
			n := runLen(t, i)
			has |= 1 << min(n, 63)
			i += n - 1
		}
	}
	for n := 1; n < 63; n++ {
		if has&(1<<n) == 0 {
			return n
		}
	}
	return LongestRun(t, '`') + 1
}

func (e *Encoder) emitCode(t []byte) {
	n := codeFenceLength(t)
	pad := ""
	if t[0] == '`' || t[len(t)-1] == '`' || t[0] == ' ' && t[len(t)-1] == ' ' && !onlyBytes(t, ' ') {
		pad = " "
	}
	e.repeat('`', n)
	e.out = append(e.out, pad...)
	for _, c := range t {
		if c == '|' && e.context == Cell {
			e.out = append(e.out, '\\')
		}
		e.out = append(e.out, c)
	}
	e.out = append(e.out, pad...)
	e.repeat('`', n)
}

func runLen(t []byte, i int) int {
	j := i
	for j < len(t) && t[j] == t[i] {
		j++
	}
	return j - i
}

// LongestRun returns the length of the longest run of c in t: a fence must be longer than any in its code.
func LongestRun[T text](t T, c byte) int {
	longest, run := 0, 0
	for i := 0; i < len(t); i++ {
		if run++; t[i] != c {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
