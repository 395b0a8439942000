package local_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

func segments(t *testing.T, b *local.Base) int {
	t.Helper()
	n, err := b.Number(t.Context(), `SELECT count(*) FROM segments`)
	require.NoError(t, err)
	return n
}

func TestSegmentsAreMerged(t *testing.T) {
	b := openBase(t, local.Options{})
	for i := range 100 {
		put(t, b, article(t, fmt.Sprintf("%d.md", i), 100))
	}
	assert.Equal(t, 9, segments(t, b), "one of 64 files, four of 8, four of one")
	for i := range 100 {
		if i%3 == 0 {
			_, err := b.Delete(t.Context(), knowledge.Selection{Scope: folder(t, "p/"), Name: fmt.Sprintf("%d.md", i)})
			require.NoError(t, err)
		}
	}
	assert.NoError(t, b.Check(t.Context()))
	q := ask(folder(t, "p/"), "harbours")
	q.MaxResults = 50
	answer, err := b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.Len(t, answer.Hits, 50)
	_, err = b.Delete(t.Context(), knowledge.Selection{Scope: folder(t, "p/"), All: true})
	require.NoError(t, err)
	assert.Zero(t, segments(t, b))
	n, err := b.Number(t.Context(), `SELECT count(*) FROM postings`)
	require.NoError(t, err)
	assert.Zero(t, n)
	assert.NoError(t, b.Check(t.Context()))
}

func TestLargeSegmentsAreNotMerged(t *testing.T) {
	b := openBase(t, local.Options{})
	for i := range 9 {
		doc := article(t, fmt.Sprintf("%d.md", i), 100)
		doc.Markdown += strings.Repeat("xy zq ", 32_000)
		put(t, b, doc)
	}
	assert.Equal(t, 9, segments(t, b))
	n, err := b.Number(t.Context(), `SELECT count(*) FROM segments WHERE level = 0`)
	require.NoError(t, err)
	assert.Equal(t, 1, n, "eight are left as they are")
	answer, err := b.Query(t.Context(), ask(folder(t, "p/"), "harbours of 3.md"))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits)
}
