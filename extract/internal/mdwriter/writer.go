// Package mdwriter writes Markdown block by block and keeps the spans. A [Body] knows containers and takes inline content as items: the
// writer of HTML (package htmlmd) is built on it. A [Writer] is for the extractors whose sources aren't HTML: it bounds a Body.
//
// Callers of a Writer hand over inline Markdown as strings, in which mdinline.Builder and [Link] have marked the links. The Writer takes
// the marks out and notes the link spans.
//
// Text goes in through [Escape] and comes out as the same text when the Markdown is rendered: nothing of it becomes markup, live HTML
// or a link with a dangerous scheme, and control characters are dropped.
package mdwriter

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Writer collects blocks of Markdown. The zero value is ready to use and bounds them by limit.Output(0) alone; see NewWriter. It is not
// safe for concurrent use.
type Writer struct {
	most, input int  // bounds of the Markdown, see limit
	rated       bool // the input bounds it
	cut         bool // something was left out
	meter       *ctxio.Meter

	body    Body
	levels  []int            // of the open lists, each within an item of the one before
	code    []byte           // lines of the open block of code
	link    extract.LinkSpan // that is being written
	unknown bool             // a document without spans was appended
}

// Len returns how many bytes of Markdown there are.
func (w *Writer) Len() int { return len(w.body.Out) }

// Blocks returns how many blocks there are.
func (w *Writer) Blocks() int { return len(w.body.Blocks) }

// Empty reports whether nothing was written.
func (w *Writer) Empty() bool { return len(w.body.Out) == 0 }

// Block appends md, which must be one block of Markdown of the given kind, with the links
// that mdinline.Builder and Link have marked in it. Blank md is nothing.
func (w *Writer) Block(kind extract.Kind, md string) {
	md = strings.Trim(md, "\n")
	if strings.TrimSpace(md) == "" {
		return
	}
	if md = w.fit(md, 0); md == "" {
		return
	}
	w.end()
	w.body.Begin(kind, 0)
	w.inline(md)
	w.body.closeBlock()
}

// Paragraph appends inline Markdown as a paragraph.
func (w *Writer) Paragraph(md string) { w.Block(extract.Paragraph, md) }

// Text appends plain text as a paragraph.
func (w *Writer) Text(text string) { w.Block(extract.Paragraph, Escape(strings.TrimSpace(text))) }

// Heading appends a heading of level 1 to 6. md is its text as inline Markdown, text the
// same as plain text for the outline. It appends nothing if one of them is empty.
func (w *Writer) Heading(level int, md, text string) {
	level, text, md = min(max(level, 1), 6), Fold(text), strings.TrimSpace(strings.ReplaceAll(md, "\n", " "))
	if text == "" || md == "" || w.fit(md, len("###### ")+len(" #")) != md {
		return
	}
	w.end()
	w.body.Heading(level, text, math.MaxInt, func() {
		w.inline(md)
		if strings.HasSuffix(md, "#") {
			w.body.Out = append(w.body.Out, " #"...)
		}
	})
	w.body.closeBlock()
}

// OutlineAt appends to the outline an entry that is not a heading of the Markdown, such as a
// key of JSON in a code block, with the span of its line. Spans must be in order.
func (w *Writer) OutlineAt(level int, text string, start, end int) {
	if text = Fold(text); text != "" {
		w.body.Outline.Add(min(max(level, 1), 6), text, extract.Span{Start: start, End: end})
	}
}

// Code appends text as a fenced code block. The fence is longer than any run of backticks inside; control characters are dropped. It
// returns where the text begins, for OutlineAt. Text of nothing but line breaks is nothing.
func (w *Writer) Code(language, text string) (textStart int) {
	text = strings.TrimRight(Printable(text), "\n")
	if text == "" {
		return len(w.body.Out)
	}
	fences := 2 * max(3, mdinline.LongestRun(text, '`')+1)
	if text = w.fit(text, fences+len(language)+len("\n\n")); text == "" {
		return len(w.body.Out)
	}
	w.end()
	w.body.Fence([]byte(text), language)
	w.body.closeBlock()
	start := w.body.Blocks[len(w.body.Blocks)-1].Start
	return start + bytes.IndexByte(w.body.Out[start:], '\n') + 1
}

