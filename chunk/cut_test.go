package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// sweep splits a document at each limit, with both strategies, with and without
// overlap, and calls check with the chunks.
func sweep(t *testing.T, doc *extract.Document, from, to int, check func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk)) {
	t.Helper()
	for limit := from; limit <= to; limit++ {
		for _, strategy := range []chunk.Strategy{chunk.HeadingsFirst, chunk.Balanced} {
			for _, overlap := range []int{0, limit / 4} {
				opts := chunk.Options{MaxTokens: limit, OverlapTokens: overlap, Strategy: strategy, Counter: words{}}
				set, err := chunk.Split(t.Context(), doc, opts)
				require.NoError(t, err)
				checkSet(t, doc, opts, set)
				check(t, opts, set.Chunks)
			}
		}
	}
}

// TestTablesKeepTheirHeader at every limit at which a row fits beside it.
func TestTablesKeepTheirHeader(t *testing.T) {
	const head = "| Port | Depth |\n| --- | --- |\n"
	rows := ""
	for i := range 12 {
		rows += fmt.Sprintf("| Port%d | %d |\n", i, i)
	}
	doc := document(table(head + strings.TrimSpace(rows)))
	sweep(t, doc, 22, 60, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
		for _, c := range chunks {
			assert.True(t, strings.HasPrefix(c.Text, head+"| Port"), "%d words: %q", opts.MaxTokens, c.Text)
			for line := range strings.Lines(c.Text) {
				assert.True(t, strings.HasPrefix(line, "|") && strings.HasSuffix(strings.TrimSpace(line), "|"), "a row is cut: %q", line)
			}
		}
	})
}

// TestCodeKeepsItsFences at every limit at which a line fits between them.
func TestCodeKeepsItsFences(t *testing.T) {
	for _, fence := range []string{"```", "~~~~", "`````"} {
		lines := ""
		for i := range 20 {
			lines += fmt.Sprintf("\ncall(%d) now", i) + strings.Repeat("\n", i%5/4)
		}
		doc := document(code(fence + "go" + lines + "\n" + fence))
		sweep(t, doc, 5, 30, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
			for _, c := range chunks {
				assert.True(t, strings.HasPrefix(c.Text, fence+"go\n"), "%d words: %q", opts.MaxTokens, c.Text)
				assert.True(t, strings.HasSuffix(c.Text, "\n"+fence), "%d words: %q", opts.MaxTokens, c.Text)
				assert.Equal(t, 2, strings.Count(c.Text, fence))
			}
		})
	}
}

// TestSentencesStayWhole at every limit at which they fit.
func TestSentencesStayWhole(t *testing.T) {
	var sentences []string
	for i := range 15 {
		sentences = append(sentences, fmt.Sprintf("Boat %d left at dawn%s.", i, strings.Repeat(" and sailed on", i%3)))
	}
	doc := document(p(strings.Join(sentences, " ")))
	sweep(t, doc, 11, 60, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
		all := ""
		for _, c := range chunks {
			fresh := doc.Markdown[c.Start:c.End]
			all += fresh + "\x00"
			assert.True(t, strings.HasPrefix(fresh, "Boat ") && strings.HasSuffix(fresh, "."), "%d words: %q", opts.MaxTokens, fresh)
		}
		for _, s := range sentences {
			assert.Contains(t, all, s, "%d words", opts.MaxTokens)
		}
	})
}

// TestItemsStayWhole at every limit at which they fit.
func TestItemsStayWhole(t *testing.T) {
	var items []string
	for i := range 15 {
		items = append(items, fmt.Sprintf("%d. Coil rope %d and stow it", i+1, i))
	}
	doc := document(list(strings.Join(items, "\n")))
	sweep(t, doc, 8, 50, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
		for _, c := range chunks {
			for line := range strings.Lines(doc.Markdown[c.Start:c.End]) {
				assert.Contains(t, items, strings.TrimSpace(line), "%d words", opts.MaxTokens)
			}
		}
	})
}

