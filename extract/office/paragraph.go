package office

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// paragraphBuilder is the text that is being read: the open paragraph with its open link,
// and the tables around it.
type paragraphBuilder struct {
	r      *reader
	text   inlineBuffer
	taken  string // the last paragraph as plain text
	link   openLink
	inLink bool
	look   textLook // of what is written
	tables []*tableBuilder
	boxes  []savedParagraph
}

// openLink is a link that is being read.
type openLink struct {
	target string // "" for none that can be written
	start  int    // of its label in the plain text
}

// savedParagraph is the paragraph that a box of text stands in.
type savedParagraph struct {
	text   inlineBuffer
	link   openLink
	inLink bool
}

// openBox begins a box of text within the paragraph, unless there are too many.
func (f *paragraphBuilder) openBox() bool {
	if len(f.boxes) >= maxNested {
		return false
	}
	f.boxes = append(f.boxes, savedParagraph{f.text, f.link, f.inLink})
	f.text, f.inLink = inlineBuffer{}, false
	return true
}

// closeBox goes back to the paragraph that the box stands in.
func (f *paragraphBuilder) closeBox() {
	if n := len(f.boxes); n > 0 {
		b := f.boxes[n-1]
		f.boxes = f.boxes[:n-1]
		f.text, f.link, f.inLink = b.text, b.link, b.inLink
	}
}

// write appends text to the paragraph.
func (f *paragraphBuilder) write(text string) { f.text.write(text, f.look) }

// openLink begins a link within the paragraph; one that is open ends there.
func (f *paragraphBuilder) openLink(target string) {
	f.closeLink()
	f.inLink, f.link = true, openLink{mdwriter.Target(target, f.r.src.URL), len(f.text.plain)}
	if f.link.target != "" {
		f.text.openLink(f.link.target)
	}
}

// closeLink ends the open link, if there is one.
func (f *paragraphBuilder) closeLink() {
	if !f.inLink {
		return
	}
	f.inLink = false
	if f.link.target == "" {
		return
	}
	f.text.closeLink()
	if label := mdwriter.Fold(string(f.text.plain[min(f.link.start, len(f.text.plain)):])); label != "" {
		f.r.AddLink(extract.Link{URL: f.link.target, Text: label, Role: extract.LinkContent})
	}
}

// takeHeading is take for a heading, which is bold as it is.
func (f *paragraphBuilder) takeHeading() string {
	f.text.unmark(mdinline.Strong)
	return f.take()
}

// take ends the paragraph and returns it, or "" where it belongs to a cell.
func (f *paragraphBuilder) take() string {
	var md string
	md, f.taken = f.text.take()
	if f.inTable() && md != "" {
		cell := &f.tables[len(f.tables)-1].cell
		cell.WriteString(md)
		cell.WriteByte(' ')
		return ""
	}
	return md
}

// inTable reports whether text belongs to the innermost table.
func (f *paragraphBuilder) inTable() bool {
	n := len(f.tables)
	return n > 0 && len(f.tables[n-1].rows) > 0
}

// labelCell writes the number of a paragraph into the open cell.
func (f *paragraphBuilder) labelCell(label string) {
	f.tables[len(f.tables)-1].cell.WriteString(prependLabel(label, "", false))
}

// unescapeInline undoes the escapes of inline Markdown that mdwriter has made, and drops
// the delimiters around struck text.
func unescapeInline(md string) string {
	var b strings.Builder
	for i := 0; i < len(md); i++ {
		switch {
		case md[i] == '\\' && i+1 < len(md) && ascii.IsPunct(md[i+1]):
			i++
			b.WriteByte(md[i])
		case md[i] == '~' && strings.HasPrefix(md[i:], "~~"):
			i++
		default:
			b.WriteByte(md[i])
		}
	}
	return b.String()
}

// hide keeps text that a reader of the document can't see.
func (r *reader) hide(text, reason string) { r.Remove(text, "hidden", reason) }
