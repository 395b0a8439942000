package office

import (
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

const (
	maxSheets  = 100
	maxStrings = 500_000
	maxColumn  = 200
	maxCells   = 1_000_000
)

// errLastRow ends the reading of a sheet.
var errLastRow = errors.New("no more rows are read")

// sheet is a worksheet of a workbook.
type sheet struct {
	name, part string
	hidden     bool
}

// workbook reads the sheets of a workbook (SpreadsheetML) as tables.
func (r *reader) workbook() error {
	shared := r.sharedStrings()
	for _, s := range r.sheets() {
		rows, err := r.rows(s.part, shared)
		switch {
		case s.hidden:
			for _, row := range rows {
				r.hide(unescape(strings.Join(row, " ")), "hidden sheet")
			}
		case s.name != "":
			r.w.Heading(2, compose.Inline(s.name), s.name)
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
func (r *reader) sheets() (list []sheet) {
	relations := r.relations("xl/_rels/workbook.xml.rels")
	_ = r.tokens("xl/workbook.xml", func(token xml.Token) error {
		if e, ok := token.(xml.StartElement); ok && e.Name.Local == "sheet" && len(list) < maxSheets {
			state := attr(e, "state")
			list = append(list, sheet{compose.Fold(attr(e, "name")), part("xl", relations[attr(e, "id")]), state == "hidden" || state == "veryHidden"})
		}
		return nil
	})
	if len(list) > 0 {
		return list
	}
	for n := 1; n <= maxSheets && r.archive.has(fmt.Sprintf("xl/worksheets/sheet%d.xml", n)); n++ {
		list = append(list, sheet{part: fmt.Sprintf("xl/worksheets/sheet%d.xml", n)})
	}
	return list
}

// part returns the name of a part that a relationship names.
func part(folder, target string) string {
	if rest, ok := strings.CutPrefix(target, "/"); ok {
		return rest
	}
	return path.Join(folder, target)
}

// sharedStrings reads the strings that cells refer to.
func (r *reader) sharedStrings() []string {
	var out []string
	var b strings.Builder
	inText, phonetic := false, 0
	_ = r.tokens("xl/sharedStrings.xml", func(token xml.Token) error {
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
					out = append(out, compose.Inline(b.String()))
				}
				b.Reset()
			}
		}
		return nil
	})
	return out
}

// rows reads the cells of a worksheet.
func (r *reader) rows(name string, shared []string) (rows [][]string, err error) {
	var value strings.Builder
	kind, column, cells, inValue := "", 0, 0, false
	err = r.tokens(name, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case "row":
				if len(rows) == maxRows {
					r.cut = true
					return errLastRow
				}
				rows = append(rows, nil)
				column = 0
			case "c":
				kind = attr(token, "t")
				if at := columnOf(attr(token, "r")); at > 0 {
					column = at - 1
				}
				value.Reset()
			case "v", "t":
				inValue = true
			}
		case xml.CharData:
			if inValue {
				value.Write(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "v", "t":
				inValue = false
			case "c":
				if cells++; len(rows) > 0 && column < maxColumn && cells < maxCells {
					rows[len(rows)-1] = put(rows[len(rows)-1], column, cellText(kind, value.String(), shared))
				} else {
					r.cut = true
				}
				column++
			}
		}
		return nil
	})
	if err == errLastRow {
		err = nil
	}
	return rows, err
}

// put sets a cell of a row, which grows as needed.
func put(row []string, column int, text string) []string {
	if text == "" {
		return row
	}
	for len(row) <= column {
		row = append(row, "")
	}
	row[column] = text
	return row
}

func cellText(kind, value string, shared []string) string {
	switch kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(shared) {
			return shared[i]
		}
		return ""
	case "b":
		if strings.TrimSpace(value) == "1" {
			return "TRUE"
		}
		return "FALSE"
	}
	return compose.Inline(value)
}

// columnOf returns the column of a cell reference ("AB12" is 28), 0 for none.
func columnOf(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	return n
}
