package pdf

import (
	"fmt"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// comments takes over what annotations say of a page, each text once: what the
// page itself says as well, as a text box or marked words do, is left out. Text boxes
// stand on the page; comments are taken if the options say so, else they are counted.
func (r *reader) comments(page *contentstream.Page, number int) {
	if len(page.TextBoxes)+len(page.Comments) == 0 {
		return
	}
	var b strings.Builder
	for i := range page.Glyphs {
		if page.Glyphs[i].Hidden == contentstream.Seen {
			b.WriteString(page.Glyphs[i].Text)
		}
	}
	shown, seen := layout.TextKey(b.String()), map[string]bool{"": true}
	for i, text := range slices.Concat(page.TextBoxes, page.Comments) {
		key := layout.TextKey(text)
		if seen[key] || strings.Contains(shown, key) {
			continue
		}
		seen[key] = true
		if i < len(page.TextBoxes) || r.src.Options.Comments {
			r.lines = append(r.lines, layout.CommentLine(text, number))
		} else {
			r.commentsLeft++
			r.remove(text, fmt.Sprintf("comment, page %d", number+1))
		}
	}
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
