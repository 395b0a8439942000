package office

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

const (
	maxSheets  = 100
	maxStrings = 500_000
	maxFormats = 65_536
)

// workbook holds data that the sheets of a workbook share.
type workbook struct {
	strings  []string
	formats  []numberFormat // by the style of a cell
	struck   []bool         // by the style of a cell: its text is struck out
	from1904 bool           // days are counted from
	sheets   []worksheet
}

// worksheet is a worksheet of a workbook.
type worksheet struct {
	name, part string
	hidden     bool
}

// workbook reads the sheets of a workbook (SpreadsheetML) as tables.
func (r *reader) workbook() error {
	b := workbook{strings: r.sharedStrings()}
	b.formats, b.struck = r.cellStyles()
	r.sheets(&b)
	for _, s := range b.sheets {
		rows, err := r.rows(s, &b)
		switch {
		case s.hidden:
			for _, row := range rows {
				r.hide(unescapeInline(strings.Join(row, " ")), "hidden sheet")
			}
		case s.name != "":
			r.w.Heading(2, mdwriter.Inline(s.name), s.name)
			fallthrough
		default:
			r.w.Table(trimRows(rows))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sheets lists the sheets as the workbook does; one that doesn't has those that
// are named in order.
func (r *reader) sheets(b *workbook) {
	relations := r.relations(relationsOf(r.main.name))
	r.elements(r.main.name, func(e xml.StartElement) {
		switch e.Name.Local {
		case "workbookPr":
			value := attr(e, "date1904")
			b.from1904 = value != "" && toggled(value)
		case "sheet":
			if state := attr(e, "state"); len(b.sheets) < maxSheets {
				b.sheets = append(b.sheets, worksheet{mdwriter.Fold(attr(e, "name")), resolvePart(r.main.folder(), relations[attr(e, "id")]), state == "hidden" || state == "veryHidden"})
			}
		}
	})
	for i := range b.sheets { // without relationships, in order
		if part := fmt.Sprintf("xl/worksheets/sheet%d.xml", i+1); len(relations) == 0 && r.archive.has(part) {
			b.sheets[i].part = part
		}
	}
	if len(b.sheets) > 0 {
		return
	}
	for n := 1; n <= maxSheets && r.archive.has(fmt.Sprintf("xl/worksheets/sheet%d.xml", n)); n++ {
		b.sheets = append(b.sheets, worksheet{part: fmt.Sprintf("xl/worksheets/sheet%d.xml", n)})
	}
}

// cellStyles reads the number format of each style of cells, and whether its font strikes
// out the text.
func (r *reader) cellStyles() (formats []numberFormat, struck []bool) {
	codes := map[int]string{}
	var ids []int
	var fonts []bool // struck out
	inside := ""
	_ = r.tokens(r.main.part("styles"), func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			id, err := strconv.Atoi(attr(token, "numFmtId"))
			switch name := token.Name.Local; {
			case name == "numFmts" || name == "cellXfs" || name == "fonts":
				inside = name
			case name == "font" && inside == "fonts" && len(fonts) < maxFormats:
				fonts = append(fonts, false)
			case name == "strike" && inside == "fonts" && len(fonts) > 0:
				fonts[len(fonts)-1] = toggled(attr(token, "val"))
			case name == "numFmt" && inside == "numFmts" && err == nil && len(codes) < maxFormats:
				codes[id] = attr(token, "formatCode")
			case name == "xf" && inside == "cellXfs" && len(ids) < maxFormats:
				font, err := strconv.Atoi(attr(token, "fontId"))
				ids, struck = append(ids, id), append(struck, err == nil && font >= 0 && font < len(fonts) && fonts[font])
			}
		case xml.EndElement:
			if token.Name.Local == inside {
				inside = ""
			}
		}
		return nil
	})
	return formatsOf(ids, codes), struck
}

// formatsOf reads the format of each identifier, each once.
func formatsOf(ids []int, codes map[int]string) []numberFormat {
	read := map[int]numberFormat{}
	formats := make([]numberFormat, len(ids))
	for i, id := range ids {
		f, ok := read[id]
		if !ok {
			code, custom := codes[id]
			if !custom {
				code = builtInCode(id)
			}
			f = parseNumberFormat(code)
		}
		read[id], formats[i] = f, f
	}
	return formats
}
