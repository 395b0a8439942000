package pdf

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/content"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// comments takes over what annotations say of a page, each text once: what the
// page itself says as well, as a text box or marked words do, is left out.
func (r *reader) comments(page *content.Page, number int) {
	if len(page.Comments) == 0 {
		return
	}
	shown := shownKey(page)
	said := map[string]bool{}
	for _, text := range page.Comments {
		key := textKey(text)
		if key == "" || said[key] || strings.Contains(shown, key) {
			continue
		}
		said[key] = true
		r.lines = append(r.lines, layout.CommentLine(text, number))
	}
}

// shownKey returns the key of all that can be read on a page.
func shownKey(page *content.Page) string {
	var b strings.Builder
	for i := range page.Glyphs {
		if page.Glyphs[i].Hidden == content.Seen {
			b.WriteString(page.Glyphs[i].Text)
		}
	}
	return textKey(b.String())
}

// textKey returns the letters and digits of text, by which two texts are compared
// whose blanks and hyphens may differ.
func textKey(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsNumber(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, norm.NFKC.String(text))
}

// comment writes the text of an annotation as a quotation, its lines kept.
func (w *writer) comment(text string) {
	var lines []string
	for line := range strings.FieldsFuncSeq(text, func(c rune) bool { return c == '\r' || c == '\n' }) {
		if line = printable(line); line != "" {
			lines = append(lines, "> "+mdwriter.Inline(line))
		}
	}
	w.out.Block(extract.Quote, strings.Join(lines, "\\\n"))
}
