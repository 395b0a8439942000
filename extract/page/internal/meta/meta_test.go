package meta_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

func measured(t testing.TB, body string) *measure.Page {
	t.Helper()
	_, p := measuretest.Page(t, body)
	return p
}

func readPage(t testing.TB, body, address string) meta.Result {
	t.Helper()
	u, err := url.Parse(address)
	require.NoError(t, err)
	return meta.Read(measured(t, body), u)
}

func TestOrderOfTrust(t *testing.T) {
	const linkedData = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
		{"@type":"WebSite","name":"Shore Paper"},
		{"@type":"NewsArticle","headline":"Tides, \u201cexplained\u201d","datePublished":"2024-03-05T08:00:00Z","dateModified":"2024-03-06","author":{"@id":"#ada"},"inLanguage":"en","keywords":["tide","bay"],"image":{"url":"/a.jpg"}},
		{"@type":"Person","@id":"#ada","name":"Ada Finch"}]}</script>`
	r := readPage(t, `<html lang="en_GB"><head>`+linkedData+`<title>Tides | Shore Paper</title><meta name="author" content="Desk">
		<meta property="article:published_time" content="2020-01-01"><link rel="canonical" href="/tides"><link rel="next" href="?page=2"><meta name="robots" content="noindex, NOFOLLOW"></head><body><h1>Tides</h1></body></html>`, "https://shore.example/x/y?z")
	assert.Equal(t, []string{"Ada Finch"}, r.Authors)
	assert.Equal(t, "2024-03-05", r.Published.Format(time.DateOnly))
	assert.Equal(t, "2024-03-06", r.Modified.Format(time.DateOnly))
	assert.Empty(t, r.DateCaveat)
	assert.Equal(t, "Shore Paper", r.SiteName)
	assert.Equal(t, "Tides", r.Title)
	assert.Equal(t, "en-GB", r.Language)
	assert.Equal(t, []string{"tide", "bay"}, r.Tags)
	assert.Equal(t, "https://shore.example/a.jpg", r.Image)
	assert.Equal(t, "https://shore.example/tides", r.CanonicalURL)
	assert.Equal(t, "https://shore.example/x/y?page=2", r.Next)
	assert.Equal(t, []string{"noindex", "nofollow"}, r.Robots)
}

func TestWhatPagesShow(t *testing.T) {
	for name, test := range map[string]struct {
		body, address, author, date string
		doubtful                    bool
	}{
		"byline class":   {"<h1>Tides</h1><div class=byline>By Ada Finch</div>", "", "Ada Finch", "", false},
		"byline text":    {"<h1>Tides</h1><p>By Ada Finch | 3 comments</p>", "", "Ada Finch", "", false},
		"rel author":     {"<h1>Tides</h1><a rel=author href=/a>Ada Finch</a>", "", "Ada Finch", "", false},
		"microdata":      {"<h1>Tides</h1><span itemprop=author itemscope><b itemprop=name>Ada Finch</b></span><meta itemprop=datePublished content=2024-03-05>", "", "Ada Finch", "2024-03-05", false},
		"time element":   {"<h1>Tides</h1><time datetime=2024-03-05>yesterday</time>", "", "", "2024-03-05", false},
		"text near":      {"<h1>Tides</h1><p>5 March 2024, 8:00</p>", "", "", "2024-03-05", false},
		"address":        {"<h1>Tides</h1>", "https://shore.example/2024/03/05/tides", "", "2024-03-05", false},
		"commenter":      {"<h1>Tides</h1><div class=comment-author>tern says</div>", "", "", "", false},
		"name of a user": {"<meta name=author content=admin><h1>Tides</h1>", "", "", "", false},
		"dublin core":    {"<meta name=DC.creator content='Ada Finch'><meta name=DC.date.issued content=2024-03-05>", "", "Ada Finch", "2024-03-05", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := readPage(t, test.body, test.address)
			assert.Equal(t, test.author, strings.Join(r.Authors, ", "))
			got := ""
			if !r.Published.IsZero() {
				got = r.Published.Format(time.DateOnly)
			}
			assert.Equal(t, test.date, got)
			assert.Equal(t, test.doubtful, r.DateCaveat != "")
		})
	}
}

// TestPassagesThatBeginAlike are the same text, as a description and in full.
func TestPassagesThatBeginAlike(t *testing.T) {
	const start = "The ferry sails twice a day in winter, and it says so in letters as large as could be found on the island"
	src := `{"about":"` + start + `.","body":"<p>` + start + `, which are red.</p>","pages":["` + start + `"],"other":"Whoever misses the ferry sleeps on the island, in one of two rooms above the shop."}`
	assert.Equal(t, []string{"<p>" + start + ", which are red.</p>", "Whoever misses the ferry sleeps on the island, in one of two rooms above the shop."}, meta.Passages(src, nil))
}

func TestPassages(t *testing.T) {
	src := `{"title":"Short one.","body":"The ferry sails twice a day in winter, and it says so in letters as large as could be found.","again":"The ferry sails twice a day in winter, and it says so in letters as large as could be found.","css":"a{b:c} d{e:f;} g{h:i} j k l m n o p q r s t u v w x y z {a=b} {c=d} {e=f}."}`
	assert.Equal(t, []string{"The ferry sails twice a day in winter, and it says so in letters as large as could be found."}, meta.Passages(src, nil))
	wrapped := `{"topic":"{\"posts\":[{\"cooked\":\"<p>Whoever misses the ferry sleeps on the island, in one of two rooms above the shop.</p>\"}]}"}`
	assert.Equal(t, []string{"<p>Whoever misses the ferry sleeps on the island, in one of two rooms above the shop.</p>"}, meta.Passages(wrapped, nil))
	deep := `"x"`
	for range 3 + 2 {
		out, err := json.Marshal(map[string]string{"a": deep, "b": "Whoever misses the ferry sleeps on the island, in one of two rooms above the shop."})
		require.NoError(t, err)
		deep = string(out)
	}
	assert.Len(t, meta.Passages(deep, nil), 1)
}

func TestFoldSpace(t *testing.T) {
	for s, want := range map[string]string{
		"": "", " ": "", "a": "a", " a b ": "a b", "a  b": "a b", "a\nb": "a b", "a\u00a0b": "a b", "a\fb": "a b", "\u00a0é ": "é", "a\xc2": "a\xc2",
	} {
		assert.Equal(t, want, meta.FoldSpace(s), "%q", s)
	}
}
