package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

func TestDescription(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"OpenGraph first", `<meta name=description content=B><meta property="og:description" content=A>`, "A"},
		{"plain", `<meta name=Description content="A  b ">`, "A b"},
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","description":"A"}</script><meta name=twitter:description content=B>`, "A"},
		{"Twitter", `<meta name=twitter:description content=A><meta name=dc.description content=B>`, "A"},
		{"Dublin Core", `<meta name=DC.Description content=A>`, "A"},
		{"the first of many", `<meta name=description content=A><meta name=description content=B>`, "A"},
		{"no content", `<meta name=description><meta name=description content=A>`, "A"},
	} {
		assert.Equal(t, c.want, readPage(t, c.html, "").Description, c.name)
	}
}

func TestLanguage(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"attribute before all", `<html lang=de><meta http-equiv=content-language content=en><meta property="og:locale" content=fr_FR>`, "de"},
		{"underscore", `<html lang=pt_BR>`, "pt-BR"},
		{"XML", `<html xml:lang=nl>`, "nl"},
		{"HTTP", `<meta http-equiv=Content-Language content="en-GB, de">`, "en-GB"},
		{"OpenGraph", `<meta property="og:locale" content=sv_SE>`, "sv-SE"},
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","inLanguage":{"@type":"Language","name":"it"}}</script>`, "it"},
		{"Dublin Core", `<meta name=DC.language content=pl>`, "pl"},
		{"plain", `<meta name=language content=fi>`, "fi"},
		{"name of a language in words", `<meta name=language content="English (British)">`, ""},
		{"blank attribute", `<html lang=" "><meta property="og:locale" content=sv_SE>`, "sv-SE"},
		{"none", ``, ""},
	} {
		assert.Equal(t, c.want, readPage(t, c.html, "").Language, c.name)
	}
}

func TestTags(t *testing.T) {
	for _, c := range []struct{ name, html, want string }{
		{"OpenGraph before all", `<meta property="article:tag" content="a"><meta property="article:tag" content="b"><meta name=keywords content="c">`, "a|b"},
		{"JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","keywords":"a, b"}</script><meta name=keywords content="c">`, "a|b"},
		{"JSON-LD list", `<script type="application/ld+json">{"@type":"Article","headline":"x","keywords":["a","b c"]}</script>`, "a|b c"},
		{"keywords", `<meta name=keywords content=" a ,, b,c ">`, "a|b|c"},
		{"none", `<meta name=keywords content=" , ">`, ""},
	} {
		assert.Equal(t, c.want, strings.Join(readPage(t, c.html, "").Tags, "|"), c.name)
	}
	many := readPage(t, `<meta name=keywords content="`+strings.Repeat("a,", 500)+`">`, "")
	assert.Len(t, many.Tags, 64)
	long := readPage(t, `<meta name=keywords content="`+strings.Repeat("a", 100)+`,b">`, "")
	assert.Equal(t, []string{"b"}, long.Tags)
}

// TestAddresses are resolved against the page, wherever they come from.
func TestAddresses(t *testing.T) {
	const page = "https://shore.example/news/tides?x=1"
	for _, c := range []struct {
		name, html string
		got        func(r meta.Result) string
		want       string
	}{
		{"canonical", `<link rel=canonical href=/tides>`, func(r meta.Result) string { return r.CanonicalURL }, "https://shore.example/tides"},
		{"first canonical", `<link rel=canonical href=/a><link rel=canonical href=/b>`, func(r meta.Result) string { return r.CanonicalURL }, "https://shore.example/a"},
		{"canonical before og:url", `<meta property="og:url" content=/b><link rel="alternate canonical" href=/a>`, func(r meta.Result) string { return r.CanonicalURL }, "https://shore.example/a"},
		{"og:url", `<meta property="og:url" content="https://shore.example/b">`, func(r meta.Result) string { return r.CanonicalURL }, "https://shore.example/b"},
		{"canonical that is none", `<link rel=canonical href="https://[x"><meta property="og:url" content=/b>`, func(r meta.Result) string { return r.CanonicalURL }, "https://shore.example/b"},
		{"image", `<meta property="og:image" content=a.jpg>`, func(r meta.Result) string { return r.Image }, "https://shore.example/news/a.jpg"},
		{"secure image", `<meta property="og:image" content=http://x.example/a><meta property="og:image:secure_url" content=https://x.example/a>`, func(r meta.Result) string { return r.Image }, "https://x.example/a"},
		{"image of Twitter", `<meta name=twitter:image content=/a.jpg>`, func(r meta.Result) string { return r.Image }, "https://shore.example/a.jpg"},
		{"image of JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","image":["/a.jpg","/b.jpg"]}</script>`, func(r meta.Result) string { return r.Image }, "https://shore.example/a.jpg"},
		{"image of a link", `<link rel=image_src href=/a.jpg>`, func(r meta.Result) string { return r.Image }, "https://shore.example/a.jpg"},
		{"next", `<link rel=next href="?page=2">`, func(r meta.Result) string { return r.Next }, "https://shore.example/news/tides?page=2"},
		{"next in the body", `<a rel="next nofollow" href=/2>more</a>`, func(r meta.Result) string { return r.Next }, "https://shore.example/2"},
		{"next in the head before the body", `<link rel=NEXT href=/2><a rel=next href=/3>more</a>`, func(r meta.Result) string { return r.Next }, "https://shore.example/2"},
		{"licence of a link", `<a rel=license href=https://creativecommons.org/licenses/by/4.0/>CC BY</a>`, func(r meta.Result) string { return r.License }, "https://creativecommons.org/licenses/by/4.0/"},
		{"licence of JSON-LD", `<script type="application/ld+json">{"@type":"Article","headline":"x","license":"https://l.example"}</script><meta name=license content=b>`, func(r meta.Result) string { return r.License }, "https://l.example"},
		{"rights of Dublin Core", `<meta name=DC.rights content="CC0">`, func(r meta.Result) string { return r.License }, "CC0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, c.got(readPage(t, c.html, page)))
		})
	}
}

