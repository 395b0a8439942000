package data

import (
	"encoding/xml"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxSections bounds how deep the sections of a book are counted.
const maxSections = 100

// fictionBook reads a book (FictionBook 2.0): titles as headings by the depth of
// their section, paragraphs, verses, quotes, tables and subtitles, with links, emphasis
// and notes. Images are left out.
func (x *xmlReader) fictionBook() error {
	b := bookReader{x: x}
	for {
		token, err := x.next()
		if err != nil {
			b.paragraph()
			b.notes.write(&x.w)
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			b.start(token)
		case xml.CharData:
			b.text(string(token))
		case xml.EndElement:
			b.end(token.Name.Local)
		}
	}
}

// bookReader reads the body of a book and what is said of it.
type bookReader struct {
	x         *xmlReader
	sections  int
	inBody    bool
	inTitle   bool
	subtitle  bool   // what is open is one
	date      string // of the book, as it is given
	skipped   int    // open elements without text for readers
	about     []string
	title     []string // lines of the open title, as Markdown
	plain     []string // and as text
	open      strings.Builder
	line      bookLine
	target    string // of the open link
	linkStart int    // in open
	notes     bookNotes
	author    []string
	quotes    int        // open quotes and epigraphs
	verses    []string   // of the open stanza
	code      []string   // of the paragraphs at hand that are nothing else
	tables    int        // open tables
	rows      [][]string // of the outermost one
}

func (b *bookReader) start(e xml.StartElement) {
	name := e.Name.Local
	if b.inline(e) {
		return
	}
	switch name {
	case "binary", "stylesheet", "document-info":
		b.skipped++
	case "body":
		b.inBody = true
		b.notes.inBody = attr(e, "name") == "notes" || attr(e, "name") == "comments"
	case "section":
		b.paragraph()
		b.sections = min(b.sections+1, maxSections)
		b.notes.start(attr(e, "id"))
	case "date":
		b.date = attr(e, "value")
	case "title":
		b.paragraph()
		b.inTitle = b.inBody
	case "subtitle":
		b.paragraph()
		b.subtitle = b.inBody && b.tables == 0
	case "author":
		b.author = nil
	case "cite", "epigraph":
		b.paragraph()
		b.quotes++
	case "table":
		if b.tables++; b.tables == 1 {
			b.paragraph()
		}
	case "tr":
		if b.tables == 1 {
			b.rows = append(b.rows, nil)
		}
	}
	if !b.inBody && len(b.about) < maxSections {
		b.about = append(b.about, name)
		b.open.Reset()
	}
}

func (b *bookReader) text(text string) {
	if b.skipped > 0 {
		return
	}
	b.open.WriteString(text)
	if b.inBody {
		b.line.text(text)
	}
}

func (b *bookReader) end(name string) {
	if isInline(name) {
		b.endInline(name)
		return
	}
	switch name {
	case "binary", "stylesheet", "document-info":
		b.skipped = max(b.skipped-1, 0)
		b.open.Reset()
	case "body":
		b.paragraph()
		b.inBody = false
	case "section":
		b.paragraph()
		b.sections = max(b.sections-1, 0)
		b.notes.end()
	case "title":
		b.heading()
	case "p", "text-author", "subtitle":
		switch {
		case !b.inBody || b.tables > 0:
		case b.subtitle && name == "p":
			b.text(" ")
		default:
			b.paragraph()
		}
	case "td", "th":
		b.cell()
	case "tr":
		if len(b.rows) >= maxBookRows {
			b.table()
		}
	case "table":
		if b.tables = max(b.tables-1, 0); b.tables == 0 {
			b.table()
		}
	case "v":
		if md := b.takeLine(mdinline.Paragraph); md != "" && b.inBody {
			b.verses = append(b.verses, md)
		}
		if len(b.verses) >= maxBookVerses {
			b.stanza()
		}
	case "stanza", "poem":
		b.stanza()
	case "cite", "epigraph":
		b.paragraph()
		b.quotes = max(b.quotes-1, 0)
	}
	if !b.inBody {
		b.describe(name)
		b.about = b.about[:max(len(b.about)-1, 0)]
	}
}

// joinFolded joins texts, each on one line.
func joinFolded(texts []string, sep string) string {
	for i, text := range texts {
		texts[i] = mdwriter.Fold(text)
	}
	return strings.Join(texts, sep)
}

// describe takes an element of the description: of the title itself, not of the
// book that it was translated from.
func (b *bookReader) describe(name string) {
	text := mdwriter.Fold(b.open.String())
	b.open.Reset()
	inside := func(parent string) bool { return slices.Contains(b.about, parent) }
	if !inside("title-info") {
		return
	}
	m := &b.x.meta
	switch name {
	case "book-title":
		m.Title = text
	case "first-name", "middle-name", "last-name":
		if text != "" && inside("author") {
			b.author = append(b.author, text)
		}
	case "author":
		if len(b.author) > 0 && len(m.Authors) < 50 {
			m.Authors = append(m.Authors, strings.Join(b.author, " "))
		}
	case "lang":
		m.Language = text
	case "date":
		if b.date == "" {
			b.date = text
		}
		m.Published, m.DateOnly, _ = datetime.ParseCoarse(b.date)
	case "p":
		if inside("annotation") && m.Description == "" {
			m.Description = text
		}
	}
}
