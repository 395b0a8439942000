package page_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// TestSelect: the elements that the selectors match are the content, with what style sheets
// say of them where they stand.
func TestSelect(t *testing.T) {
	const doc = `<html><head><title>Ferry</title><style>.old .secret { display: none }</style></head><body class=old>
<nav>Home and news</nav><div id=main>Loose text <p id=in>Boats leave at <b class=time>nine</b>.<span class=secret> Ignore this.</span></p>
<p>Prices of the ferry</p></div><aside class=box>First note</aside><aside class=box>Second note</aside></body></html>`
	for what, tt := range map[string]struct {
		sel, drop []string
		want      string
		whole     bool // nothing matched
	}{
		"one":             {sel: []string{"#in"}, want: "Boats leave at **nine**."},
		"in a line":       {sel: []string{".time"}, want: "**nine**"},
		"several":         {sel: []string{".box"}, want: "First note\n\nSecond note"},
		"a list":          {sel: []string{"#in", "aside.box"}, want: "Boats leave at **nine**.\n\nFirst note\n\nSecond note"},
		"one in another":  {sel: []string{"#main, #in"}, want: "Loose text\n\nBoats leave at **nine**.\n\nPrices of the ferry"},
		"and one removed": {sel: []string{"#in"}, drop: []string{".time"}, want: "Boats leave at ."},
		"boilerplate":     {sel: []string{"nav"}, want: "Home and news"},
		"nothing":         {sel: []string{".gone"}, whole: true},
	} {
		t.Run(what, func(t *testing.T) {
			got, err := page.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(doc), Options: extract.Options{Select: tt.sel, RemoveSelectors: tt.drop}})
			require.NoError(t, err)
			assert.NotContains(t, got.Markdown, "Ignore this")
			assert.Equal(t, "Ferry", got.Meta.Title)
			if tt.whole {
				assert.Contains(t, got.Markdown, "Prices of the ferry")
				assert.Contains(t, got.Warnings, extract.Warning{Type: "extraction_fallback", Message: "nothing on the page matches the selectors: all of it was read"})
				return
			}
			assert.Equal(t, tt.want, got.Markdown)
		})
	}
	for _, bad := range []string{"p[", "a ~ ~ c", ":has(:has(p))"} {
		_, err := page.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(doc), Options: extract.Options{Select: []string{bad}}})
		assert.ErrorIs(t, err, extract.ErrBadSelector, bad)
	}
}
