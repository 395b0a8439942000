package meta_test

import (
	"net/url"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure/measuretest"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// TestHintsOfAddresses counts the segments of addresses, where there is a site
// that they are of.
func TestHintsOfAddresses(t *testing.T) {
	for address, path := range map[string]int{
		"https://shore.example":            0,
		"https://shore.example/":           0,
		"https://shore.example/a":          1,
		"https://shore.example/a//b/":      2,
		"https://shore.example/a/b?page=2": 22,
		"//shore.example/a":                1,
		"/a/b":                             -1,
		"file:///home/a/b.html":            -1,
		"copy::shore.example-a.html":       -1,
		"":                                 -1,
	} {
		u, err := url.Parse(address)
		require.NoError(t, err)
		h := meta.Hints(&measure.Head{}, u)
		assert.Equal(t, path, h.PathSegments, address)
		assert.Equal(t, path >= 1, len(h.Address) > 1, address)
	}
	assert.Equal(t, -1, meta.Hints(&measure.Head{}, nil).PathSegments)
}

// The names of metadata are compared regardless of case: old generators and some shops write them in capitals.
func TestHintsOfNamesInCapitals(t *testing.T) {
	_, p := measuretest.Page(t, `<META NAME="GENERATOR" CONTENT="Modular DocBook HTML Stylesheet"><META NAME="Description" CONTENT="of tides"><META PROPERTY="OG:Title" CONTENT="Tides"><META PROPERTY="OG:TYPE" CONTENT="article">`)
	h := meta.Hints(&p.Head, nil)
	assert.Equal(t, []string{"Modular DocBook HTML Stylesheet", "of tides", "Tides", "article"}, []string{h.Generator, h.Description, h.Title, h.Type})
}

// What a paper sells its subscribers makes no page of goods of its articles.
func TestHintsOfPaidArticles(t *testing.T) {
	for data, want := range map[string]features.SchemaTypes{
		`{"@type":"NewsArticle","isPartOf":{"@type":["CreativeWork","Product"],"name":"Shore"}}`: features.SchemaArticle,
		`{"@type":["Product","CreativeWork"]}`:                                                   0,
		`{"@type":["Product","Car"]}`:                                                            features.SchemaProduct,
		`[{"@type":"CreativeWork"},{"@type":"Product"}]`:                                         features.SchemaProduct,
	} {
		_, p := measuretest.Page(t, `<script type="application/ld+json">`+data+`</script><p>Tides</p>`)
		assert.Equal(t, want, meta.Hints(&p.Head, nil).Schema, data)
	}
}
