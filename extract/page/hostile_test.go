package page_test

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

func read(t testing.TB, body string, options extract.Options) *extract.Document {
	t.Helper()
	u, err := url.Parse("https://shore.example/news/tides#why")
	require.NoError(t, err)
	doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{URL: u, MediaType: "text/html; charset=utf-8", Body: []byte(body), Options: options})
	require.NoError(t, err)
	require.NoError(t, doc.Check())
	return doc
}

func warned(doc *extract.Document, kind string) bool {
	for _, w := range doc.Warnings {
		if w.Type == kind {
			return true
		}
	}
	return false
}

// The parser refuses what is nested deeper than 512 elements; html and body are
// two of them.
func TestDepth(t *testing.T) {
	for _, test := range []struct {
		depth int
		told  bool
	}{{1, false}, {500, false}, {600, true}, {100_000, true}} {
		body := "<title>Deep</title>" + strings.Repeat("<div>", test.depth) + "<p>At the bottom of the well there is *water*."
		doc := read(t, body, extract.Options{})
		assert.Equal(t, test.told, warned(doc, "visibility_unknown"), "depth %d", test.depth)
		assert.Contains(t, doc.Markdown, "At the bottom of the well", "depth %d", test.depth)
		assert.Equal(t, "Deep", doc.Meta.Title)
	}
}

func TestHostilePagesAreRead(t *testing.T) {
	for name, body := range hostile(1 << 17) {
		doc, err := page.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "text/html", Body: body})
		require.NoError(t, err, name)
		require.NoError(t, doc.Check(), name)
		size := 0
		for _, r := range doc.Removed {
			size += len(r.Text)
		}
		assert.LessOrEqual(t, size, 256<<10, name)
		assert.LessOrEqual(t, len(doc.Links), 20_000, name)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	doc, err := page.Extractor{}.Extract(ctx, &extract.Source{Body: bytes.Repeat([]byte("<p>x"), 1000)})
	assert.Nil(t, doc)
	assert.ErrorIs(t, err, context.Canceled)
}

func TestBadSelector(t *testing.T) {
	for selector, bad := range map[string]bool{".menu, #top": false, "p:nth-child(2n+1)": false, "p[": true, "::nope(": true, strings.Repeat("a,", 4000) + "a": true} {
		_, err := page.Extractor{}.Extract(context.Background(), &extract.Source{Body: []byte(article), Options: extract.Options{RemoveSelectors: []string{selector}}})
		assert.Equal(t, bad, errors.Is(err, extract.ErrBadSelector), "%.20s", selector)
	}
}
