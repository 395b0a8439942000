package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// Text that an opaque box lies over is no content, and is handed to the scan as what
// nobody sees.
func TestCoveredText(t *testing.T) {
	const seen, unseen = "The quay at noon, seen from the mole, with the fishing boats in two rows.", "Only a model reads of the seventh lighthouse."
	for name, part := range map[string]string{
		"a generated box": "<style>.c{position:relative}.c::after{content:'';position:absolute;inset:0;background:#fff}</style><p class=c>" + unseen + "</p>",
		"an element":      `<div style="position:relative"><p>` + unseen + `</p><div style="position:absolute;top:0;left:0;width:100%;height:100%;background:white"></div></div>`,
		"text alone":      `<div style="position:relative">` + unseen + `<span style="position:absolute;inset:0;background:white"></span></div>`,
		"a back side":     `<p style="backface-visibility:hidden;transform:rotateY(180deg)">` + unseen + "</p>",
		"no room":         `<div style="display:grid;grid-template-rows:0fr"><p style="overflow:hidden">` + unseen + "</p></div>",
	} {
		body := "<!DOCTYPE html><title>Harbour</title><main><h1>Harbour</h1><p>" + seen + "</p>" + part + "<p>" + seen + "</p></main>"
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
		require.NoError(t, err)
		assert.NotContains(t, doc.Markdown, "lighthouse", name)
		assert.Equal(t, 2, strings.Count(doc.Markdown, seen), name)
		var removed strings.Builder
		for _, r := range doc.Removed {
			removed.WriteString(r.Text)
		}
		assert.Contains(t, removed.String(), unseen, name)
	}
}

// The text of a drawing is never content, seen or not.
func TestTextOfDrawings(t *testing.T) {
	const body = "<!DOCTYPE html><p>The quay at noon, seen from the mole.</p><svg width=200 height=50><text y=20>lighthouse</text><text y=20 fill=none>lighthouse</text></svg>"
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
	require.NoError(t, err)
	assert.NotContains(t, doc.Markdown, "lighthouse")
}
