package office

import (
	"encoding/xml"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

// odfReader reads the content of an OpenDocument text or spreadsheet.
type odfReader struct {
	flow
	inText  int // open p and h elements
	heading int
	lists   int
	hidden  int // open elements that are no text of the document
	note    *odfNote
	repeat  int // of the cell
}

// odfNote is a footnote that is being read, with the paragraph it is in.
type odfNote struct {
	raw     []byte
	inText  int
	heading int
}

// openDocument reads content.xml.
func (r *reader) openDocument() error {
	r.format = "odt"
	o := odfReader{flow: flow{r: r}}
	err := r.tokens("content.xml", func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			o.start(token)
		case xml.EndElement:
			o.end(token.Name)
		case xml.CharData:
			if o.inText > 0 && o.hidden == 0 {
				o.write(string(token))
			}
		}
		return nil
	})
	for len(o.tables) > 0 {
		o.closeTable()
	}
	return err
}

// write appends text to the footnote or the paragraph that is open.
func (o *odfReader) write(text string) {
	if o.note != nil {
		o.note.raw = append(o.note.raw, text...)
		return
	}
	o.flow.write(text)
}

func (o *odfReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "spreadsheet":
		o.r.format = "ods"
	case "h":
		o.inText++
		o.heading, _ = strconv.Atoi(attr(e, "outline-level"))
		o.heading = max(o.heading, 1)
	case "p":
		if e.Name.Space == "text" {
			o.inText++
			if attr(e, "style-name") == "Title" && len(o.tables) == 0 {
				o.heading = 1
			}
		}
	case "s", "tab", "line-break":
		if o.inText > 0 {
			o.write(" ")
		}
	case "annotation", "tracked-changes", "note-citation":
		o.hidden++
	case "note-body":
		o.note = &odfNote{inText: o.inText, heading: o.heading}
	case "a":
		if e.Name.Space == "text" {
			o.openLink(attr(e, "href"))
		}
	case "list":
		o.lists++
	case "table":
		if e.Name.Space == "table" {
			o.table(compose.Fold(attr(e, "name")))
		}
	case "table-row":
		o.openRow()
	case "table-cell", "covered-table-cell":
		o.repeat, _ = strconv.Atoi(attr(e, "number-columns-repeated"))
	}
}

// table begins a table, which in a spreadsheet is a sheet with a name.
func (o *odfReader) table(name string) {
	if o.r.format == "ods" && name != "" {
		o.r.w.Heading(2, compose.Inline(name), name)
	}
	o.openTable()
}

func (o *odfReader) end(name xml.Name) {
	switch name.Local {
	case "p", "h":
		if o.inText > 0 && name.Space == "text" {
			o.inText--
			o.endParagraph()
		}
	case "note-body":
		o.endNote()
	case "annotation", "tracked-changes", "note-citation":
		o.hidden = max(0, o.hidden-1)
	case "a":
		o.closeLink()
	case "list":
		if o.lists = max(0, o.lists-1); o.lists == 0 {
			o.r.flushList()
		}
	case "table-cell", "covered-table-cell":
		o.closeCell(o.repeat)
		o.repeat = 0
	case "table":
		if name.Space == "table" {
			o.closeTable()
		}
	}
}

// endParagraph ends a paragraph: of the document, of a footnote, or of a
// comment, both of which stand in a paragraph themselves.
func (o *odfReader) endParagraph() {
	switch {
	case o.hidden > 0:
	case o.note != nil:
		o.note.raw = append(o.note.raw, ' ')
	default:
		o.paragraph()
	}
}

func (o *odfReader) endNote() {
	if o.note == nil {
		return
	}
	o.inText, o.heading = o.note.inText, o.note.heading
	o.text.markdown(o.r.note(string(o.note.raw)))
	o.note = nil
}

func (o *odfReader) paragraph() {
	md, heading := o.take(), o.heading
	o.heading = 0
	switch {
	case md == "":
	case heading > 0:
		o.r.flushList()
		o.r.w.Heading(heading, md, unescape(md))
	case o.lists > 0:
		o.r.item(o.lists-1, md)
	default:
		o.r.w.Paragraph(md)
	}
}
