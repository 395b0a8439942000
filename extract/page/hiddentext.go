package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxNoscript = 32 << 10

// hiddenText returns hidden text for the injection scan, with that of noscript elements
// where the page has content of its own.
func hiddenText(p *measure.Page, kept []bool) []extract.Removed {
	out := append([]extract.Removed(nil), p.Removed...)
	size := 0
	for e := range p.Elements {
		el := &p.Elements[e]
		if el.Atom != atom.Noscript || size >= maxNoscript || slices.Contains(kept[el.First:el.End], true) {
			continue
		}
		if text := meta.Text(p.Nodes[e], maxNoscript-size); strings.Contains(text, " ") {
			size += len(text)
			out = append(out, extract.Removed{Text: text, Where: "noscript", Reason: "shown only without scripts"})
		}
	}
	return out
}
