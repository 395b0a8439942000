package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// sentence makes a paragraph of n words.
func sentence(word string, n int) part {
	return p(strings.TrimSpace(strings.Repeat(word+" ", n-1)+word) + ".")
}

// Sections that fill a third of a chunk or more are never joined, so that the
// path of a chunk is the path of what it holds; those of a tenth are.
func TestSectionsAreJoinedOnlyWhenSmall(t *testing.T) {
	const limit = 60
	for n, joined := range map[int]bool{1: true, 3: true, 10: false, 17: false, 18: false, 25: false, 40: false} { // and two for the heading
		doc := document(h("# Title"), sentence("intro", 20), h("## A"), sentence("a", n), h("## B"), sentence("b", n), h("### C"), sentence("c", n), h("## D"), sentence("d", n))
		set, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: limit, Counter: words{}})
		require.NoError(t, err)
		if joined {
			assert.Less(t, set.TotalChunks, 5, "sections of %d words", n)
			continue
		}
		var paths [][]string
		for _, c := range set.Chunks {
			paths = append(paths, c.HeadingsPath)
			assert.LessOrEqual(t, strings.Count(c.Text, "."), 1, "text of two sections: %q", c.Text)
		}
		assert.Equal(t, [][]string{{"Title"}, {"Title", "A"}, {"Title", "B"}, {"Title", "B", "C"}, {"Title", "D"}}, paths, "sections of %d words", n)
	}
}

// The path and the headings in its text tell where each line of a chunk stands.
func TestPathIsOfTheFirstContent(t *testing.T) {
	var parts []part
	for i := range 30 {
		parts = append(parts, h(fmt.Sprintf("## S%d", i)), sentence(fmt.Sprintf("s%d", i), 2+i*7%40))
	}
	doc := document(parts...)
	for _, overlap := range []int{0, 12} {
		opts := chunk.Options{MaxTokens: 40, OverlapTokens: overlap, Counter: words{}}
		set, err := chunk.Split(t.Context(), doc, opts)
		require.NoError(t, err)
		checkSet(t, doc, opts, set)
		for _, c := range set.Chunks {
			path := c.HeadingsPath[0]
			for line := range strings.Lines(c.Text) {
				switch line = strings.TrimSpace(line); {
				case strings.HasPrefix(line, "## "):
					path = line[3:]
				case line != "":
					assert.Contains(t, line, strings.ToLower(path), "chunk %d: %q", c.Index, c.Text)
				}
			}
		}
	}
}
