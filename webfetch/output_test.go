package webfetch_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// The content of a packet is no longer than the body may be, whatever the format.
func TestContentIsBoundedByMaxBytes(t *testing.T) {
	const limit = 10_000
	client, err := webfetch.New(webfetch.Options{Limits: webfetch.Limits{MaxBytes: limit}})
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close() })
	for mediaType, body := range map[string]string{
		"text/plain":    strings.Repeat("* * *\n\n", limit/8),                                // every star is escaped
		"text/csv":      "a,b,c,d,e,f,g,h\n" + strings.Repeat("1,2,3,4,5,6,7,8\n", limit/17), // blanks around every cell
		"text/html":     "<p>words</p>" + strings.Repeat("<blockquote><p>* * *", limit/25),   // marks on every line
		"text/markdown": "# Title\n\n" + strings.Repeat("[a](b)\n\n", limit/9),
	} {
		p, err := client.Extract(t.Context(), extract.Source{MediaType: mediaType, Body: []byte(body)}, webfetch.ExtractOptions{})
		require.NoError(t, err, mediaType)
		assert.LessOrEqual(t, len(p.Content), limit, mediaType)
		assert.NotEmpty(t, p.Content, mediaType)
	}
}

// A call that allows a larger body than the client does reads all of it.
func TestACallAllowsLargerPages(t *testing.T) {
	body := "<h1>Tides</h1>" + strings.Repeat("<p>The tide comes in twice a day, and the boats wait for it at the quay.</p>", 200) + "<p>The end.</p>"
	s, c := served(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) }, func(o *webfetch.Options) { o.Limits.MaxBytes = 1000 })
	assert.Equal(t, webfetch.ContentTooLarge, fault(t, c, webfetch.Request{URL: s.URL}).Code)
	p, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL, MaxBytes: 100_000})
	require.NoError(t, err)
	assert.Contains(t, p.Content, "The end.")
	assert.Empty(t, p.Warnings)
}