// CodeLine appends a line to the open block of code, or begins one. Any other block ends it.
func (w *Writer) CodeLine(line string) {
	w.EndList()
	if len(w.code)+len(line) > w.Room() {
		w.cut = true
		return
	}
	w.code = append(append(w.code, line...), '\n')
}

// end ends the open list or block of code.
func (w *Writer) end() {
	w.EndList()
	w.endCode()
}

func (w *Writer) endCode() {
	if len(w.code) > 0 {
		code := strings.Trim(string(w.code), "\n")
		w.code = w.code[:0]
		w.Code("", code)
	}
}

// Document returns what was written. The writer must not be used after it.
func (w *Writer) Document() *extract.Document {
	w.end()
	doc := &extract.Document{Markdown: string(w.body.Out), Blocks: w.body.Blocks, Outline: w.body.Outline.Headings, LinkSpans: append([]extract.LinkSpan{}, w.body.Links...)}
	doc.Verdict.Kind = extract.VerdictContent
	if w.unknown {
		doc.LinkSpans = nil
	}
	if len(w.body.Blocks) == 0 {
		doc.Verdict = Empty("no text in the document")
	}
	if w.cut {
		doc.Warnings = []extract.Warning{{Type: "truncated", Message: fmt.Sprintf("read up to %d bytes of text", len(w.body.Out))}}
	}
	return doc
}

// Empty returns the verdict of a document without anything to read.
func Empty(evidence string) extract.Verdict {
	return extract.Verdict{Kind: extract.VerdictEmpty, Evidence: []string{evidence},
		Next: "Check that the address is the right one; the server sent nothing to read."}
}

// Printable makes every kind of line break "\n" and drops the characters that no reader sees: control characters but tabs and line
// breaks, and all that invisible.Strip drops.
func Printable(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7f }) {
		return text
	}
	if strings.ContainsAny(text, "\r\f\u0085\u2028\u2029") {
		text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n", "\u2028", "\n", "\u2029", "\n", "\u0085", "\n").Replace(text)
	}
	return invisible.Strip(text)
}

// Outline collects headings. The zero value is empty.
type Outline struct {
	Headings []extract.Heading
	path     [7]string // the text of the open heading of each level
	Size     int       // bytes of texts and paths, and headingOverhead for each heading
}

const headingOverhead = 64

// Add adds a heading of level 1 to 6.
func (o *Outline) Add(level int, text string, at extract.Span) {
	o.path[level] = text
	clear(o.path[level+1:])
	parts := slices.DeleteFunc(append(make([]string, 0, len(o.path)), o.path[1:level+1]...), func(text string) bool { return text == "" })
	h := extract.Heading{Level: level, Text: text, Path: strings.Join(parts, " > "), Span: at}
	o.Size += headingOverhead + len(text) + len(h.Path)
	o.Headings = append(o.Headings, h)
}

// Collected holds what an extractor finds beside the Markdown: links, and texts that no reader sees or that may be of that kind. Each
// list is bounded: what is beyond limit.Links and limit.Removed is left out. The zero value is empty.
type Collected struct {
	Links             []extract.Link
	Removed, Doubtful []extract.Removed
}

// AddLink adds a link, if there is room for it.
func (c *Collected) AddLink(l extract.Link) {
	if len(c.Links) < limit.Links {
		c.Links = append(c.Links, l)
	}
}

