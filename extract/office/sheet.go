package office

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// The bounds of workbooks and sheets, besides those of tables.
const (
	maxSheets  = 100
	maxStrings = 500_000
	maxFormats = 65_536
	maxColumn  = 200
	maxCells   = 1_000_000
)

// workbook holds data that the sheets of a workbook share.
type workbook struct {
	r        *reader
	strings  []string
	formats  []cellFormat // by the style of a cell
	from1904 bool         // days are counted from
}

// cellFormat is how a style shows its cells.
type cellFormat struct {
	numberFormat
	font lookChange
}

// workbook reads the sheets of a workbook (SpreadsheetML) as tables.
func (r *reader) workbook() {
	b := workbook{r: r, formats: r.cellFormats()}
	r.xml(r.main.of("sharedStrings")).each("si", func(e *node) {
		if len(b.strings) < maxStrings {
			b.strings = append(b.strings, b.text(e))
		}
	})
	for _, s := range b.sheets() {
		p := r.part(s.part)
		s.targets = p.targets
		r.xml(s.part).each("col autoFilter row hyperlink", s.read)
		rows := s.shown()
		if !s.isHidden {
			r.w.Heading(2, mdwriter.Inline(s.name), s.name)
			r.w.Table(trimRows(rows))
			if drawing := p.related["drawing"]; drawing != "" { // which has boxes of text
				r.slide(r.part(drawing), nil)
			}
		}
	}
}

// sheets lists the sheets as the workbook does; one that doesn't has those that
// are named in order.
func (b *workbook) sheets() (sheets []*sheet) {
	r := b.r
	usual := func(n int) string { return fmt.Sprintf("xl/worksheets/sheet%d.xml", n) }
	r.xml(r.main.name).each("workbookPr sheet", func(e *node) {
		switch {
		case e.Local == "workbookPr":
			b.from1904 = toggled(cmp.Or(e.attr("date1904"), "0"))
		case len(sheets) < maxSheets:
			s := &sheet{book: b, name: mdwriter.Fold(e.attr("name")), isHidden: isOneOf(e.attr("state"), "hidden veryHidden")}
			if s.part = r.main.resolve(r.main.targets[e.attr("id")]); len(r.main.targets) == 0 {
				s.part = usual(len(sheets) + 1)
			}
			sheets = append(sheets, s)
		}
	})
	for n := 1; len(sheets) < n && n <= maxSheets && r.has(usual(n)); n++ {
		sheets = append(sheets, &sheet{book: b, part: usual(n)})
	}
	return sheets
}

// cellFormats reads the number format of each style of cells, and its font.
func (r *reader) cellFormats() (formats []cellFormat) {
	codes := map[int]string{}
	parsed := map[int]numberFormat{}
	var fonts []lookChange
	r.xml(r.main.of("styles")).each("numFmts fonts cellXfs", func(list *node) {
		for _, e := range list.content() {
			id := e.number("numFmtId", -1)
			switch e.Local {
			case "numFmt":
				codes[id] = e.attr("formatCode")
			case "font":
				fonts = append(fonts, lookOf(e))
			case "xf":
				if len(formats) == maxFormats {
					return
				}
				if _, ok := parsed[id]; !ok {
					code, custom := codes[id]
					if !custom {
						code = builtInCode(id)
					}
					parsed[id] = parseNumberFormat(code)
				}
				format := cellFormat{numberFormat: parsed[id]}
				if font := e.number("fontId", -1); font >= 0 && font < len(fonts) {
					format.font = fonts[font]
				}
				formats = append(formats, format)
			}
		}
	})
	return formats
}

// text reads the runs of a string, of which some may be struck out, raised or in a font of signs, but not how they are read aloud.
func (b *workbook) text(e *node) string {
	var text line
	e.each("t r rPh", func(run *node) {
		var look textLook
		lookOf(run.child("rPr")).apply(&look)
		look.marks &= struck | offLine
		switch run.Local {
		case "r":
			text.write(unescapeX(run.child("t").string()), look, "")
		case "t":
			text.write(unescapeX(run.string()), look, "")
		}
	})
	md, _ := text.take(&b.r.Collected)
	return md
}

// sheet is a worksheet that is being read.
type sheet struct {
	book       *workbook
	name, part string
	isHidden   bool
	targets    map[string]string
	rows       []sheetRow
	column     int // of the next cell
	cells      int
	size       int // bytes of the cells

	hiddenColumns [maxColumn]bool
	isFiltered    bool // rows are hidden by a filter
}

type sheetRow struct {
	number   int
	isHidden bool
	cells    []string
}

func (s *sheet) read(e *node) {
	switch e.Local {
	case "col":
		if isHiddenCells(e) {
			for i := max(e.number("min", 1), 1); i <= min(e.number("max", 0), maxColumn); i++ {
				s.hiddenColumns[i-1] = true
			}
		}
	case "autoFilter":
		s.isFiltered = true
	case "row":
		if len(s.rows) == maxRows {
			s.book.r.cut = true
			return
		}
		next := 1
		if n := len(s.rows); n > 0 {
			next = s.rows[n-1].number + 1
		}
		s.rows, s.column = append(s.rows, sheetRow{number: e.number("r", next), isHidden: isHiddenCells(e)}), 0
		e.each("c", s.addCell)
	case "hyperlink":
		s.link(e.attr("ref"), s.targets[e.attr("id")])
	}
}

// isHiddenCells reports whether a row or columns are hidden (ECMA-376 part 1, 18.3.1.13 and 18.3.1.73), but not folded away in a
// group, where they are data like the rest.
func isHiddenCells(e *node) bool {
	return toggled(cmp.Or(e.attr("hidden"), "0")) && cmp.Or(e.attr("outlineLevel"), "0") == "0"
}

