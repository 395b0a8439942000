package chunk_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// byteCounter counts a token for each byte, and what it was asked for.
type byteCounter struct{ counted int }

func (b *byteCounter) Count(text string) int {
	b.counted += len(text)
	return len(text)
}

func TestMaxChunks(t *testing.T) {
	doc := document(p("One."), p("Two."), p("Three."), p("Four."))
	for most, ok := range map[int]bool{3: false, 4: true, 0: true} {
		set, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 6, MaxChunks: most, Counter: &byteCounter{}})
		if ok {
			require.NoError(t, err)
			assert.Equal(t, 4, set.TotalChunks)
			continue
		}
		require.ErrorIs(t, err, chunk.ErrOptions)
		var many *chunk.TooManyChunksError
		require.ErrorAs(t, err, &many)
		assert.Equal(t, chunk.TooManyChunksError{MaxChunks: 3, Enough: many.Enough}, *many)
		set, err = chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: many.Enough, MaxChunks: most, Counter: &byteCounter{}})
		require.NoError(t, err)
		assert.LessOrEqual(t, set.TotalChunks, most)
	}
}

// A small limit for a large document is found out before all of it is measured.
func TestTooManyChunksAreFoundOutEarly(t *testing.T) {
	const size = 1 << 20
	for name, doc := range map[string][]part{
		"paragraphs": {p(strings.Repeat("Some words.\n\n", size/13))},
		"sentences":  {p(strings.Repeat("Some words. ", size/12))},
		"one word":   {p(strings.Repeat("a", size))},
		"items":      {p(strings.Repeat("- a\n", size/4))},
	} {
		counter := &byteCounter{}
		_, err := chunk.Split(t.Context(), document(doc...), chunk.Options{MaxTokens: 10, MaxChunks: 100, Counter: counter})
		require.ErrorIs(t, err, chunk.ErrOptions, name)
		assert.Less(t, counter.counted, 100_000, name)
	}
}

// What a chunk repeats of long headings is in proportion to its text.
func TestPathsAreInProportion(t *testing.T) {
	parts := []part{}
	for i := range 6 {
		parts = append(parts, h(strings.Repeat("#", i+1)+" "+strings.Repeat("é", 500)))
	}
	parts = append(parts, p(strings.Repeat("Some words. ", 500)))
	for limit, most := range map[int]int{20: 40, 100: 50, 600: 300, 4000: 300} {
		set, err := chunk.Split(t.Context(), document(parts...), chunk.Options{MaxTokens: limit})
		require.NoError(t, err)
		path := set.Chunks[len(set.Chunks)-1].HeadingsPath
		require.Len(t, path, 6)
		for _, heading := range path {
			assert.Equal(t, most, utf8.RuneCountInString(heading), "limit %d", limit)
			assert.True(t, strings.HasSuffix(heading, "é…"))
		}
	}
}
