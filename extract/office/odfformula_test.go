package office_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// TestOpenFormulas are documents of MathML that the extractor of pages reads.
func TestOpenFormulas(t *testing.T) {
	var seen []string
	hook := extract.ExtractorFunc(func(_ context.Context, src *extract.Source) (*extract.Document, error) {
		seen = append(seen, string(src.Body))
		return &extract.Document{Markdown: "x$E=mc^2$"}, nil
	})
	document := func(body string) string {
		return "<office:document-content><office:body><office:text>" + body + "</office:text></office:body></office:document-content>"
	}
	const object = `<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>`
	doc, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", `<?xml version="1.0"?><math:math display="block"><math:mi>E</math:mi></math:math>`,
		"content.xml", document("<text:p>As "+object+" has it.</text:p><text:p>"+object+`</text:p><text:p>No <draw:object xlink:href="./Chart"/>chart.</text:p>`))})
	require.NoError(t, err)
	assert.Equal(t, "As $E=mc^2$ has it.\n\n$$E=mc^2$$\n\nNo chart.", doc.Markdown)
	assert.Equal(t, "<p>x<math><mi>E</mi></math></p>", seen[0])

	for size, want := range map[int]int{64 << 10: 1, 64<<10 + 1: 0} {
		seen = nil
		math := "<math>" + strings.Repeat("x", size-len("<math></math>")) + "</math>"
		_, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", math, "content.xml", document("<text:p>a"+object+"</text:p>"))})
		require.NoError(t, err)
		assert.Len(t, seen, want)
	}
	for n, want := range map[int]int{5000: 5000, 5001: 5000} {
		seen = nil
		_, err := office.Extractor{HTML: hook}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", "<math>x</math>", "content.xml", document("<text:p>a"+strings.Repeat(object, n)+"</text:p>"))})
		require.NoError(t, err)
		assert.Len(t, seen, want)
	}
	plain, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: pack(t, "Object 1/content.xml", "<math>x</math>", "content.xml", document("<text:p>a"+object+"</text:p>"))})
	require.NoError(t, err)
	assert.Equal(t, "a", plain.Markdown)
}
