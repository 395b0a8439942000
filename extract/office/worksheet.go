package office

import (
	"encoding/xml"
	"errors"
	"sort"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of a sheet, besides those of tables.
const (
	maxColumn = 200
	maxCells  = 1_000_000
)

// errLastRow ends the reading of a sheet.
var errLastRow = errors.New("no more rows are read")

// sheetReader reads the cells of a worksheet.
type sheetReader struct {
	r       *reader
	book    *workbook
	rows    [][]string
	numbers []int // of the rows
	targets map[string]string
	value   strings.Builder
	inline  cellString
	kind    string // of the cell: n, s, str, inlineStr, b, d or e
	format  numberFormat
	struck  bool
	unseen  unseenCells
	column  int
	cells   int
	size    int // bytes of the cells
	inValue bool
}

// rows reads the cells of a worksheet.
func (r *reader) rows(of worksheet, book *workbook) ([][]string, error) {
	s := sheetReader{r: r, book: book}
	if !of.hidden {
		s.targets = r.relations(relationsOf(of.part))
	}
	err := r.tokens(of.part, s.token)
	if err == errLastRow {
		err = nil
	}
	if !of.hidden {
		s.rows = s.unseen.take(s.rows, func(text string) { r.hide(text, "hidden row or column") })
	}
	return s.rows, err
}

func (s *sheetReader) token(token xml.Token) error {
	if s.kind == "inlineStr" {
		s.inline.token(token)
	}
	switch token := token.(type) {
	case xml.StartElement:
		return s.start(token)
	case xml.CharData:
		if s.inValue {
			s.value.Write(token)
		}
	case xml.EndElement:
		s.end(token.Name.Local)
	}
	return nil
}

func (s *sheetReader) start(e xml.StartElement) error {
	switch e.Name.Local {
	case "col":
		s.unseen.column(e)
	case "autoFilter":
		s.unseen.filtered = true
	case "row":
		if len(s.rows) == maxRows {
			s.r.cut = true
			return errLastRow
		}
		s.openRow(e)
	case "c":
		s.openCell(e)
	case "v":
		s.inValue = true
	case "hyperlink":
		s.link(attr(e, "ref"), s.targets[attr(e, "id")])
	}
	return nil
}

func (s *sheetReader) openRow(e xml.StartElement) {
	number, err := strconv.Atoi(attr(e, "r"))
	if n := len(s.numbers); err != nil && n > 0 {
		number = s.numbers[n-1] + 1
	} else if err != nil {
		number = 1
	}
	s.unseen.row(e, len(s.rows))
	s.rows, s.numbers, s.column = append(s.rows, nil), append(s.numbers, number), 0
}

// link makes a link of a cell, or of the first one of a range.
func (s *sheetReader) link(ref, target string) {
	column := columnOf(ref) - 1
	digits, _, _ := strings.Cut(strings.TrimLeft(ref, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), ":")
	number, _ := strconv.Atoi(digits)
	i := sort.SearchInts(s.numbers, number)
	if target == "" || i == len(s.rows) || s.numbers[i] != number || column < 0 || column >= len(s.rows[i]) {
		return
	}
	s.rows[i][column] = s.r.link(s.rows[i][column], target)
}

func (s *sheetReader) openCell(e xml.StartElement) {
	s.kind = attr(e, "t")
	if at := columnOf(attr(e, "r")); at > 0 {
		s.column = at - 1
	}
	s.format, s.struck = numberFormat{}, false
	if style, _ := strconv.Atoi(attr(e, "s")); style >= 0 && style < len(s.book.formats) {
		s.format, s.struck = s.book.formats[style], s.book.struck[style]
	}
	s.value.Reset()
}

func (s *sheetReader) end(name string) {
	switch name {
	case "v":
		s.inValue = false
	case "c":
		s.closeCell()
		s.column++
	}
}

// closeCell takes a cell, within the bounds: a string that many cells share
// counts for each of them.
func (s *sheetReader) closeCell() {
	last := len(s.rows) - 1
	if s.cells++; last < 0 || s.column >= maxColumn || s.cells >= maxCells {
		s.r.cut = true
		return
	}
	md := s.text()
	if s.struck {
		md = strikeOut(md)
	}
	if s.size += len(md); s.size > s.r.w.Room() {
		s.r.cut = true
		return
	}
	s.rows[last] = setCell(s.rows[last], s.column, md)
}

// strikeOut strikes out the whole of a cell.
func strikeOut(md string) string {
	md = strings.ReplaceAll(md, "~~", "")
	if md == "" || md[0] == '~' || md[len(md)-1] == '~' {
		return md
	}
	return "~~" + md + "~~"
}

// setCell sets a cell of a row, which grows as needed.
func setCell(row []string, column int, text string) []string {
	if text == "" {
		return row
	}
	for len(row) <= column {
		row = append(row, "")
	}
	row[column] = text
	return row
}

// text is the cell as inline Markdown, "" where its format hides it.
func (s *sheetReader) text() string {
	value, hidden := s.value.String(), s.format.hidesText
	var md string
	switch s.kind {
	case "s":
		if i, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && i >= 0 && i < len(s.book.strings) {
			md = s.book.strings[i]
		}
	case "b":
		return formatBool(strings.TrimSpace(value))
	case "str":
		md = mdwriter.Inline(unescapeX(value))
	case "inlineStr":
		md = s.inline.take()
	case "d":
		return mdwriter.Inline(isoDate(value))
	case "e":
		return mdwriter.Inline(value)
	default:
		md, hidden = mdwriter.Inline(s.format.show(value, s.book.from1904)), s.format.hidesNumber
	}
	if hidden {
		s.r.hide(unescapeInline(md), "hidden cell")
		return ""
	}
	return md
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

// unescapeX undoes the escapes of characters that XML can't hold, _x000D_ for a
// carriage return (ECMA-376 part 1, 22.9.2.19).
func unescapeX(s string) string {
	if !strings.Contains(s, "_x") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], "_x") && len(s) >= i+7 && s[i+6] == '_' {
			if n, err := strconv.ParseUint(s[i+2:i+6], 16, 16); err == nil {
				b.WriteRune(rune(n))
				i += 6
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// columnOf returns the column of a cell reference ("AB12" is 28), 0 for none.
func columnOf(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 4 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	return n
}

// sharedStrings reads the strings that cells refer to.
func (r *reader) sharedStrings() []string {
	var out []string
	var text cellString
	_ = r.tokens(r.main.part("sharedStrings"), func(token xml.Token) error {
		text.token(token)
		if e, ok := token.(xml.EndElement); ok && e.Name.Local == "si" {
			if md := text.take(); len(out) < maxStrings {
				out = append(out, md)
			}
		}
		return nil
	})
	return out
}

// cellString reads the runs of a string of SpreadsheetML, of which some may be struck out.
type cellString struct {
	line     inlineBuffer
	run      strings.Builder
	inText   bool
	struck   bool
	phonetic int // open elements that say how text is read aloud
}

func (t *cellString) token(token xml.Token) {
	switch token := token.(type) {
	case xml.StartElement:
		switch token.Name.Local {
		case "t":
			t.inText = true
		case "rPh":
			t.phonetic++
		case "strike":
			t.struck = toggled(attr(token, "val"))
		}
	case xml.CharData:
		if t.inText && t.phonetic == 0 {
			t.run.Write(token)
		}
	case xml.EndElement:
		switch token.Name.Local {
		case "t":
			t.inText = false
			t.line.write(unescapeX(t.run.String()), textLook{struck: t.struck})
			t.run.Reset()
		case "r":
			t.struck = false
		case "rPh":
			t.phonetic = max(0, t.phonetic-1)
		}
	}
}

// take returns the string as inline Markdown and begins the next one.
func (t *cellString) take() string {
	md, _ := t.line.take()
	t.struck = false
	return md
}

// unseenCells are the hidden rows and columns of a worksheet (ECMA-376 part 1, 18.3.1.13 and
// 18.3.1.73). Rows that are folded in a group or hidden by a filter do not count: they are
// data like the rest.
type unseenCells struct {
	rows     map[int]bool // by their place among those that are read
	columns  [maxColumn]bool
	any      bool // of the columns
	filtered bool
}

// isHiddenCells reports whether a row or columns are hidden, but not folded away.
func isHiddenCells(e xml.StartElement) bool {
	hidden, level := attr(e, "hidden"), attr(e, "outlineLevel")
	return hidden != "" && toggled(hidden) && (level == "" || level == "0")
}

func (u *unseenCells) row(e xml.StartElement, place int) {
	if isHiddenCells(e) {
		if u.rows == nil {
			u.rows = map[int]bool{}
		}
		u.rows[place] = true
	}
}

// column takes the columns from min to max.
func (u *unseenCells) column(e xml.StartElement) {
	first, _ := strconv.Atoi(attr(e, "min"))
	last, _ := strconv.Atoi(attr(e, "max"))
	if !isHiddenCells(e) || first < 1 {
		return
	}
	for i := first; i <= min(last, maxColumn); i++ {
		u.columns[i-1], u.any = true, true
	}
}

// take returns rows without what is hidden, and hands its text to hide.
func (u *unseenCells) take(rows [][]string, hide func(text string)) [][]string {
	if u.filtered {
		u.rows = nil
	}
	if len(u.rows) == 0 && !u.any {
		return rows
	}
	var text []string
	out := rows[:0]
	for place, row := range rows {
		if u.rows[place] {
			text = append(text, row...)
			continue
		}
		var seen []string
		for i, cell := range row {
			if u.columns[i] {
				text = append(text, cell)
			} else {
				seen = append(seen, cell)
			}
		}
		out = append(out, seen)
	}
	if joined := strings.Join(strings.Fields(unescapeInline(strings.Join(text, " "))), " "); joined != "" {
		hide(joined)
	}
	return out
}
