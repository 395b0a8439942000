package office

import (
	"encoding/xml"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// maxNotes bounds the footnotes of a document.
const maxNotes = 5000

// note adds a footnote, text that is not yet Markdown, and returns the mark that
// refers to it, "" for none.
func (r *reader) note(text string) string {
	md := mdwriter.Inline(text)
	if md == "" || len(r.notes) == maxNotes {
		return ""
	}
	r.notes = append(r.notes, md)
	return "[^" + strconv.Itoa(len(r.notes)) + "]"
}

// flushNotes writes the footnotes at the end of the document.
func (r *reader) flushNotes() {
	var b strings.Builder
	for i, md := range r.notes {
		if i > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString("[^" + strconv.Itoa(i+1) + "]: " + md)
	}
	r.w.Block(extract.Footnotes, b.String())
}

// wordNote is a footnote or endnote of a Word document, with its mark once it was
// referred to.
type wordNote struct{ text, mark string }

// wordNotes reads the footnotes or endnotes of a Word document by their
// identifiers.
func (r *reader) wordNotes(part, element string) map[string]*wordNote {
	notes := map[string]*wordNote{}
	id, inText := "", false
	var b strings.Builder
	_ = r.tokens(part, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			switch token.Name.Local {
			case element:
				id = attr(token, "id")
				b.Reset()
			case "t":
				inText = true
			case "tab", "br":
				b.WriteByte(' ')
			}
		case xml.CharData:
			if inText {
				b.Write(token)
			}
		case xml.EndElement:
			switch token.Name.Local {
			case "t":
				inText = false
			case "p":
				b.WriteByte(' ')
			case element:
				if len(notes) < maxNotes {
					notes[id] = &wordNote{text: b.String()}
				}
			}
		}
		return nil
	})
	return notes
}
