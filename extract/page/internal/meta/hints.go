package meta

import (
	"cmp"
	_ "embed"
	"net/url"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Hints returns what the head of the page says to the choice of features. A nil
// u, or one without a host, is an unknown address.
func Hints(h *measure.Head, u *url.URL) features.Hints {
	hints := features.Hints{PathSegments: -1}
	if u != nil && u.Host != "" {
		hints.PathSegments = len(strings.FieldsFunc(u.Path, func(c rune) bool { return c == '/' }))
		hints.Address, hints.Query = u.Path, u.RawQuery
		if u.RawQuery != "" {
			hints.PathSegments += 20
		}
	}
	if h.Title != nil && h.Title.FirstChild != nil {
		hints.Title = h.Title.FirstChild.Data
	}
	described := ""
	for _, n := range h.Meta {
		content := htmltree.Attr(n, "content")
		if content == "" {
			continue
		}
		switch strings.ToLower(htmltree.Attr(n, "name")) { // names are compared regardless of case (HTML, 4.2.5.1)
		case "generator":
			hints.Generator = content
		case "description":
			described = cmp.Or(described, content)
		}
		switch strings.ToLower(htmltree.Attr(n, "property")) {
		case "og:title":
			hints.Title = content
		case "og:description":
			hints.Description = content
		case "og:type":
			hints.Type = content
		}
	}
	hints.Description = cmp.Or(hints.Description, described)
	for _, n := range h.JSONLD {
		if n.FirstChild != nil {
			hints.Schema |= schemaTypes(n.FirstChild.Data)
		}
	}
	return hints
}

// schemaTypes returns the types of all objects in a JSON text, each a string or a list of strings. An object with the
// types CreativeWork and Product is the subscription that an article behind a paywall belongs to, not goods (Google Search Central,
// "Structured data for subscription and paywalled content").
func schemaTypes(text string) (found features.SchemaTypes) {
	const key = `"@type"`
	for i := strings.Index(text, key); i >= 0; i = strings.Index(text, key) {
		value := strings.TrimLeft(text[i+len(key):], " \t\r\n:[")
		types, isWork := features.SchemaTypes(0), false
		for strings.HasPrefix(value, `"`) {
			kind, rest, _ := strings.Cut(value[1:], `"`)
			types, isWork = types|schemaType(kind), isWork || kind == "CreativeWork"
			value = strings.TrimLeft(rest, " \t\r\n,")
		}
		if isWork {
			types &^= features.SchemaProduct
		}
		text, found = value, found|types
	}
	return found
}

// schemaTypeText has a line for each of features.SchemaTypes in their order: the types of schema.org that are of it.
//
//go:embed schematypes.txt
var schemaTypeText string

var schemaTypeLines = sync.OnceValue(func() map[string]int { return lineNumbers(schemaTypeText) })

func schemaType(t string) features.SchemaTypes { return 1 << schemaTypeLines()[schemaName(t)] >> 1 }
