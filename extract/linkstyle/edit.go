package linkstyle

import (
	"sort"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// edit replaces bytes start to end of Markdown.
type edit struct {
	start, end int
	text       string
}

// offsets maps offsets of the Markdown before some edits to that after them.
type offsets struct {
	edits []edit
	shift []int // by edit: how far what follows it moves
}

// of maps an offset. One within replaced text becomes the end of the new text.
func (o *offsets) of(i int) int {
	k := sort.Search(len(o.edits), func(k int) bool { return o.edits[k].start >= i })
	if k == 0 {
		return i
	}
	e := o.edits[k-1]
	return max(i, e.end) + o.shift[k-1]
}

// applyEdits returns a copy of the document with changed Markdown, and where in
// it something was left out. The edits are in order and don't overlap.
func applyEdits(doc *extract.Document, edits []edit) (*extract.Document, []int) {
	if len(edits) == 0 {
		return doc, nil
	}
	var b strings.Builder
	b.Grow(len(doc.Markdown))
	o := &offsets{edits: edits, shift: make([]int, len(edits))}
	var places []int
	at := 0
	for k, e := range edits {
		b.WriteString(doc.Markdown[at:e.start])
		if e.text == "" {
			places = append(places, b.Len())
		}
		b.WriteString(e.text)
		at = e.end
		o.shift[k] = b.Len() - e.end
	}
	b.WriteString(doc.Markdown[at:])
	out := *doc
	out.Markdown = b.String()
	out.Blocks = make([]extract.Block, len(doc.Blocks))
	for i, block := range doc.Blocks {
		block.Start, block.End = o.of(block.Start), o.of(block.End)
		out.Blocks[i] = block
	}
	out.Outline = make([]extract.Heading, len(doc.Outline))
	for i, h := range doc.Outline {
		h.Start, h.End = o.of(h.Start), o.of(h.End)
		out.Outline[i] = h
	}
	out.LinkSpans = make([]extract.LinkSpan, len(doc.LinkSpans))
	for i, l := range doc.LinkSpans {
		l.Start, l.End = o.of(l.Start), o.of(l.End)
		l.Text = extract.Span{Start: o.of(l.Text.Start), End: o.of(l.Text.End)}
		l.Address = extract.Span{Start: min(o.of(l.Address.Start), l.End-1), End: min(o.of(l.Address.End), l.End-1)}
		out.LinkSpans[i] = l
	}
	out.Section = extract.Span{Start: o.of(doc.Section.Start), End: o.of(doc.Section.End)}
	return &out, places
}

// dropEmpty takes out the blocks that nothing is left of, with the white space
// after them, and headings without text.
func dropEmpty(doc *extract.Document) *extract.Document {
	var edits []edit
	var blocks []extract.Block
	last := 0 // end of the last block that stays
	for i, b := range doc.Blocks {
		if !isBlankSpan(doc.Markdown, b.Start, b.End) {
			blocks = append(blocks, b)
			last = b.End
			continue
		}
		start, end := b.Start, len(doc.Markdown)
		if i+1 < len(doc.Blocks) {
			end = doc.Blocks[i+1].Start
		} else if len(blocks) > 0 {
			start = last
		}
		if len(edits) > 0 {
			start = max(start, edits[len(edits)-1].end)
		}
		if isBlankSpan(doc.Markdown, start, end) && start < end {
			edits = append(edits, edit{start: start, end: end})
		}
	}
	if len(blocks) == len(doc.Blocks) {
		return doc
	}
	out := *doc
	out.Blocks, out.Outline = blocks, nil
	for _, h := range doc.Outline {
		if !isBlankSpan(doc.Markdown, h.Start, h.End) {
			out.Outline = append(out.Outline, h)
		}
	}
	moved, _ := applyEdits(&out, edits)
	for i := range moved.Blocks {
		moved.Blocks[i].ID = extract.BlockID(i)
	}
	return moved
}

func isBlankSpan(md string, start, end int) bool {
	return strings.Trim(md[start:end], "# \t\n") == ""
}
