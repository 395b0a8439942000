package webfetch_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func TestAddressesHaveALimit(t *testing.T) {
	const longest = 8 << 10
	s := serving(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("text")) })
	c := s.client(t)
	base := s.URL + "/"
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: base + strings.Repeat("x", longest-len(base))})
	assert.NoError(t, err)
	_, err = c.Fetch(t.Context(), webfetch.Request{URL: base + strings.Repeat("x", longest-len(base)+1)})
	assert.ErrorIs(t, err, webfetch.InvalidURL)
}

func TestAPageSpeaksForItsOwnSiteOnly(t *testing.T) {
	const address = "https://www.example.com/a?x=1"
	page, err := url.Parse(address)
	require.NoError(t, err)
	c, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer c.Close()
	canonical := func(page *url.URL, named string) string {
		body := `<link rel="canonical" href="` + named + `"><main><p>Boats float because they push water away.</p></main>`
		p, err := c.Extract(t.Context(), extract.Source{URL: page, MediaType: "text/html", Body: []byte(body)}, webfetch.ExtractOptions{})
		require.NoError(t, err)
		return p.CanonicalURL
	}
	for named, own := range map[string]bool{
		"https://example.com/a":              true,
		"http://www.example.com/a":           true,
		"https://evil.example/a":             false,
		"https://example.com.evil.example/a": false,
		"javascript:alert(1)":                false,
		"":                                   false,
		"https://me@example.com/":            false,
	} {
		want := address
		if own {
			want = named
		}
		assert.Equal(t, want, canonical(page, named), named)
	}
}
