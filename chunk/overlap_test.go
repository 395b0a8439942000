package chunk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
)

// overlapOf returns what chunk i repeats, without what is written around it.
func overlapOf(doc *extract.Document, set *chunk.Set, i int) string {
	c := set.Chunks[i]
	return c.Text[:strings.LastIndex(c.Text, doc.Markdown[c.Start:c.End])]
}

func TestOverlapAtTheBordersOfBlocks(t *testing.T) {
	long := "Alpha beta gamma delta, epsilon zeta eta theta iota kappa."
	cases := []struct {
		name   string
		before part
		want   string // of five words
	}{
		{"a sentence", p("One two three. Four five six."), "Four five six."},
		{"two sentences", p("One two three. Four five. Six seven."), "Four five. Six seven."},
		{"the end of a long one", p(long), "zeta eta theta iota kappa."},
		{"not inside of a link", p("Alpha beta gamma delta epsilon [zeta eta](https://example.com/a b) theta iota kappa."), "theta iota kappa."},
		{"an item", list("- one two three four\n- five six seven"), "- five six seven"},
		{"the end of a long item", list("- alpha beta gamma delta epsilon zeta eta theta"), "delta epsilon zeta eta theta"},
		{"lines of code", code("```\nalpha beta gamma\ndelta epsilon\nzeta\n```"), "```\ndelta epsilon\nzeta\n```"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			next := p("Next " + strings.Repeat("word ", 17) + "end.")
			doc := document(c.before, next)
			opts := chunk.Options{MaxTokens: 24, OverlapTokens: 5, Counter: words{}}
			set, err := chunk.Split(t.Context(), doc, opts)
			require.NoError(t, err)
			checkSet(t, doc, opts, set)
			require.Len(t, set.Chunks, 2)
			assert.Equal(t, c.want, strings.TrimSpace(overlapOf(doc, set, 1)))
		})
	}
}

// An overlap never costs a block that fits into a chunk.
func TestOverlapGivesWayToWholeBlocks(t *testing.T) {
	block := code("```\n" + strings.Repeat("a b c\n\n", 9) + "```") // 29 words
	got := texts(t, document(p("One two three four five."), block), chunk.Options{MaxTokens: 29, OverlapTokens: 10, Counter: words{}})
	assert.Equal(t, []string{"One two three four five.", block.text}, got)
}

// No characters are cut in words that have no end.
func TestOverlapInsideOfAWord(t *testing.T) {
	for _, char := range []string{"x", "漢", "👩‍💻", "e\u0301"} {
		doc := document(p(strings.Repeat(char, 1000)))
		opts := chunk.Options{MaxTokens: 100, OverlapTokens: 40, Counter: bytesCounter{}}
		set, err := chunk.Split(t.Context(), doc, opts)
		require.NoError(t, err)
		checkSet(t, doc, opts, set)
		overlapped := 0
		for i := 1; i < len(set.Chunks); i++ {
			over := overlapOf(doc, set, i)
			overlapped += min(len(over), 1)
			assert.LessOrEqual(t, len(over), 40)
			assert.Empty(t, strings.ReplaceAll(over, char, ""))
		}
		assert.Positive(t, overlapped)
	}
}

// Nearly all neighbours overlap, whatever the document is made of, within the
// bound and the limit.
func TestNeighboursOverlap(t *testing.T) {
	files, err := filepath.Glob("testdata/*.md")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	pairs, overlapped := 0, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		doc := markdown.Parse(string(text))
		for _, limit := range []int{150, 200, 300} {
			opts := chunk.Options{MaxTokens: limit, OverlapTokens: 64, Counter: bytesCounter4{}}
			set, err := chunk.Split(t.Context(), doc, opts)
			require.NoError(t, err)
			checkSet(t, doc, opts, set)
			for i := 1; i < len(set.Chunks); i++ {
				pairs++
				over := overlapOf(doc, set, i)
				if strings.TrimSpace(over) != "" {
					overlapped++
				}
			}
		}
	}
	assert.GreaterOrEqual(t, float64(overlapped), .95*float64(pairs), "%d of %d", overlapped, pairs)
}

// bytesCounter4 takes four bytes for a token.
type bytesCounter4 struct{}

func (bytesCounter4) Count(text string) int { return (len(text) + 3) / 4 }