func TestOtherFields(t *testing.T) {
	r := readPage(t, `<meta property="og:type" content=article><meta property="article:section" content=" Sea &amp;amp; shore ">
		<meta name=ROBOTS content="NoIndex,nofollow, max-snippet:5">`, "")
	assert.Equal(t, "Sea & shore", r.Section)
	assert.Equal(t, []string{"noindex", "nofollow", "max-snippet:5"}, r.Robots)
	assert.False(t, r.NotFreeToRead)
}

func TestNothingKnown(t *testing.T) {
	var p measure.Page
	assert.Equal(t, meta.Result{}, meta.Read(&p, nil))
	link := &html.Node{Type: html.ElementNode, Data: "link", Attr: []html.Attribute{{Key: "rel", Val: "canonical"}, {Key: "href", Val: "a/b"}}}
	p.Head.Link = []*html.Node{link}
	assert.Equal(t, "a/b", meta.Read(&p, nil).CanonicalURL, "addresses stay as they are without a base")
}

func TestTextIsBounded(t *testing.T) {
	n := &html.Node{Type: html.ElementNode, Data: "p"}
	n.AppendChild(&html.Node{Type: html.TextNode, Data: "near  by "})
	at := n
	for range 1000 {
		c := &html.Node{Type: html.ElementNode, Data: "b"}
		at.AppendChild(c)
		at = c
	}
	at.AppendChild(&html.Node{Type: html.TextNode, Data: "deep"})
	assert.Equal(t, "near by", meta.Text(n, 100))
	assert.Equal(t, "nea", meta.Text(n, 3))
	assert.Empty(t, meta.Text(n, 0))
}

// TestSources has the place that each field was taken from.
func TestSources(t *testing.T) {
	for _, c := range []struct {
		html, address string
		want          meta.Sources
	}{
		{`<title>Tides</title>`, "", meta.Sources{Title: "title element"}},
		{`<title>Tides of the bay</title><h1>Tides of the bay</h1><p>By Ada Finch</p><p>5 March 2024</p>`, "", meta.Sources{Title: "heading", Authors: "byline", Published: "line"}},
		{`<meta property="og:title" content=Tides><meta name=author content="Ada Finch"><meta name=date content=2024-03-05>`, "", meta.Sources{Title: "meta og:title", Authors: "meta author", Published: "meta date"}},
		{`<script type="application/ld+json">{"@type":"Article","headline":"Tides","author":"Ada Finch","datePublished":"2024-03-05"}</script>`, "", meta.Sources{Title: "ld headline", Authors: "ld author", Published: "ld datePublished"}},
		{`<h1>Tides</h1><a rel=author>Ada Finch</a><time datetime=2024-03-05></time>`, "", meta.Sources{Title: "heading", Authors: "rel author", Published: "time element"}},
		{`<p>Tides`, "https://shore.example/2024/03/05/tides", meta.Sources{Published: "address"}},
		{``, "", meta.Sources{}},
	} {
		assert.Equal(t, c.want, readPage(t, c.html, c.address).Sources, c.html)
	}
	r := readPage(t, `<h1>Boots</h1><p class=author>Ada Finch</p><p>5 March 2024</p>`, "")
	r.DropGuess()
	assert.Equal(t, meta.Sources{Title: "heading"}, r.Sources)
}
