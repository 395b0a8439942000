package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

// odfReader reads the content of an OpenDocument text or spreadsheet.
type odfReader struct {
	r       *reader
	text    strings.Builder
	label   strings.Builder
	target  string
	inLink  bool
	inText  int // open p and h elements
	heading int
	lists   int
	hidden  int // open elements that are no text of the document
	tables  []*grid
	repeat  int // of the cell
}

// openDocument reads content.xml.
func (r *reader) openDocument() error {
	r.format = "odt"
	o := odfReader{r: r}
	err := r.tokens("content.xml", func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			o.start(token)
		case xml.EndElement:
			o.end(token.Name)
		case xml.CharData:
			if o.inText > 0 && o.hidden == 0 {
				o.write(inline(string(token)))
			}
		}
		return nil
	})
	for len(o.tables) > 0 {
		o.endTable()
	}
	return err
}

func (o *odfReader) write(md string) {
	if o.inLink {
		o.label.WriteString(md)
	} else {
		o.text.WriteString(md)
	}
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
	case "a":
		if e.Name.Space == "text" {
			o.inLink, o.target = true, attr(e, "href")
		}
	case "list":
		o.lists++
	case "table":
		if e.Name.Space == "table" && len(o.tables) < maxTable {
			if o.r.format == "ods" {
				if name := compose.Fold(attr(e, "name")); name != "" {
					o.r.w.Heading(2, compose.Inline(name), name)
				}
			}
			o.tables = append(o.tables, &grid{})
		}
	case "table-row":
		if n := len(o.tables); n > 0 {
			o.tables[n-1].row()
		}
	case "table-cell", "covered-table-cell":
		o.repeat, _ = strconv.Atoi(attr(e, "number-columns-repeated"))
	}
}

func (o *odfReader) end(name xml.Name) {
	switch name.Local {
	case "p", "h":
		if o.inText > 0 && (name.Space == "text") {
			o.inText--
			o.paragraph()
		}
	case "annotation", "tracked-changes", "note-citation":
		o.hidden = max(0, o.hidden-1)
	case "a":
		if o.inLink {
			o.inLink = false
			o.write(o.r.link(o.label.String(), o.target))
			o.label.Reset()
		}
	case "list":
		if o.lists = max(0, o.lists-1); o.lists == 0 {
			o.r.flushList()
		}
	case "table-cell", "covered-table-cell":
		if n := len(o.tables); n > 0 {
			o.cell(o.tables[n-1])
		}
	case "table":
		if name.Space == "table" {
			o.endTable()
		}
	}
}

// cell ends a cell, which may stand for several. Empty ones at the end of a row
// are dropped with the table.
func (o *odfReader) cell(g *grid) {
	text := g.cell.String()
	for range min(max(o.repeat, 1), 50) {
		g.cell.Reset()
		g.cell.WriteString(text)
		g.end()
	}
	g.cell.Reset()
	o.repeat = 0
}

func (o *odfReader) paragraph() {
	md := strings.TrimSpace(o.text.String())
	heading := o.heading
	o.text.Reset()
	o.heading = 0
	switch n := len(o.tables); {
	case md == "":
	case n > 0:
		o.tables[n-1].cell.WriteString(md + " ")
	case heading > 0:
		o.r.flushList()
		o.r.w.Heading(heading, md, unescape(md))
	case o.lists > 0:
		o.r.item(o.lists-1, md)
	default:
		o.r.w.Paragraph(md)
	}
}

func (o *odfReader) endTable() {
	n := len(o.tables)
	if n == 0 {
		return
	}
	rows := trimRows(o.tables[n-1].rows)
	o.tables = o.tables[:n-1]
	for i, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		rows[i] = row
	}
	if n > 1 {
		for _, row := range rows {
			o.tables[n-2].cell.WriteString(strings.Join(row, " ") + " ")
		}
		return
	}
	o.r.flushList()
	o.r.w.Table(rows)
}
