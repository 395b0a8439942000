package pdf

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// maxExample bounds what a warning quotes of the document, in characters.
const maxExample = 100

// withoutRunningHeads returns the lines without running heads and feet, of which
// it warns.
func (r *reader) withoutRunningHeads() []layout.Line {
	lines, dropped, count := layout.DropRunningHeads(r.lines, r.done)
	if count == 1 {
		r.leftOut("1 line was left out as a running head or foot", dropped[0])
	} else if count > 1 {
		r.leftOut(fmt.Sprintf("%d lines were left out as running heads or feet of pages", count), dropped[0])
	}
	return lines
}

// leftOut warns of what isn't in the Markdown, with an example of it.
func (r *reader) leftOut(message, example string) {
	shown := []rune(printable(example))
	if len(shown) > maxExample {
		shown = append(shown[:maxExample], '…')
	}
	r.warnings = append(r.warnings, extract.Warning{Type: "left_out", Message: message, Detail: mdwriter.Printable(string(shown))})
}
