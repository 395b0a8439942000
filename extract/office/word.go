package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/compose"
)

// wordReader reads the body of a Word document (WordprocessingML).
type wordReader struct {
	r         *reader
	relations map[string]string

	text, label strings.Builder // of the paragraph and of the open link
	style       string
	level       int // of the list item, -1 for none
	target      string
	inLink      bool
	inText      bool
	deleted     int // open elements whose text is struck out or hidden
	tables      []*grid
}

// grid is a table that is being read.
type grid struct {
	rows [][]string
	cell strings.Builder
}

const (
	maxRows  = 20_000
	maxTable = 20 // nested
)

func (g *grid) row() {
	if len(g.rows) < maxRows {
		g.rows = append(g.rows, nil)
	}
}

func (g *grid) end() {
	if n := len(g.rows); n > 0 && len(g.rows[n-1]) < 200 {
		g.rows[n-1] = append(g.rows[n-1], strings.TrimSpace(g.cell.String()))
	}
	g.cell.Reset()
}

// word reads word/document.xml.
func (r *reader) word() error {
	w := wordReader{r: r, relations: r.relations("word/_rels/document.xml.rels"), level: -1}
	err := r.tokens("word/document.xml", func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			w.start(token)
		case xml.EndElement:
			w.end(token.Name.Local)
		case xml.CharData:
			if w.inText && w.deleted == 0 {
				w.write(inline(string(token)))
			}
		}
		return nil
	})
	w.paragraph()
	for len(w.tables) > 0 {
		w.endTable()
	}
	return err
}

func (w *wordReader) write(md string) {
	if w.inLink {
		w.label.WriteString(md)
	} else {
		w.text.WriteString(md)
	}
}

func (w *wordReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "p":
		w.style, w.level = "", -1
	case "pStyle":
		w.style = attr(e, "val")
	case "ilvl":
		w.level, _ = strconv.Atoi(attr(e, "val"))
	case "t":
		w.inText = true
	case "tab", "br", "cr":
		if w.inText || w.text.Len() > 0 {
			w.write(" ")
		}
	case "del", "moveFrom":
		w.deleted++
	case "hyperlink":
		w.inLink, w.target = true, w.relations[attr(e, "id")]
	case "tbl":
		w.paragraph()
		if len(w.tables) < maxTable {
			w.tables = append(w.tables, &grid{})
		}
	case "tr":
		if n := len(w.tables); n > 0 {
			w.tables[n-1].row()
		}
	}
}

func (w *wordReader) end(name string) {
	switch name {
	case "t":
		w.inText = false
	case "del", "moveFrom":
		w.deleted = max(0, w.deleted-1)
	case "hyperlink":
		w.inLink = false
		w.write(w.r.link(w.label.String(), w.target))
		w.label.Reset()
	case "p":
		w.paragraph()
	case "tc":
		if n := len(w.tables); n > 0 {
			w.tables[n-1].end()
		}
	case "tbl":
		w.endTable()
	}
}

// paragraph ends a paragraph: into the open cell, or as a block.
func (w *wordReader) paragraph() {
	md := strings.TrimSpace(w.text.String())
	w.text.Reset()
	if md == "" {
		return
	}
	if n := len(w.tables); n > 0 {
		w.tables[n-1].cell.WriteString(md + " ")
		return
	}
	level := headingLevel(w.style)
	switch {
	case level == 0 && w.level >= 0:
		w.r.item(w.level, md)
		return
	case level > 0:
		w.r.flushList()
		w.r.w.Heading(level, md, unescape(md))
	default:
		w.r.flushList()
		w.r.w.Paragraph(md)
	}
	if w.style == "Title" && w.r.meta.Title == "" {
		w.r.meta.Title = unescape(md)
	}
}

// headingLevel returns the level of a paragraph style, 0 for no heading.
func headingLevel(style string) int {
	lower := strings.ToLower(strings.ReplaceAll(style, " ", ""))
	if lower == "title" {
		return 1
	}
	if rest, ok := strings.CutPrefix(lower, "heading"); ok {
		n, _ := strconv.Atoi(rest)
		return min(max(n, 0), 6)
	}
	return 0
}

// unescape undoes the escapes of inline Markdown that compose has made.
func unescape(md string) string {
	var b strings.Builder
	for i := 0; i < len(md); i++ {
		if md[i] == '\\' && i+1 < len(md) {
			i++
		}
		b.WriteByte(md[i])
	}
	return strings.ReplaceAll(b.String(), "&lt;", "<")
}

// endTable writes the innermost table; one within a cell becomes text of it.
func (w *wordReader) endTable() {
	n := len(w.tables)
	if n == 0 {
		return
	}
	g := w.tables[n-1]
	w.tables = w.tables[:n-1]
	if n > 1 {
		for _, row := range g.rows {
			w.tables[n-2].cell.WriteString(strings.Join(row, " ") + " ")
		}
		return
	}
	w.r.flushList()
	w.r.w.Table(trimRows(g.rows))
}

// trimRows drops empty rows.
func trimRows(rows [][]string) [][]string {
	out := rows[:0]
	for _, row := range rows {
		if strings.Join(row, "") != "" {
			out = append(out, row)
		}
	}
	return out
}

// inline escapes text for the middle of a paragraph and keeps the blanks around
// it.
func inline(text string) string {
	md := compose.Inline(text)
	if md == "" {
		if text != "" {
			return " "
		}
		return ""
	}
	if strings.TrimLeft(text, " \t\r\n") != text {
		md = " " + md
	}
	if strings.TrimRight(text, " \t\r\n") != text {
		md += " "
	}
	return md
}
