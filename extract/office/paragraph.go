package office

import (
	"encoding/xml"
	"strconv"
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

// savedParagraph is the state of the paragraph that contains a text box.
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

// closeBox returns to the paragraph that contains the box.
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
		f.r.AddLink(extract.Link{URL: f.link.target, Text: label, Role: "content"})
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

// blockStyle is the kind of block that a paragraph style means, besides headings.
type blockStyle int8

const (
	plainBlock blockStyle = iota
	codeBlock
	quoteBlock
)

// namedBlock returns what the paragraphs of a style are by its name: that of Word, of
// LibreOffice or of pandoc, all of which are English in documents of every language.
func namedBlock(name string) blockStyle {
	switch strings.ToLower(strings.NewReplacer(" ", "", "_20_", "", "-", "").Replace(name)) {
	case "htmlpreformatted", "preformattedtext", "sourcecode", "code", "codeblock", "listing", "verbatim", "macro", "macrotext":
		return codeBlock
	case "quote", "intensequote", "blocktext", "blockquote", "blockquotation", "quotations":
		return quoteBlock
	}
	return plainBlock
}

// quote writes a paragraph as a quote.
func (r *reader) quote(md string) {
	r.flushList()
	r.w.Block(extract.Quote, "> "+strings.ReplaceAll(md, "\n", "\n> "))
}

// codeLine adds a line to the code that is open.
func (r *reader) codeLine(line string) {
	r.writeList()
	if len(r.code)+len(line) > r.w.Room() {
		r.cut = true
		return
	}
	r.code = append(append(r.code, line...), '\n')
}

// flushCode ends the open code.
func (r *reader) flushCode() {
	if len(r.code) > 0 {
		r.w.Code("", strings.Trim(string(r.code), "\n"))
		r.code = r.code[:0]
	}
}

// maxNotes bounds the footnotes of a document.
const maxNotes = 5000

// note adds a footnote, text that is not yet Markdown, and returns the mark that
// refers to it, "" for none.
func (r *reader) note(text string) string {
	md := mdwriter.Inline(text)
	if md == "" || len(r.notes) == maxNotes {
		return ""
	}
	r.notes = append(r.notes, md)
	return "[^" + strconv.Itoa(len(r.notes)) + "]"
}

// flushNotes writes the footnotes at the end of the document.
func (r *reader) flushNotes() {
	var b strings.Builder
	for i, md := range r.notes {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("[^" + strconv.Itoa(i+1) + "]: " + md)
	}
	r.w.Block(extract.Footnotes, b.String())
}

// wordNote is a footnote or endnote of a Word document, with its mark once it was
// referred to.
type wordNote struct{ text, mark string }

// wordNotes reads the footnotes or endnotes of a Word document by their
// identifiers.
func (r *reader) wordNotes(part, element string) map[string]*wordNote {
	notes := map[string]*wordNote{}
	id, inText := "", false
	var b strings.Builder
	_ = r.tokens(part, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case element:
				id = attr(token, "id")
				b.Reset()
			case "t":
				inText = true
			case "tab", "br":
				b.WriteByte(' ')
			}
		case xml.CharData:
			if inText {
				b.Write(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "t":
				inText = false
			case "p":
				b.WriteByte(' ')
			case element:
				if len(notes) < maxNotes {
					notes[id] = &wordNote{text: b.String()}
				}
			}
		}
		return nil
	})
	return notes
}
