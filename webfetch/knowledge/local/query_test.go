package local_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// TestFeedback finds a passage that has none of the words of the question.
func TestFeedback(t *testing.T) {
	b := openBase(t, local.Options{})
	scope := folder(t, "p/")
	texts := []string{
		"The ferry has a steel hull and an open deck.", "A ferry with a new hull leaves the yard.", "The deck of the ferry is painted; its hull is not.",
		"Rust on hull and deck is removed every spring.", "Bread needs flour, water and salt.", "An oven is heated for the bread.", "The lamp hangs from the ceiling.",
	}
	for i, text := range texts {
		put(t, b, knowledge.Document{Scope: scope, Name: fmt.Sprintf("%d.md", i), Markdown: text})
	}
	for kind, want := range map[string]int{"keyword": 3, "vector": 4, "hybrid": 4, "": 4} {
		q := ask(scope, "ferry")
		q.Retrieval = kind
		answer, err := b.Query(t.Context(), q)
		require.NoError(t, err)
		assert.Empty(t, answer.Warnings)
		related := map[string]bool{}
		for _, h := range answer.Hits[:want] {
			related[h.Key] = true
		}
		assert.Len(t, related, want, kind)
		assert.Equal(t, kind != "keyword", related["p/3.md"], kind)
		if kind == "keyword" {
			assert.Len(t, answer.Hits, want)
		}
	}
	none := ask(scope, "zeppelin")
	none.Retrieval = "vector"
	answer, err := b.Query(t.Context(), none)
	require.NoError(t, err)
	assert.Empty(t, answer.Hits)
}

// until waits for a condition, however long it takes.
func until(t *testing.T, condition func() bool) {
	t.Helper()
	for !condition() {
		require.NoError(t, t.Context().Err())
		time.Sleep(time.Millisecond)
	}
}

// goroutines returns how many goroutines run a function.
func goroutines(function string) int {
	stacks := make([]byte, 1<<20)
	n := 0
	for stack := range strings.SplitSeq(string(stacks[:runtime.Stack(stacks, true)]), "\n\n") {
		if strings.Contains(stack, function) {
			n++
		}
	}
	return n
}

// TestOneScopeLeavesConnectionsToOthers begins many queries of one scope while no
// connection is free: only four of them are in line for one, and so the query of
// another scope has no more before it.
func TestOneScopeLeavesConnectionsToOthers(t *testing.T) {
	b := openBase(t, local.Options{})
	busy, other := article(t, "a.md", 500), article(t, "a.md", 500)
	other.Scope = folder(t, "other/")
	put(t, b, busy)
	put(t, b, other)
	release, err := b.HoldReaders(t.Context())
	require.NoError(t, err)
	results := make(chan error)
	begin := func(ctx context.Context, scope knowledge.Scope) {
		go func() {
			answer, err := b.Query(ctx, ask(scope, "harbours"))
			if err == nil && len(answer.Hits) == 0 {
				err = fmt.Errorf("nothing is found in %s", scope)
			}
			results <- err
		}()
	}
	for range 20 {
		begin(t.Context(), busy.Scope)
	}
	until(t, func() bool { return goroutines("sql.(*DB).conn(") == 4 && goroutines("fair.(*Pool).Acquire(") == 16 })
	begin(t.Context(), other.Scope)
	until(t, func() bool { return goroutines("sql.(*DB).conn(") == 5 })
	release()
	for range 21 {
		assert.NoError(t, <-results)
	}
}
