package mdwriter_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

func TestItems(t *testing.T) {
	type item struct {
		level, number int
		md            string
	}
	const bullet = mdwriter.NoNumber
	for name, c := range map[string]struct {
		items []item
		want  string
	}{
		"nothing":                {[]item{{0, bullet, ""}}, ""},
		"within":                 {[]item{{0, bullet, "a"}, {1, 1, "b"}, {1, 2, "c"}, {0, bullet, "d"}}, "- a\n  1. b\n  2. c\n- d"},
		"numbers":                {[]item{{0, 9, "a"}, {0, 10, "b"}, {1, bullet, "c"}}, "9. a\n10. b\n    - c"},
		"another number":         {[]item{{0, 1, "a"}, {0, 3, "b"}, {0, 1, "c"}}, "1. a\n\n3) b\n\n1. c"},
		"bullets after a number": {[]item{{0, 1, "a"}, {0, bullet, "b"}}, "1. a\n\n- b"},
		"late within":            {[]item{{0, bullet, "a"}, {1, 3, "b"}}, "- a\n\n  3. b"},
		"a level left out":       {[]item{{0, bullet, "a"}, {2, bullet, "b"}, {1, bullet, "c"}, {2, bullet, "d"}}, "- a\n  - b\n  - c\n    - d"},
		"beginning deep":         {[]item{{3, bullet, "a"}, {1, bullet, "b"}, {2, bullet, "c"}}, "- a\n- b\n  - c"},
		"no number of Markdown":  {[]item{{0, mdwriter.MaxNumber + 1, "a"}, {0, mdwriter.MaxNumber, "b"}}, "- a\n\n999999999. b"},
	} {
		t.Run(name, func(t *testing.T) {
			var w mdwriter.Writer
			for _, i := range c.items {
				w.Item(i.level, i.number, i.md)
			}
			assert.Equal(t, c.want, w.Document().Markdown)
		})
	}
}

func TestItemsAndOtherBlocks(t *testing.T) {
	var w mdwriter.Writer
	w.ItemParagraph(0, "no list")
	w.Item(0, 1, "a")
	w.Item(1, mdwriter.NoNumber, "b")
	w.ItemParagraph(1, "of b")
	w.ItemParagraph(0, "of a")
	assert.NotZero(t, w.ListSize())
	w.Heading(2, "c", "c")
	assert.Zero(t, w.ListSize())
	w.Item(0, mdwriter.NoNumber, "d")
	w.EndList()
	w.Item(0, mdwriter.NoNumber, "e")
	doc := w.Document()
	assert.Equal(t, "no list\n\n1. a\n   - b\n\n     of b\n\n   of a\n\n## c\n\n- d\n\n* e", doc.Markdown)
	var kinds []extract.Kind
	for _, b := range doc.Blocks {
		kinds = append(kinds, b.Kind)
	}
	assert.Equal(t, []extract.Kind{extract.Paragraph, extract.List, extract.HeadingBlock, extract.List, extract.List}, kinds)
}

// What there is no room for is left out, and nothing after it is written.
func TestItemsAreBounded(t *testing.T) {
	w := mdwriter.NewWriter(&extract.Source{Options: extract.Options{MaxOutput: 200}})
	for range 20 {
		w.Item(0, mdwriter.NoNumber, "eighteen bytes each")
	}
	w.ItemParagraph(0, "more")
	doc := w.Document()
	assert.LessOrEqual(t, len(doc.Markdown), 200)
	assert.Contains(t, doc.Markdown, "- eighteen")
	assert.Len(t, doc.Warnings, 1)
}

// An item that is longer than the room is cut, as other blocks are.
func TestLongItem(t *testing.T) {
	w := mdwriter.NewWriter(&extract.Source{Options: extract.Options{MaxOutput: 200}})
	w.Item(0, mdwriter.NoNumber, strings.Repeat("word ", 100))
	doc := w.Document()
	assert.LessOrEqual(t, len(doc.Markdown), 200)
	assert.Contains(t, doc.Markdown, "- word word")
	assert.Len(t, doc.Warnings, 1)
}

func TestCodeLines(t *testing.T) {
	var w mdwriter.Writer
	for _, line := range []string{"", "a", "", "  b"} {
		w.CodeLine(line)
	}
	w.Item(0, mdwriter.NoNumber, "c")
	w.CodeLine("d")
	w.Paragraph("e")
	w.CodeLine("f")
	assert.Equal(t, "```\na\n\n  b\n```\n\n- c\n\n```\nd\n```\n\ne\n\n```\nf\n```", w.Document().Markdown)
}
