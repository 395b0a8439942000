package data

import (
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// The bounds of one table, one stanza and one block of code; what is beyond is written as a part of its own.
const (
	maxBookRows   = 1000
	maxBookVerses = 1000
	maxBookCode   = 1000 // paragraphs of a block
)

// paragraph ends a paragraph, which is a line of the title within one.
func (b *bookReader) paragraph() {
	text := b.open.String()
	switch {
	case b.inTitle || b.subtitle:
		if md := b.takeLine(mdinline.Heading); md != "" {
			b.title, b.plain = append(b.title, md), append(b.plain, text)
		}
		if b.subtitle && !b.inTitle {
			b.writeSubtitle()
		}
	default:
		if code := b.line.onlyCode(); code != "" && b.inBody && b.quotes == 0 && !b.notes.open() && len(b.code) < maxBookCode {
			b.code = append(b.code, code)
			b.takeLine(mdinline.Paragraph)
			return
		}
		b.writeCode()
		if md := b.takeLine(mdinline.Paragraph); b.inBody {
			b.write(md)
		}
	}
}

// writeCode writes the paragraphs of code at hand: several, or one of several lines, as a
// block.
func (b *bookReader) writeCode() {
	text := strings.Join(b.code, "\n")
	b.code = nil
	if strings.Contains(text, "\n") {
		b.x.w.Code("", text)
		return
	}
	var line mdinline.Builder
	line.Code(text)
	b.write(line.Take(mdinline.Paragraph))
}

// takeLine ends what is open and returns it as inline Markdown.
func (b *bookReader) takeLine(c mdinline.Context) string {
	b.open.Reset()
	return b.line.take(c)
}

// writeSubtitle writes a subtitle as a heading below that of its section; one of signs
// alone parts scenes.
func (b *bookReader) writeSubtitle() {
	md, plain := strings.Join(b.title, " "), strings.Join(b.plain, " ")
	b.title, b.plain, b.subtitle = nil, nil, false
	if b.quotes > 0 || !strings.ContainsFunc(plain, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
		b.write(mdwriter.Inline(plain))
		return
	}
	b.x.w.Heading(b.sections+2, md, plain)
}

// write writes a paragraph of inline Markdown, as a quote within one.
func (b *bookReader) write(md string) {
	if md == "" || b.notes.take(md) {
		return
	}
	if b.quotes > 0 {
		b.x.w.Block(extract.Quote, "> "+strings.ReplaceAll(md, "\n", "\n> "))
		return
	}
	b.x.w.Paragraph(md)
}

// cell ends a cell of the open table.
func (b *bookReader) cell() {
	if n := len(b.rows); b.tables == 1 && n > 0 {
		b.rows[n-1] = append(b.rows[n-1], b.takeLine(mdinline.Cell))
	}
}

// table writes the rows that there are.
func (b *bookReader) table() {
	if b.inBody {
		b.x.w.Table(b.rows)
	}
	b.rows = nil
	b.takeLine(mdinline.Paragraph)
}

// stanza writes the open stanza, each verse on a line of its own.
func (b *bookReader) stanza() {
	if len(b.verses) > 0 {
		b.writeCode()
		b.write(strings.Join(b.verses, "\\\n"))
	}
	b.verses = nil
}

func (b *bookReader) heading() {
	if !b.inTitle {
		return
	}
	b.paragraph()
	if !b.notes.open() { // there the title is its number
		b.x.w.Heading(b.sections+1, strings.Join(b.title, ". "), joinFolded(b.plain, ". "))
	}
	b.title, b.plain, b.inTitle = nil, nil, false
}
