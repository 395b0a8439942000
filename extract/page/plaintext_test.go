package page_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

func TestPlainText(t *testing.T) {
	for body, want := range map[string]string{
		"<p>one <b>two</b>\n three<p>four":                          "one two three\n\nfour",
		"<div><div>a</div>b</div>":                                  "a\n\nb",
		"<script>x</script><style>y</style><template>z</template>a": "a",
		"<p># no heading<p>*none*<p>1. none &lt;b>":                 "\\# no heading\n\n\\*none\\*\n\n1\\. none \\<b>",
		"a\u200bb": "ab",
	} {
		doc, err := page.PlainText(t.Context(), []byte("<title> A\n title </title>"+body))
		require.NoError(t, err)
		require.NoError(t, doc.Check())
		assert.Equal(t, want, doc.Markdown, body)
		assert.Equal(t, "A title", doc.Meta.Title)
		assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind)
		assert.Equal(t, extract.WarnFallback, doc.Warnings[0].Type)
	}
	doc, err := page.PlainText(t.Context(), []byte("<p> </p>"))
	require.NoError(t, err)
	assert.Equal(t, extract.VerdictEmpty, doc.Verdict.Kind)
	assert.Equal(t, []string{"no text that a reader can see"}, doc.Verdict.Evidence)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = page.PlainText(ctx, []byte("<p>a"))
	assert.ErrorIs(t, err, context.Canceled)
}
