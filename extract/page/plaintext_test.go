package page_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// tooDeep leaves more formatting elements open than the parser takes, which it opens again in each
// block, however flat the page is.
func tooDeep() string {
	var b strings.Builder
	for i := range 600 {
		fmt.Fprintf(&b, "<div><b id=b%d></div>", i)
	}
	return b.String()
}

// Pages that nest too deep for the parser, whatever is done about it, are read from their
// tokens.
func TestPlainText(t *testing.T) {
	for body, want := range map[string]string{
		"<p>one <b>two</b>\n three<p>four":                          "one two three\n\nfour",
		"<div><div>a</div>b</div>":                                  "a\n\nb",
		"<script>x</script><style>y</style><template>z</template>a": "a",
		"<p># no heading<p>*none*<p>1. none &lt;b>":                 "\\# no heading\n\n\\*none\\*\n\n1\\. none \\<b>",
		"a\u200bb": "ab",
	} {
		doc := read(t, "<title> A\n title </title>"+tooDeep()+body, extract.Options{})
		assert.Equal(t, want, doc.Markdown, body)
		assert.Equal(t, "A title", doc.Meta.Title)
		assert.Equal(t, extract.VerdictContent, doc.Verdict.Kind)
		assert.True(t, warned(doc, "extraction_fallback"))
		assert.True(t, warned(doc, "visibility_unknown"))
	}
	doc := read(t, tooDeep()+"<p> </p>", extract.Options{})
	assert.Equal(t, extract.VerdictEmpty, doc.Verdict.Kind)
	assert.Equal(t, []string{"no text that a reader can see"}, doc.Verdict.Evidence)
}
