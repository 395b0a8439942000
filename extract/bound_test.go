package extract_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

func boundable() *extract.Document {
	return &extract.Document{
		Markdown:  "# A\n\n[f](t)\n\n# B",
		Blocks:    []extract.Block{{ID: "b0", Kind: extract.HeadingBlock, Level: 1, End: 3}, {ID: "b1", Start: 5, End: 11}, {ID: "b2", Kind: extract.HeadingBlock, Level: 1, Start: 13, End: 16}},
		Outline:   []extract.Heading{{Level: 1, Text: "A", End: 3}, {Level: 1, Text: "B", Start: 13, End: 16}},
		LinkSpans: []extract.LinkSpan{{Kind: extract.InlineLink, Start: 5, End: 11, Text: extract.Span{Start: 6, End: 7}, Address: extract.Span{Start: 9, End: 10}}},
		Section:   extract.Span{Start: 0, End: 16},
	}
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
		doc := boundable()
		cut := doc.Bound(test.limit)
		assert.Equal(t, test.want, doc.Markdown)
		assert.Len(t, doc.Blocks, test.blocks)
		assert.Len(t, doc.Outline, test.headings)
		assert.Len(t, doc.LinkSpans, test.links)
		assert.NoError(t, doc.Check())
		assert.Equal(t, test.limit < 16, cut)
		assert.Equal(t, cut, len(doc.Warnings) == 1)
		assert.LessOrEqual(t, doc.Section.End, len(doc.Markdown))
	}
}

func TestBoundHoldsLinksAndRemovedText(t *testing.T) {
	doc := &extract.Document{
		Links:   []extract.Link{{URL: strings.Repeat("u", 60)}, {URL: strings.Repeat("v", 40)}, {URL: "w"}},
		Removed: []extract.Removed{{Text: strings.Repeat("r", 100)}, {Text: "s"}},
	}
	assert.True(t, doc.Bound(100))
	assert.Len(t, doc.Links, 2)
	assert.Len(t, doc.Removed, 1)
	assert.False(t, doc.Bound(100))
}

func TestOutputLimit(t *testing.T) {
	assert.Equal(t, extract.DefaultMaxOutput, (&extract.Options{}).OutputLimit())
	assert.Equal(t, 5, (&extract.Options{MaxOutput: 5}).OutputLimit())
}