// shown returns the rows without what is hidden, which is for the scan. Rows that a filter hides do not count: they are data like the
// rest.
func (s *sheet) shown() (rows [][]string) {
	for _, row := range s.rows {
		shown := row.cells[:0]
		for column, cell := range row.cells {
			switch {
			case s.isHidden:
				s.book.r.hide(cellText(cell)+" ", "hidden sheet")
			case row.isHidden && !s.isFiltered || s.hiddenColumns[column]:
				s.book.r.hide(cellText(cell)+" ", "hidden row or column")
			default:
				shown = append(shown, cell)
			}
		}
		rows = append(rows, shown)
	}
	return rows
}

// link makes a link of a cell, or of the first one of a range.
func (s *sheet) link(ref, target string) {
	digits, _, _ := strings.Cut(strings.TrimLeft(ref, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ":")
	number, _ := strconv.Atoi(digits)
	i, found := slices.BinarySearchFunc(s.rows, number, func(row sheetRow, n int) int { return cmp.Compare(row.number, n) })
	column, dest := columnOf(ref)-1, mdwriter.Target(target, s.book.r.src.URL)
	if dest == "" || !found || column < 0 || column >= len(s.rows[i].cells) {
		return
	}
	if cell := &s.rows[i].cells[column]; *cell != "" {
		s.book.r.AddLink(extract.Link{URL: dest, Text: mdwriter.Fold(cellText(*cell)), Role: "content"})
		*cell = mdwriter.Link(*cell, dest, nil)
	}
}

// addCell takes a cell, within the bounds: a string that many cells share counts for each of them.
func (s *sheet) addCell(e *node) {
	if at := columnOf(e.attr("r")); at > 0 {
		s.column = at - 1
	}
	column := s.column
	s.column++
	if s.cells++; column >= maxColumn || s.cells >= maxCells {
		s.book.r.cut = true
		return
	}
	var format cellFormat
	if style := e.number("s", 0); style >= 0 && style < len(s.book.formats) {
		format = s.book.formats[style]
	}
	md := s.text(e, format)
	if format.font.font != "" {
		md = mdwriter.Inline(symbolfont.Text(format.font.font, cellText(md)))
	}
	if format.font.marks&struck != 0 {
		md = strikeOut(md)
	}
	if s.size += len(md); s.size > s.book.r.w.Room() {
		s.book.r.cut = true
		return
	}
	if row := &s.rows[len(s.rows)-1]; md != "" {
		row.cells = append(row.cells, make([]string, max(0, column+1-len(row.cells)))...)
		row.cells[column] = md
	}
}

// text is the cell as inline Markdown, "" where its format hides it.
func (s *sheet) text(e *node, format cellFormat) string {
	value, isHidden, isText := e.child("v").string(), format.hidesText, true
	var md string
	switch e.attr("t") {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(s.book.strings) {
			md = s.book.strings[i]
		}
	case "b":
		return formatBool(strings.TrimSpace(value))
	case "str":
		md = mdwriter.Inline(unescapeX(value))
	case "inlineStr":
		md = s.book.text(e)
	case "d":
		return mdwriter.Inline(isoDate(value))
	case "e":
		return mdwriter.Inline(value)
	default:
		if formula := strings.TrimSpace(e.child("f").string()); formula != "" && strings.TrimSpace(value) == "" && !format.hidesNumber {
			return mdwriter.Inline("=" + formula) // written by a program that doesn't calculate
		}
		md, isHidden, isText = mdwriter.Inline(format.show(value, s.book.from1904)), format.hidesNumber, false
	}
	if isHidden {
		s.book.r.hide(cellText(md)+" ", "hidden cell")
		return ""
	}
	if isText && md != "" {
		const place = "\x00" // of the text in its format
		before, after, _ := strings.Cut(format.text.fill("", "", "", place), place)
		return mdwriter.Escape(before) + md + mdwriter.Escape("." + after)[1:]
	}
	return md
}

// cellText returns the text of a cell.
func cellText(md string) string {
	return string(mdinline.Unescape([]byte(strings.ReplaceAll(md, "~~", ""))))
}

// strikeOut strikes out the whole of a cell.
func strikeOut(md string) string {
	md = strings.ReplaceAll(md, "~~", "")
	if md == "" || md[0] == '~' || md[len(md)-1] == '~' {
		return md
	}
	return "~~" + md + "~~"
}

// formatBool writes a truth value as spreadsheets show it.
func formatBool(value string) string {
	switch value {
	case "":
		return ""
	case "1", "true":
		return "TRUE"
	}
	return "FALSE"
}

// isoDate returns a date of ISO 8601 without a time that is midnight and a
// fraction that is nothing.
func isoDate(value string) string {
	value = strings.TrimSpace(value)
	if whole, fraction, _ := strings.Cut(value, "."); strings.Trim(fraction, "0") == "" {
		value = whole
	}
	return strings.TrimSuffix(value, "T00:00:00")
}

var escapedX = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("_x[0-9A-Fa-f]{4}_") })

// unescapeX undoes the escapes of characters that XML can't hold, _x000D_ for a
// carriage return (ECMA-376 part 1, 22.9.2.19).
func unescapeX(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	return escapedX().ReplaceAllStringFunc(s, func(escape string) string {
		n, _ := strconv.ParseUint(escape[2:6], 16, 16)
		return string(rune(n))
	})
}

// columnOf returns the column of a cell reference ("AB12" is 28), 0 for none.
func columnOf(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	return n
}
