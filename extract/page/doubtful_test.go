package page_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// Text that declarations may hide is content, and the scan looks at it as at hidden text: where
// a value is not understood, and where only a layout would tell.
func TestDoubtfulText(t *testing.T) {
	const seen, unsure = "The quay at noon, seen from the mole, with the fishing boats in two rows.", "Only a model reads of the seventh lighthouse."
	for name, part := range map[string]string{
		"a back side":             `<p style="backface-visibility:hidden;transform:rotateY(180deg)">` + unsure + "</p>",
		"a colour":                `<p style="color:color-mix(in srgb, white 100%, black)">` + unsure + "</p>",
		"a number":                `<p style="opacity:calc(sin(0))">` + unsure + "</p>",
		"a condition":             `<style>.k{display:if(media(width > 0px):none;else:block)}</style><p class=k>` + unsure + "</p>",
		"white on a picture":      `<div style="background:url(quay.jpg)"><p style="color:#fff">` + unsure + "</p></div>",
		"a box moved back":        `<p style="position:absolute;left:-100px">` + unsure + "</p>",
		"a rule that isn't known": `<style>@scope (main){.k{display:none}}</style><p class=k>` + unsure + "</p>",
	} {
		body := "<!DOCTYPE html><title>Harbour</title><main><h1>Harbour</h1><p>" + seen + "</p>" + part + "<p>" + seen + "</p></main>"
		doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
		require.NoError(t, err)
		assert.Contains(t, doc.Markdown, unsure, name)
		assert.Equal(t, 2, strings.Count(doc.Markdown, seen), name)
		var doubtful strings.Builder
		for _, r := range doc.Doubtful {
			doubtful.WriteString(r.Text)
		}
		assert.Contains(t, doubtful.String(), unsure, name)
	}
}

// The text of a drawing is never content, seen or not.
func TestTextOfDrawings(t *testing.T) {
	const body = "<!DOCTYPE html><p>The quay at noon, seen from the mole.</p><svg width=200 height=50><text y=20>lighthouse</text><text y=20 fill=none>lighthouse</text></svg>"
	doc, err := page.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/html; charset=utf-8", Body: []byte(body)})
	require.NoError(t, err)
	assert.NotContains(t, doc.Markdown, "lighthouse")
}
