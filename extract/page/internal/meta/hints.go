package meta

import (
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
		hints.PathSegments = 0
		for s := range strings.SplitSeq(u.Path, "/") {
			if s != "" {
				hints.PathSegments++
			}
		}
		hints.Address, hints.Query = u.Path, u.RawQuery
		if u.RawQuery != "" {
			hints.PathSegments += 20
		}
	}
	if h.Title != nil && h.Title.FirstChild != nil {
		hints.Title = h.Title.FirstChild.Data
	}
	for _, n := range h.Meta {
		if htmltree.Attr(n, "name") == "generator" {
			hints.Generator = htmltree.Attr(n, "content")
		}
		if htmltree.Attr(n, "name") == "description" && hints.Description == "" {
			hints.Description = htmltree.Attr(n, "content")
		}
		switch htmltree.Attr(n, "property") {
		case "og:description":
			if c := htmltree.Attr(n, "content"); c != "" {
				hints.Description = c
			}
		case "og:title":
			if c := htmltree.Attr(n, "content"); c != "" {
				hints.Title = c
			}
		case "og:type":
			hints.Type = htmltree.Attr(n, "content")
		}
	}
	for _, n := range h.JSONLD {
		if n.FirstChild != nil {
			hints.Schema |= schemaTypes(n.FirstChild.Data)
		}
	}
	return hints
}

func schemaTypes(s string) features.SchemaTypes {
	var found features.SchemaTypes
	for {
		i := strings.Index(s, `"@type"`)
		if i < 0 {
			return found
		}
		s = strings.TrimLeft(s[i+len(`"@type"`):], " \t\r\n:[")
		for strings.HasPrefix(s, `"`) {
			end := strings.IndexByte(s[1:], '"')
			if end < 0 {
				return found
			}
			found |= schemaType(s[1 : 1+end])
			s = strings.TrimLeft(s[end+2:], " \t\r\n,")
			if strings.HasPrefix(strings.TrimLeft(s[min(1, len(s)):], "@"), "type") {
				break
			}
			if j := strings.IndexAny(s, `:]}`); j < 0 || s[j] == ':' {
				break
			}
		}
	}
}

// schemaTypeText has a line for each of features.SchemaTypes in their order: the types of schema.org that are of it.
//
//go:embed schematypes.txt
var schemaTypeText string

var schemaTypeNames = sync.OnceValue(func() map[string]features.SchemaTypes {
	names, of := map[string]features.SchemaTypes{}, features.SchemaTypes(1)
	for line := range strings.Lines(schemaTypeText) {
		for name := range strings.FieldsSeq(line) {
			names[name] = of
		}
		of <<= 1
	}
	return names
})

func schemaType(t string) features.SchemaTypes { return schemaTypeNames()[schemaName(t)] }
