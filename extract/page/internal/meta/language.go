package meta

import (
	"cmp"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// language returns the language of the page: what the html element says, else a meta, else
// the JSON-LD of what the page is about; "" for none.
func language(p *measure.Page, v *headValues, main ldNode) string {
	if n := p.Head.HTML; n != nil {
		if l := strings.TrimSpace(cmp.Or(htmltree.Attr(n, "lang"), htmltree.Attr(n, "xml:lang"))); l != "" {
			return languageTag(l)
		}
	}
	return languageTag(cmp.Or(v.meta["content-language"], v.meta["og:locale"], main.Language, v.meta["dc.language"], v.meta["language"]))
}

// languageTag makes a BCP 47 tag of what pages write: "en_US" and lists among them.
func languageTag(l string) string {
	l, _, _ = strings.Cut(l, ",")
	l = strings.ReplaceAll(strings.TrimSpace(l), "_", "-")
	if len(l) > 35 || strings.ContainsAny(l, " ;/") {
		return ""
	}
	return l
}
