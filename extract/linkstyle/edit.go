package linkstyle

import (
	"slices"
	"sort"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

type edit struct {
	start, end int
	text       string
}

// applyEdits returns a copy of the document with changed Markdown, and where in it something was left out. The edits
// are in order and don't overlap.
func applyEdits(doc *extract.Document, edits []edit) (*extract.Document, []int) {
	if len(edits) == 0 {
		return doc, nil
	}
	var b strings.Builder
	b.Grow(len(doc.Markdown))
	shift := make([]int, len(edits)) // by edit: how far what follows it moves
	var places []int
	at := 0
	for k, e := range edits {
		b.WriteString(doc.Markdown[at:e.start])
		if e.text == "" {
			places = append(places, b.Len())
		}
		b.WriteString(e.text)
		at = e.end
		shift[k] = b.Len() - e.end
	}
	b.WriteString(doc.Markdown[at:])
	out := *doc
	out.Markdown = b.String()
	moved := func(i int) int { // what is within replaced text goes to the end of the new text
		if k := sort.Search(len(edits), func(k int) bool { return edits[k].start >= i }) - 1; k >= 0 {
			return max(i, edits[k].end) + shift[k]
		}
		return i
	}
	move := func(s *extract.Span) { s.Start, s.End = moved(s.Start), moved(s.End) }
	out.Blocks, out.Outline, out.LinkSpans = slices.Clone(doc.Blocks), slices.Clone(doc.Outline), slices.Clone(doc.LinkSpans)
	for i := range out.Blocks {
		move(&out.Blocks[i].Span)
	}
	for i := range out.Outline {
		move(&out.Outline[i].Span)
	}
	for i := range out.LinkSpans {
		l := &out.LinkSpans[i]
		move(&l.Span)
		move(&l.Text)
		move(&l.Address)
		l.Address = extract.Span{Start: min(l.Address.Start, l.End-1), End: min(l.Address.End, l.End-1)}
	}
	move(&out.Section)
	return &out, places
}

// dropEmpty takes out the blocks that nothing is left of, with the white space after them, and headings without text.
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
	return moved
}

func isBlankSpan(md string, start, end int) bool {
	return strings.Trim(md[start:end], "# \t\n") == ""
}

// tidy returns the edits that clean up around places where something was left out: lines and items without text, and
// superfluous spaces.
func tidy(doc *extract.Document, places []int) []edit {
	t := tidier{doc: doc, stop: -1}
	var out []edit
	done := 0 // up to where Markdown is tidied
	for _, p := range places {
		if p < done || !t.enter(p) {
			continue
		}
		if e := t.at(p); e.start < e.end && e.start >= done {
			out, done = append(out, e), e.end
		}
	}
	return out
}

type tidier struct {
	doc         *extract.Document
	from, to    int // the block
	start, stop int // the line, as far as it is in the block
	content     int // where its text begins
	blank       bool
}

// enter goes to the line of place p, and reports whether it may be tidied: the cells of a table may be empty. Places come in order.
func (t *tidier) enter(p int) bool {
	if p <= t.stop {
		return true
	}
	md := t.doc.Markdown
	blocks := t.doc.Blocks
	k := sort.Search(len(blocks), func(k int) bool { return blocks[k].End >= p })
	from, to := 0, len(md)
	if k > 0 {
		from = blocks[k-1].End
	}
	if k < len(blocks) && blocks[k].Start <= p {
		if blocks[k].Kind == extract.Table {
			return false
		}
		from, to = blocks[k].Start, blocks[k].End
	}
	t.from, t.to, t.stop = from, to, to
	t.start = from + strings.LastIndexByte(md[from:p], '\n') + 1
	if k := strings.IndexByte(md[p:to], '\n'); k >= 0 {
		t.stop = p + k
	}
	t.content = t.start + markersEnd(md[t.start:t.stop])
	t.blank = strings.Trim(strings.TrimRight(md[t.content:t.stop], " \\"), "# ") == ""
	return true
}

// at returns the edit for place p, an empty one for none.
func (t *tidier) at(p int) edit {
	if t.blank {
		return t.emptyLine()
	}
	md := t.doc.Markdown
	if p < t.content { // behind the marker of an item
		return edit{start: p, end: t.content}
	}
	before, after := p, p
	for before > t.content && md[before-1] == ' ' {
		before--
	}
	for after < t.stop && md[after] == ' ' {
		after++
	}
	switch {
	case before == p && after == t.stop: // maybe a hard line break
		return edit{}
	case before == t.content, after == t.stop: // at either end of the line
	case before < p && after > p: // one space is enough
		before++
	case before < p && strings.IndexByte(",.;:!?)]", md[after]) >= 0 && !strings.HasPrefix(md[after:], "!["):
	case after > p && md[before-1] == '[':
	default:
		return edit{}
	}
	return edit{start: before, end: after}
}

// emptyLine returns the edit that removes a line without text. If the line begins a list item that has more lines, as in "- \n\n  text",
// it keeps the marker and moves the text below up to it: "- text".
func (t *tidier) emptyLine() edit {
	md := t.doc.Markdown
	if strings.TrimLeft(md[t.start:t.content], " \t>") != "" {
		next := t.content
		for next < t.to && strings.IndexByte(" \t\n\\", md[next]) >= 0 {
			next++
		}
		line := strings.LastIndexByte(md[:next], '\n') + 1
		indent := md[t.start : t.stop-len(strings.TrimLeft(md[t.start:t.stop], " \t"))]
		if next < t.to && line > t.start && next-line > len(indent)+3*strings.Count(indent, "\t") {
			return edit{start: t.content, end: next}
		}
	}
	switch {
	case t.start > t.from:
		return edit{start: t.start - 1, end: t.stop}
	case t.start < t.stop:
		return edit{start: t.start, end: min(t.stop+1, t.to)}
	}
	return edit{}
}

// markersEnd returns where the text of a line begins, behind its indentation and the markers of quotes and items.
func markersEnd(line string) int {
	i := 0
	for i < len(line) {
		if strings.IndexByte(" \t>", line[i]) >= 0 {
			i++
			continue
		}
		end := i + 1
		if strings.IndexByte("-+*", line[i]) < 0 {
			digits := len(line) - i - len(strings.TrimLeft(line[i:], "0123456789"))
			end += digits
			if digits == 0 || digits > 9 || end > len(line) || line[end-1] != '.' && line[end-1] != ')' {
				return i
			}
		}
		if end < len(line) && line[end] != ' ' && line[end] != '\t' {
			return i
		}
		i = end
	}
	return i
}
