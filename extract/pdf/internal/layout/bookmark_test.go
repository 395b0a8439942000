package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

func TestTitleKey(t *testing.T) {
	for _, same := range [][]string{
		{"2.1 General expressions", "General Expressions", "§ 2.1. General  expressions", "2.1. General expres\u00adsions"},
		{"Chapter 3: The script", "the script", "III. The script"},
		{"A 关于", "关于"},
		{"Eﬃcient methods", "Efficient methods"},
	} {
		for _, text := range same[1:] {
			assert.Equal(t, layout.TitleKey(same[0]), layout.TitleKey(text), "%q and %q", same[0], text)
		}
	}
	assert.NotEqual(t, layout.TitleKey("Methods"), layout.TitleKey("Methods 3"))
	for _, none := range []string{"", "12", "3.1", "..."} {
		assert.Empty(t, layout.TitleKey(none))
	}
}

// TestHeadingsByBookmarks have the type of the body.
func TestHeadingsByBookmarks(t *testing.T) {
	marks := map[string]int{layout.TitleKey("General expressions"): 2, layout.TitleKey("A title that is long enough for two lines"): 1}
	s := newSheet().column(0, 700, "body", 4).write(0, 640, "2.1 General expressions").write(0, 615, "text below it with words to fill")
	assert.Contains(t, blocks(s, marks), "h2 2.1 General expressions")
	s = newSheet().column(0, 700, "body", 4).write(0, 640, "A title that is long").write(0, 628, "enough for two lines").write(0, 600, "text below it with words to fill")
	assert.Contains(t, blocks(s, marks), "h1 A title that is long enough for two lines")
	// a line of a paragraph is none, whatever it says
	s = newSheet().column(0, 700, "body", 4).write(0, 640, "this is what is meant by").write(0, 628, "General expressions").write(0, 616, "and nothing else, in a paragraph")
	for _, b := range blocks(s, marks) {
		assert.NotContains(t, b, "h2")
	}
}