// Remove adds a text that is kept out of the Markdown, with what its invisible characters spell, on one line. Blank
// text is nothing.
func (c *Collected) Remove(text, where, reason string) {
	if len(c.Removed) == limit.Removed {
		return
	}
	if spelt := invisible.Decode(text); spelt != "" {
		text += " " + spelt
	}
	if text = strings.ToValidUTF8(Fold(text), ""); text != "" {
		c.Removed = append(c.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
	}
}

// RemoveInvisible adds what characters of a source that no reader sees spell, see [invisible.DecodeSource].
func (c *Collected) RemoveInvisible(source string) {
	spelt := invisible.DecodeSource(source)
	c.Remove(spelt[:min(len(spelt), maxInvisible)], "hidden", "invisible characters")
}

// maxInvisible bounds what invisible characters spell, in bytes.
const maxInvisible = 64 << 10

// AddOf adds what another extractor found in a part of the document.
func (c *Collected) AddOf(doc *extract.Document) {
	c.Links = appendUpTo(c.Links, doc.Links, limit.Links)
	c.Removed = appendUpTo(c.Removed, doc.Removed, limit.Removed)
	c.Doubtful = appendUpTo(c.Doubtful, doc.Doubtful, limit.Removed)
}

func appendUpTo[T any](to, more []T, limit int) []T {
	return append(to, more[:min(len(more), limit-len(to))]...)
}

// SetLists sets the links and the removed and doubtful texts of doc to those of c.
func (c *Collected) SetLists(doc *extract.Document) {
	doc.Links, doc.Removed, doc.Doubtful = c.Links, c.Removed, c.Doubtful
}

// The bounds of what is written of an input. They hold for every format: a part that is referred to often may be
// written often, but not without end.
const (
	maxRatio = 20       // of the Markdown to the inflated input
	minRoom  = 64 << 10 // bytes that any input may make
)

// NewWriter returns a Writer for the document of src. Its Markdown is at most 20 times as long as the input, but 64 KiB in any case,
// and never longer than Options.MaxOutput. What is beyond is left out, of which Document warns.
func NewWriter(src *extract.Source) Writer {
	return Writer{most: limit.Output(src.Options.MaxOutput), input: len(src.Body), rated: true}
}

// Limit returns how many bytes a Writer for src takes as long as nothing was inflated.
func Limit(src *extract.Source) int {
	w := NewWriter(src)
	return w.limit()
}

// Until lets what takes long end early once ctx is done, as at the limit. It has no error of its own: the caller checks ctx after it.
func (w *Writer) Until(ctx context.Context) { w.meter = ctxio.NewMeter(ctx) }

// Took counts n bytes that were inflated out of the body, or made of it by decoding, as input.
func (w *Writer) Took(n int) { w.input += n }

func (w *Writer) limit() int {
	most := limit.Output(w.most)
	if w.rated && w.input < (most-minRoom)/maxRatio {
		return min(most, minRoom+maxRatio*w.input)
	}
	return most
}

// Room returns how many bytes may still be written, 0 once something was left
// out. What is put together before it is written should stop there as well.
func (w *Writer) Room() int {
	if w.cut {
		return 0
	}
	return max(w.limit()-len(w.body.Out), 0)
}

// Full reports that nothing more is written.
func (w *Writer) Full() bool { return w.Room() == 0 }

// fit cuts text to the room that is left beside frame bytes around it: at the end of a line or of a word where there is
// one. Once something was cut, no more is taken.
func (w *Writer) fit(text string, frame int) string {
	room := max(w.Room()-frame-len("\n\n"), 0)
	if len(text) <= room {
		return text
	}
	w.cut = true
	cut := text[:room]
	if text[room] == mdinline.EndMark { // of a link that is not cut
		cut = text[:room+1]
	}
	if end := max(strings.LastIndexByte(cut, '\n'), strings.LastIndexByte(cut, ' ')); end > room/2 {
		cut = cut[:end]
	}
	return strings.TrimRight(strings.ToValidUTF8(cut, ""), "\n ")
}
