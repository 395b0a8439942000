package extract_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func boundable() *extract.Document {
	return &extract.Document{
		Markdown:  "# A\n\n[f](t)\n\n# B",
		Blocks:    []extract.Block{{Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{End: 3}}, {Span: extract.Span{Start: 5, End: 11}}, {Kind: extract.HeadingBlock, Level: 1, Span: extract.Span{Start: 13, End: 16}}},
		Outline:   []extract.Heading{{Level: 1, Text: "A", Span: extract.Span{End: 3}}, {Level: 1, Text: "B", Span: extract.Span{Start: 13, End: 16}}},
		LinkSpans: []extract.LinkSpan{{Text: extract.Span{Start: 6, End: 7}, Address: extract.Span{Start: 9, End: 10}, Span: extract.Span{Start: 5, End: 11}}},
		Section:   extract.Span{Start: 0, End: 16},
	}
}

// bound returns doc as a registry returns it under a limit.
func bound(t *testing.T, doc *extract.Document, limit int) *extract.Document {
	t.Helper()
	var r extract.Registry
	r.Register("*/*", extract.ExtractorFunc(func(context.Context, *extract.Source) (*extract.Document, error) { return doc, nil }))
	out, err := r.Extract(t.Context(), &extract.Source{Options: extract.Options{MaxOutput: limit}})
	require.NoError(t, err)
	return out
}

func TestBoundCutsBetweenBlocks(t *testing.T) {
	for _, test := range []struct {
		limit, blocks, headings, links int
		want                           string
	}{
		{16, 3, 2, 1, "# A\n\n[f](t)\n\n# B"},
		{15, 2, 1, 1, "# A\n\n[f](t)"},
		{11, 2, 1, 1, "# A\n\n[f](t)"},
		{10, 1, 1, 0, "# A"},
		{2, 0, 0, 0, ""},
	} {
		doc := bound(t, boundable(), test.limit)
		cut := len(doc.Warnings) > 0
		assert.Equal(t, test.want, doc.Markdown)
		assert.Len(t, doc.Blocks, test.blocks)
		assert.Len(t, doc.Outline, test.headings)
		assert.Len(t, doc.LinkSpans, test.links)
		assert.NoError(t, doc.Check())
		assert.Equal(t, test.limit < 16, cut)
		assert.LessOrEqual(t, doc.Section.End, len(doc.Markdown))
	}
}

func TestBoundHoldsLinksAndRemovedText(t *testing.T) {
	doc := &extract.Document{
		Links:   []extract.Link{{URL: strings.Repeat("u", 60)}, {URL: strings.Repeat("v", 40)}, {URL: "w"}},
		Removed: []extract.Removed{{Text: strings.Repeat("r", 100)}, {Text: "s"}},
	}
	bound(t, doc, 100)
	assert.Len(t, doc.Links, 2)
	assert.Len(t, doc.Removed, 1)
	assert.Len(t, doc.Warnings, 1)
	assert.Len(t, bound(t, doc, 100).Warnings, 1, "a document within the limit")
}
