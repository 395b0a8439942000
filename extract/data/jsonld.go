package data

import (
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// linkedData fills the metadata from JSON-LD (schema.org terms) and writes the
// body of an article as text. skip reports the values shown that way. For other
// JSON only a title is looked for.
func linkedData(t *tree, base *url.URL, w *mdwriter.Writer) (meta extract.Metadata, skip func(int32) bool) {
	root := int32(0)
	if graph := t.member(root, "@graph"); graph != 0 && t.kind(graph) == '[' {
		root = mainNode(t, graph)
	} else if t.kind(root) == '[' && t.container(root) {
		root = mainNode(t, root)
	}
	if t.kind(root) != '{' {
		return meta, nil
	}
	for _, key := range [...]string{"headline", "title"} {
		if meta.Title == "" {
			meta.Title = mdwriter.Fold(t.str(t.member(root, key)))
		}
	}
	if t.member(0, "@context") == 0 && t.member(root, "@type") == 0 {
		return meta, nil
	}
	if meta.Title == "" {
		meta.Title = mdwriter.Fold(t.str(t.member(root, "name")))
	}
	articleMeta(t, root, base, &meta)
	body := t.member(root, "articleBody")
	if text := t.str(body); strings.TrimSpace(text) != "" {
		for paragraph := range strings.SplitSeq(mdwriter.Printable(text), "\n\n") {
			w.Text(paragraph)
		}
		return meta, func(i int32) bool { return i == body && t.size(body) > smallValue/8 }
	}
	return meta, nil
}

// mainNode returns the element of a graph that is the document itself: the
// first with a headline or articleBody, else the first object.
func mainNode(t *tree, list int32) int32 {
	first := int32(0)
	for m := range t.members(list) {
		if t.kind(m) != '{' {
			continue
		}
		if first == 0 {
			first = m
		}
		if t.member(m, "headline") != 0 || t.member(m, "articleBody") != 0 {
			return m
		}
	}
	return first
}

func articleMeta(t *tree, root int32, base *url.URL, meta *extract.Metadata) {
	meta.Description = mdwriter.Fold(t.str(t.member(root, "description")))
	meta.Authors = personNames(t, t.member(root, "author"))
	if publisher := personNames(t, t.member(root, "publisher")); len(publisher) > 0 {
		meta.SiteName = publisher[0]
	}
	meta.Published, _, _ = datetime.Parse(t.str(t.member(root, "datePublished")))
	meta.Modified, _, _ = datetime.Parse(t.str(t.member(root, "dateModified")))
	meta.Language = mdwriter.Fold(t.str(t.member(root, "inLanguage")))
	meta.CanonicalURL = mdwriter.Target(t.str(t.member(root, "url")), base)
	meta.Section = mdwriter.Fold(t.str(t.member(root, "articleSection")))
}

func personNames(t *tree, i int32) []string {
	if i == 0 {
		return nil
	}
	switch t.kind(i) {
	case '"':
		return []string{mdwriter.Fold(t.str(i))}
	case '{':
		if name := mdwriter.Fold(t.str(t.member(i, "name"))); name != "" {
			return []string{name}
		}
	case '[':
		var all []string
		for m := range t.members(i) {
			if t.kind(m) != '[' && len(all) < 100 {
				all = append(all, personNames(t, m)...)
			}
		}
		return all
	}
	return nil
}
