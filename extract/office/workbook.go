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

// workbook is what the sheets of a workbook share.
type workbook struct {
	strings  []string
	formats  []numberFormat // by the style of a cell
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
	b := workbook{strings: r.sharedStrings(), formats: r.cellFormats()}
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
	_ = r.tokens(r.main.name, func(token xml.Token) error {
		e, _ := token.(xml.StartElement)
		switch e.Name.Local {
		case "workbookPr":
			value := attr(e, "date1904")
			b.from1904 = value != "" && toggled(value)
		case "sheet":
			if state := attr(e, "state"); len(b.sheets) < maxSheets {
				b.sheets = append(b.sheets, worksheet{mdwriter.Fold(attr(e, "name")), resolvePart(r.main.folder(), relations[attr(e, "id")]), state == "hidden" || state == "veryHidden"})
			}
		}
		return nil
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

// cellFormats reads the number format of each style of cells.
func (r *reader) cellFormats() []numberFormat {
	codes := map[int]string{}
	var ids []int
	inside := ""
	_ = r.tokens(r.main.part("styles"), func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			id, err := strconv.Atoi(attr(token, "numFmtId"))
			switch name := token.Name.Local; {
			case name == "numFmts" || name == "cellXfs":
				inside = name
			case name == "numFmt" && inside == "numFmts" && err == nil && len(codes) < maxFormats:
				codes[id] = attr(token, "formatCode")
			case name == "xf" && inside == "cellXfs" && len(ids) < maxFormats:
				ids = append(ids, id)
			}
		case xml.EndElement:
			if token.Name.Local == inside {
				inside = ""
			}
		}
		return nil
	})
	return formatsOf(ids, codes)
}

// formatsOf reads the format of each identifier, each once.
func formatsOf(ids []int, codes map[int]string) []numberFormat {
	read := map[int]numberFormat{}
	formats := make([]numberFormat, len(ids))
	for i, id := range ids {
		f, ok := read[id]
		if code, custom := codes[id]; !ok && custom {
			f = parseNumberFormat(code)
		} else if !ok {
			f = builtInFormat(id)
		}
		read[id], formats[i] = f, f
	}
	return formats
}

// sharedStrings reads the strings that cells refer to.
func (r *reader) sharedStrings() []string {
	var out []string
	var b strings.Builder
	inText, phonetic := false, 0
	_ = r.tokens(r.main.part("sharedStrings"), func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "t":
				inText = true
			case "rPh":
				phonetic++
			}
		case xml.CharData:
			if inText && phonetic == 0 {
				b.Write(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "t":
				inText = false
			case "rPh":
				phonetic = max(0, phonetic-1)
			case "si":
				if len(out) < maxStrings {
					out = append(out, mdwriter.Inline(unescapeX(b.String())))
				}
				b.Reset()
			}
		}
		return nil
	})
	return out
}
