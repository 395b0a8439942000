package feed

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func jsonFeedOf(items int) string {
	var b strings.Builder
	for i := range items {
		fmt.Fprintf(&b, `, {"id":"%d","content_text":"] item %d"}`, i, i)
	}
	return `{"version":"https://jsonfeed.org/version/1","items": [` + strings.TrimPrefix(b.String(), ",") + ` ] ,"title":"Tides"}`
}

// Of a JSON Feed, no more items are read than are shown, and one to tell of it.
func TestItemsOfAJSONFeedAreBounded(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, maxItems: maxItems, maxItems + 1: maxItems + 1, maxItems + 2: maxItems + 1, 3 * maxItems: maxItems + 1} {
		f, _, _, err := parse(t.Context(), jsonFeedOf(n))
		require.NoError(t, err)
		assert.Len(t, f.Items, want)
		assert.Equal(t, "Tides", f.Title, "what follows the items stays")
	}
	doc, err := Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "application/feed+json", Body: []byte(jsonFeedOf(maxItems + 5))})
	require.NoError(t, err)
	require.Len(t, doc.Warnings, 1)
	assert.Equal(t, extract.WarnTruncated, doc.Warnings[0].Type)
	assert.Contains(t, doc.Markdown, fmt.Sprintf("item %d", maxItems-1))
	assert.NotContains(t, doc.Markdown, fmt.Sprintf("item %d", maxItems))
}

func TestMalformedJSONFeeds(t *testing.T) {
	for _, body := range []string{"{", `{"items":`, `{"items":3}`, `{"items":[1,`, `{"items":[1]}`, `{"a":[1,2],"items":{"b":1}}`, `{"a" "b"}`, `{"title":"a"} x`, `{"title":3}`, `{"b":1}`} {
		_, _, _, err := parse(t.Context(), body)
		assert.ErrorIs(t, err, extract.ErrMalformed, body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, _, _, err := parse(ctx, jsonFeedOf(3*maxItems))
	assert.ErrorIs(t, err, context.Canceled)
}
