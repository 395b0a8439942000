package office

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// blockStyle is what a style of paragraphs means besides headings.
type blockStyle int8

const (
	plainBlock blockStyle = iota
	codeBlock
	quoteBlock
)

// namedBlock returns what the paragraphs of a style are by its name: that of Word, of
// LibreOffice or of pandoc, all of which are English in documents of every language.
func namedBlock(name string) blockStyle {
	switch strings.ToLower(strings.NewReplacer(" ", "", "_20_", "", "-", "").Replace(name)) {
	case "htmlpreformatted", "preformattedtext", "sourcecode", "code", "codeblock", "listing", "verbatim", "macro", "macrotext":
		return codeBlock
	case "quote", "intensequote", "blocktext", "blockquote", "blockquotation", "quotations":
		return quoteBlock
	}
	return plainBlock
}

// quote writes a paragraph as a quote.
func (r *reader) quote(md string) {
	r.flushList()
	r.w.Block(extract.Quote, "> "+strings.ReplaceAll(md, "\n", "\n> "))
}

// codeLine adds a line to the code that is open.
func (r *reader) codeLine(line string) {
	r.writeList()
	if len(r.code)+len(line) > r.w.Room() {
		r.cut = true
		return
	}
	r.code = append(append(r.code, line...), '\n')
}

// flushCode ends the open code.
func (r *reader) flushCode() {
	if len(r.code) > 0 {
		r.w.Code("", strings.Trim(string(r.code), "\n"))
		r.code = r.code[:0]
	}
}