// TestHeadingsLead: none stands at the end of a chunk where what follows fits
// beside it.
func TestHeadingsLead(t *testing.T) {
	var parts []part
	for i := range 6 {
		parts = append(parts, h(fmt.Sprintf("## Part %d", i)), p("One boat left. Two came back."))
	}
	sweep(t, document(parts...), 9, 60, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
		for _, c := range chunks {
			last := c.Text[strings.LastIndexByte(c.Text, '\n')+1:]
			assert.False(t, strings.HasPrefix(last, "#"), "%d words: %q", opts.MaxTokens, c.Text)
		}
	})
}

// TestQuotesKeepTheirMarks where they are cut between lines.
func TestQuotesKeepTheirMarks(t *testing.T) {
	doc := document(quote(strings.TrimSpace(strings.Repeat("> The boat left at dawn.\n", 12))))
	sweep(t, doc, 8, 40, func(t *testing.T, opts chunk.Options, chunks []chunk.Chunk) {
		for _, c := range chunks {
			for line := range strings.Lines(c.Text) {
				assert.True(t, strings.HasPrefix(line, "> "), "%d words: %q", opts.MaxTokens, c.Text)
			}
		}
	})
}

// TestOverlapIsARepetition of the end of the chunk before, within its bound, and
// the path is that of what is repeated.
func TestOverlapIsARepetition(t *testing.T) {
	doc := document(h("# A"), p(strings.Repeat("One two three. ", 20)), h("# B"), p(strings.Repeat("Four five six. ", 20)))
	for overlap := 1; overlap < 12; overlap++ {
		opts := chunk.Options{MaxTokens: 15, OverlapTokens: overlap, Counter: words{}}
		set, err := chunk.Split(t.Context(), doc, opts)
		require.NoError(t, err)
		checkSet(t, doc, opts, set)
		for i, c := range set.Chunks {
			fresh := doc.Markdown[c.Start:c.End]
			repeated := strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(c.Text), strings.TrimSpace(fresh)))
			assert.LessOrEqual(t, words{}.Count(repeated), overlap, "chunk %d", i)
			if repeated != "" {
				assert.True(t, strings.HasSuffix(strings.TrimSpace(set.Chunks[i-1].Text), repeated), "chunk %d repeats %q", i, repeated)
				assert.Equal(t, c.HeadingsPath[0] == "A", strings.Contains(repeated, "three"), "chunk %d has the path of another section: %q", i, repeated)
			}
		}
	}
}

// TestBalancedIsEven: but for the last, chunks differ little in size.
func TestBalancedIsEven(t *testing.T) {
	doc := document(p(strings.Repeat("One two three four. ", 101)))
	set, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 40, Strategy: chunk.Balanced, Counter: words{}})
	require.NoError(t, err)
	for _, c := range set.Chunks[:len(set.Chunks)-1] {
		assert.GreaterOrEqual(t, c.Tokens, 30)
	}
	assert.LessOrEqual(t, len(set.Chunks), 14)
}

// TestSmallestLimit: as small as a limit may be, all text is in a chunk.
func TestSmallestLimit(t *testing.T) {
	doc := document(h("# Größe"), p("Ein Boot lief aus."), table("| a | b |\n|---|---|\n| 漢字 | 👩‍💻 |"), code("```go\nx := 1\n```"), list("- a\n  - b"))
	opts := chunk.Options{MaxTokens: 4, Counter: bytesCounter{}}
	set, err := chunk.Split(t.Context(), doc, opts)
	require.NoError(t, err)
	checkSet(t, doc, opts, set)
}

// TestOneChunkIsTheDocument where all of it fits, but for white space around.
func TestOneChunkIsTheDocument(t *testing.T) {
	doc := document(h("# A"), p("One."), table("| a |\n|---|\n| 1 |"), code("```\nx\n```"), quote("> q"), list("- a"), html("<b>x</b>"))
	for _, overlap := range []int{0, 100} {
		set, err := chunk.Split(t.Context(), doc, chunk.Options{OverlapTokens: overlap})
		require.NoError(t, err)
		require.Len(t, set.Chunks, 1)
		assert.Equal(t, strings.TrimSpace(doc.Markdown), set.Chunks[0].Text)
		assert.Equal(t, "c0", set.Chunks[0].ID)
		assert.Equal(t, []string{"A"}, set.Chunks[0].HeadingsPath)
	}
}
