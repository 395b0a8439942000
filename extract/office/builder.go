package office

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// builder makes blocks of what the readers of all formats find, in the order of the document: text with its look, links and notes, the
// ends of paragraphs, and what tables are made of.
type builder struct {
	r *reader
	flow
	tables    []*tableBuilder // one within the other
	around    []flow          // the paragraphs that contain the open text boxes, one within the other
	figures   []figure        // of the paragraph or table
	concealed string          // why nothing is shown at present, "" if it is
}

// flow is the open paragraph.
type flow struct {
	line
	taken   string   // the last paragraph as plain text
	link    string   // of what is written, "" for none
	look    textLook // likewise
	base    textLook // of text without a look of its own
	style   *style
	unseen  bool // some of it was deleted, or is hidden
	clicked bool // the open run has a link of its own
	inCode  bool // it is a line of code
	code    []byte
}

// paragraph holds the properties of a paragraph.
type paragraph struct {
	level  int          // of the heading, 0 for none
	title  bool         // of the document
	block  extract.Kind // that its style means, besides headings: code, a quote, or "" for others
	item   *item        // nil outside of lists
	isNote bool         // of a speaker
}

// write appends text to the paragraph.
func (b *builder) write(text string) {
	switch {
	case b.isConcealed():
		b.unseen = true
		b.r.hide(text, cmp.Or(b.concealed, "hidden text"))
	case b.inCode:
		b.code = append(b.code, text...)
	case b.line.size+len(text) > b.r.w.Room():
		b.r.cut = true
	default:
		b.r.flushHidden()
		b.line.write(text, b.look, b.link)
	}
}

// isConcealed reports whether what is written is not shown.
func (b *builder) isConcealed() bool { return b.concealed != "" || b.look.marks&hidden != 0 }

// space writes a tab, a line break or blanks, which only code keeps.
func (b *builder) space(text string) {
	if !b.inCode {
		text = " "
	}
	b.write(text)
}

// linkTo makes what is written a link to target, or no link where that can't be one.
func (b *builder) linkTo(target string) {
	if b.link = ""; !strings.HasPrefix(target, "#") { // a place in the document
		b.link = mdwriter.Target(target, b.r.src.URL)
	}
}

// enterBox begins a text box within the paragraph. Its blocks are written before the paragraph around it.
// At the maximum depth it returns false.
func (b *builder) enterBox() bool {
	if len(b.around) == maxNested {
		return false
	}
	b.around = append(b.around, b.flow)
	b.flow = flow{}
	return true
}

func (b *builder) leaveBox() {
	if n := len(b.around); n > 0 {
		b.flow, b.around = b.around[n-1], b.around[:n-1]
	}
}

// note has read read a footnote, as a cell of its own, and returns it as inline Markdown.
func (b *builder) note(read func()) string {
	tables := b.tables
	cell := &tableBuilder{rows: [][]string{nil}}
	b.tables = []*tableBuilder{cell}
	if b.enterBox() {
		read()
		b.leaveBox()
	} else {
		b.r.cut = true
	}
	b.tables = tables
	return strings.TrimSpace(cell.cell.String())
}

// take ends the paragraph and returns it, or "" where it belongs to a cell.
func (b *builder) take() string {
	var md string
	md, b.taken = b.line.take(&b.r.Collected)
	b.link = ""
	if b.inTable() && md != "" {
		b.table().cell.WriteString(md + " ")
		return ""
	}
	return md
}

// takeHeading is take for a heading, which is bold as it is.
func (b *builder) takeHeading() string {
	b.unmark(mdinline.Strong)
	return b.take()
}

// inTable reports whether text belongs to the innermost table.
func (b *builder) inTable() bool { return len(b.table().rows) > 0 }

// end ends a paragraph: into the open cell, or as a block.
func (b *builder) end(p paragraph) {
	if b.inCode {
		b.r.RemoveInvisible(string(b.code))
		b.r.w.CodeLine(string(b.code))
		b.code, b.inCode, p = b.code[:0], false, paragraph{} // links and notes in it stand after it
	}
	switch {
	case b.blank() && (!b.inTable() || p.item.shown() == ""):
		b.take()
	case b.inTable():
		b.table().cell.WriteString(prependLabel(p.item.shown(), "", false))
		b.take()
	case p.isNote:
		b.r.w.Paragraph("Notes: " + b.take())
	case p.level > 0:
		label, md := p.item.shown(), b.takeHeading()
		b.r.w.Heading(p.level, prependLabel(label, md, false), label+" "+b.taken)
		if p.title && b.r.meta.Title == "" {
			b.r.meta.Title = b.taken
		}
	case p.item != nil && p.item.follows:
		b.r.w.ItemParagraph(p.item.level, b.take())
	case p.item != nil:
		md := b.take()
		if p.item.number == mdwriter.NoNumber {
			md = prependLabel(p.item.label, md, true)
		}
		b.r.w.Item(min(p.item.level, maxListDepth-1), p.item.number, md)
	case p.block == extract.Quote:
		md := b.take()
		b.r.w.Block(extract.Quote, "> "+strings.ReplaceAll(md, "\n", "\n> "))
	default:
		md := b.take()
		if len(md) > 2 && md[0] == '$' && md[1] != '$' && strings.Count(md, "$") == 2 && md[len(md)-1] == '$' {
			md = "$" + md + "$" // a formula on a line of its own
		}
		b.r.w.Paragraph(md)
	}
	b.writeFigures()
	if len(b.r.hidden) > 0 {
		b.r.hidden = append(b.r.hidden, ' ')
	}
}

// writeFigures writes the charts and diagrams of the paragraph. Those in a table stand after it.
func (b *builder) writeFigures() {
	if len(b.tables) > 0 {
		return
	}
	for _, f := range b.figures {
		b.r.w.EndList()
		b.r.w.Paragraph(f.title)
		b.r.w.Table(f.rows)
		for _, i := range f.items {
			b.r.w.Item(i.level, mdwriter.NoNumber, i.text)
		}
		b.r.w.EndList()
	}
	b.figures = nil
}

// maxHidden bounds the hidden text that is handed to the scan in one piece.
const maxHidden = 64 << 10

// hide keeps text that a reader of the document can't see. What is hidden for one reason, with nothing shown between, is one text.
func (r *reader) hide(text, reason string) {
	if reason != r.hiddenFor || len(r.hidden)+len(text) > maxHidden {
		r.flushHidden()
	}
	r.hidden, r.hiddenFor = append(r.hidden, text...), reason
}

func (r *reader) flushHidden() {
	if len(r.hidden) > 0 {
		r.Remove(string(r.hidden), "hidden", r.hiddenFor)
		r.hidden = r.hidden[:0]
	}
}

// maxNotes bounds the footnotes of a document.
const maxNotes = 5000

// addNote adds a footnote and returns the mark that refers to it, "" for none.
func (r *reader) addNote(md string) string {
	if md == "" || len(r.notes) == maxNotes {
		return ""
	}
	mark := "[^" + strconv.Itoa(len(r.notes)+1) + "]"
	r.notes = append(r.notes, mark+": "+md)
	return mark
}
