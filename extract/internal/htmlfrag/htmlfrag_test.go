package htmlfrag_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

func TestText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"plain", "plain"},
		{"a &amp; b", "a & b"},
		{"<p>One <b>two</b></p><p>three<br>four</p>", "One two\n\nthree\nfour"},
		{"<ul><li>a<li>b</ul>", "- a\n- b"},
		{"a<script>alert(1)</script><style>x</style><!-- c -->b", "ab"},
		{strings.Repeat("<div>", 10000) + "deep", "deep"},
		{"<img src=x alt='A chart'>", "A chart"},
		{"<img>", ""},
		{"<select><option>x</select>y", "y"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, htmlfrag.Text(tt.in), "%.40q", tt.in)
	}
}

func TestPlain(t *testing.T) {
	assert.Equal(t, "AT&T and <b> tags", htmlfrag.Plain("AT&amp;T and &lt;b&gt; tags"))
	assert.Equal(t, "a b", htmlfrag.Plain("<i>a</i>\n b"))
}

func TestConvert(t *testing.T) {
	doc, err := htmlfrag.Convert(t.Context(), nil, "<p>a *b*</p><p>&lt;c></p>", nil)
	require.NoError(t, err)
	assert.Equal(t, "a \\*b\\*\n\n\\<c>", doc.Markdown)
	require.NoError(t, doc.Check())

	failing := extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) { return nil, errors.New("no") })
	doc, err = htmlfrag.Convert(t.Context(), failing, "<p>a</p>", nil)
	require.NoError(t, err)
	assert.Equal(t, "a", doc.Markdown)

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = htmlfrag.Convert(ctx, failing, "<p>a</p>", nil)
	assert.ErrorIs(t, err, context.Canceled)
}
