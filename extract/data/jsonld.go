package data

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// linkedData fills the metadata from JSON-LD (schema.org terms) and writes the
// body of an article as text. skip reports the values shown that way. For other
// JSON only a title is looked for.
func linkedData(t *tree, base *url.URL, w *mdwriter.Writer) (meta extract.Metadata, skip func(int32) bool) {
	root := mainNode(t)
	text := func(key string) string { return mdwriter.Fold(t.str(t.member(root, key))) }
	date := func(key string) time.Time {
		when, _, _ := datetime.Parse(text(key))
		return when
	}
	meta.Title = cmp.Or(text("headline"), text("title"))
	if t.member(0, "@context") == 0 && t.member(root, "@type") == 0 {
		return meta, nil
	}
	meta = extract.Metadata{
		Title: cmp.Or(meta.Title, text("name")), Description: text("description"), Authors: names(t, t.member(root, "author")),
		Published: date("datePublished"), Modified: date("dateModified"), Language: text("inLanguage"), Section: text("articleSection"),
		CanonicalURL: mdwriter.Target(t.str(t.member(root, "url")), base),
	}
	if publisher := names(t, t.member(root, "publisher")); len(publisher) > 0 {
		meta.SiteName = publisher[0]
	}
	body := t.member(root, "articleBody")
	if text := t.str(body); strings.TrimSpace(text) != "" {
		for paragraph := range strings.SplitSeq(mdwriter.Printable(text), "\n\n") {
			w.Text(paragraph)
		}
		return meta, func(i int32) bool { return i == body && t.size(body) > smallValue/8 }
	}
	return meta, nil
}

// mainNode returns the object that the document is about: the root, or of a graph or list
// the first with a headline or articleBody, else the first object.
func mainNode(t *tree) (main int32) {
	list := int32(0)
	if graph := t.member(0, "@graph"); graph != 0 && t.kind(graph) == '[' {
		list = graph
	}
	if t.kind(list) != '[' {
		return 0
	}
	for m := range t.members(list) {
		if t.kind(m) == '{' && main == 0 {
			main = m
		}
		if t.member(m, "headline") != 0 || t.member(m, "articleBody") != 0 {
			return m
		}
	}
	return main
}

// names returns the name of a person or organisation, or of each in a list.
func names(t *tree, i int32) (list []string) {
	if i == 0 {
		return nil
	}
	switch t.kind(i) {
	case '"':
		if name := mdwriter.Fold(t.str(i)); name != "" {
			list = []string{name}
		}
	case '{':
		return names(t, t.member(i, "name"))
	case '[':
		for m := range t.members(i) {
			if t.kind(m) != '[' && len(list) < 100 {
				list = append(list, names(t, m)...)
			}
		}
	}
	return list
}
