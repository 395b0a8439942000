package chunk_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// paragraphs is a document of n paragraphs of one letter.
func paragraphs(n int) *extract.Document {
	doc := &extract.Document{Markdown: strings.Repeat("a\n\n", n)}
	for i := range n {
		doc.Blocks = append(doc.Blocks, extract.Block{Kind: extract.Paragraph, Span: extract.Span{Start: 3 * i, End: 3*i + 1}})
	}
	return doc
}

// However many pieces a chunk can hold, a plan weighs a bounded number of cuts
// for each of them.
func TestCandidatesAreBounded(t *testing.T) {
	for _, limit := range []int{4, 100, 512, 10_000, 1 << 20, 1e9} {
		for name, tokens := range map[string]func(i int) int{
			"tiny":   func(int) int { return 1 },
			"empty":  func(int) int { return 0 },
			"large":  func(int) int { return limit/100 + 1 },
			"whole":  func(int) int { return limit },
			"either": func(i int) int { return 1 + i%2*limit/chunk.CellsPerChunk },
			"mixed":  func(i int) int { return 1 + i*i%7*limit/1000 },
		} {
			all := make([]int, 30_000)
			sum := make([]int, len(all)+1)
			for i := range all {
				all[i] = min(tokens(i), limit)
				sum[i+1] = sum[i] + all[i]
			}
			at := chunk.Candidates(all, limit)
			require.Equal(t, 0, at[0])
			for a, b := 0, 0; b < len(at); b++ {
				for sum[at[b]]-sum[at[a]] > limit {
					a++
				}
				require.LessOrEqual(t, b-a, 3*chunk.CellsPerChunk+3, "limit %d, %s", limit, name)
				if b > 0 && at[b]-at[b-1] > 1 {
					require.LessOrEqual(t, sum[at[b]]-sum[at[b-1]], 3*limit/chunk.CellsPerChunk+3, "limit %d, %s: a stretch without candidates", limit, name)
				}
			}
		}
	}
}

// recorder counts bytes and remembers how many it was given.
type recorder struct {
	seen  atomic.Int64
	calls atomic.Int64
	after func(calls int64)
}

func (r *recorder) Count(text string) int {
	r.seen.Add(int64(len(text)))
	if n := r.calls.Add(1); r.after != nil {
		r.after(n)
	}
	return (len(text) + 3) / 4
}

// The counter sees a document a few times, not once for each way to break it.
func TestCounterSeesTheDocumentAFewTimes(t *testing.T) {
	const size = 1 << 18
	for _, text := range []string{"x", "x ", "Ab. ", "a, ", "漢字", "e\u0301", "x\n", "| a "} {
		for _, limit := range []int{20, 512, 1e9} {
			r := &recorder{}
			doc := document(p(strings.Repeat(text, size/len(text))))
			_, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: limit, Counter: r})
			require.NoError(t, err)
			assert.LessOrEqual(t, float64(r.seen.Load())/size, 4.0, "%q in chunks of %d", text, limit)
		}
	}
}

func TestSplitObeysItsContext(t *testing.T) {
	gone := errors.New("gone")
	for name, doc := range map[string]*extract.Document{
		"many pieces": paragraphs(100_000),
		"one word":    document(p(strings.Repeat("x", 1<<18))),
		"many chunks": document(p(strings.Repeat("One two three four five. ", 1<<13))),
	} {
		whole := &recorder{}
		_, err := chunk.Split(t.Context(), doc, chunk.Options{MaxTokens: 16, Counter: whole})
		require.NoError(t, err)
		for _, share := range []int64{100, 50, 4, 2} { // of the counts it takes
			stop := whole.calls.Load() * (share - 1) / share
			ctx, cancel := context.WithCancelCause(t.Context())
			r := &recorder{after: func(calls int64) {
				if calls == stop {
					cancel(gone)
				}
			}}
			set, err := chunk.Split(ctx, doc, chunk.Options{MaxTokens: 16, Counter: r})
			require.ErrorIs(t, err, gone, name)
			assert.Nil(t, set)
			assert.LessOrEqual(t, r.calls.Load(), stop+2*256, "%s: counts go on", name)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(gone)
	_, err := chunk.Split(ctx, nil, chunk.Options{})
	assert.ErrorIs(t, err, gone, "done before it began")
}

// Paths stand in every chunk, so that a heading of any length must not.
func TestPathsHoldTheBeginningOfLongHeadings(t *testing.T) {
	const longest = 300
	for n, want := range map[int]int{longest: longest, longest + 1: longest} {
		doc := document(h("# "+strings.Repeat("é", n)), p("Text."))
		set, err := chunk.Split(t.Context(), doc, chunk.Options{Counter: words{}})
		require.NoError(t, err)
		assert.Len(t, []rune(set.Chunks[0].HeadingsPath[0]), want)
	}
}

// A document without an outline has the headings of its blocks, also those that
// end in "#".
func TestPathsOfADocumentWithoutOutline(t *testing.T) {
	for heading, want := range map[string]string{"## Intro to C#": "Intro to C#", "# Tides ##": "Tides", "Tides of C#\n---": "Tides of C#"} {
		doc := document(h(heading), p("Text."))
		doc.Outline = nil
		set, err := chunk.Split(t.Context(), doc, chunk.Options{Counter: words{}})
		require.NoError(t, err)
		assert.Equal(t, []string{want}, set.Chunks[0].HeadingsPath)
	}
}

// Compare the MB/s of the sizes: the time grows with the length alone, also
// where a chunk can hold all of it.
func BenchmarkSplitSizes(b *testing.B) {
	for _, limit := range []int{512, 1e9} {
		for _, size := range []int{1 << 16, 1 << 18, 1 << 20} {
			doc := paragraphs(size / 3)
			b.Run(fmt.Sprintf("limit=%d/bytes=%d", limit, size), func(b *testing.B) {
				b.SetBytes(int64(size))
				for b.Loop() {
					_, err := chunk.Split(b.Context(), doc, chunk.Options{MaxTokens: limit})
					require.NoError(b, err)
				}
			})
		}
	}
}
