package local_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// fill stores pages of ten passages in a scope.
func fill(t testing.TB, b *local.Base, scope knowledge.Scope, pages int) {
	t.Helper()
	random := rand.New(rand.NewPCG(9, uint64(pages)))
	for i := range pages {
		put(t, b, benchPage(random, scope, fmt.Sprintf("%d.md", i)))
	}
}

// uncached asks a question of frequent words of fill, which no cache answers.
func uncached(scope knowledge.Scope, kind string) knowledge.Query {
	q, off := ask(scope, "w30 w70 w150 w310"), false
	q.Retrieval, q.Cache, q.MaxResults = kind, &off, 50
	return q
}

// result is what a query returned.
type result struct {
	answer *knowledge.Answer
	err    error
}

// begin asks in a goroutine.
func begin(ctx context.Context, b *local.Base, q knowledge.Query) <-chan result {
	out := make(chan result, 1)
	go func() {
		answer, err := b.Query(ctx, q)
		out <- result{answer, err}
	}()
	return out
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

func building() bool { return goroutines("local.(*Base).makeTopics(") > 0 }

// stopBuild calls ask, which begins some queries of one scope, and stops the build
// of topics that they wait for in the midst of its computing, until resume is
// called.
func stopBuild(t *testing.T, b *local.Base, queries int, ask func()) (resume func()) {
	t.Helper()
	start, err := b.HoldMemory(t.Context())
	require.NoError(t, err)
	ask()
	until(t, func() bool { return goroutines("local.(*Base).waitForTopics(") == queries })
	start()
	for {
		resume, err = b.HoldTurns(t.Context())
		require.NoError(t, err)
		if goroutines("lsa.(*matrix)") > 0 {
			return resume
		}
		resume()
		runtime.Gosched()
	}
}

func isDone(results <-chan result) bool { return len(results) > 0 }

// TestNoScopeWaitsForTopicsOfAnother stops the topics of a scope while they are
// made for more queries than there are connections. Queries of other scopes are
// answered, and those that wait all get the answer that later ones get.
func TestNoScopeWaitsForTopicsOfAnother(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	large, other := folder(t, "large/"), folder(t, "other/")
	fill(t, b, large, 20)
	fill(t, b, other, 4)
	var waiting []<-chan result
	resume := stopBuild(t, b, 8, func() {
		for range 8 {
			waiting = append(waiting, begin(t.Context(), b, uncached(large, knowledge.Hybrid)))
		}
	})
	assert.Zero(t, b.BusyReaders())
	answer, err := b.Query(t.Context(), uncached(other, knowledge.Keyword))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits)
	answer, err = b.Query(t.Context(), uncached(large, knowledge.Keyword))
	require.NoError(t, err)
	assert.NotEmpty(t, answer.Hits, "what needs no topics does not wait for them")
	put(t, b, article(t, "a.md", 1000))
	for _, w := range waiting {
		assert.False(t, isDone(w))
	}
	resume()

	// The build of the other scope takes turns with the one that was first.
	answer, err = b.Query(t.Context(), uncached(other, knowledge.Hybrid))
	require.NoError(t, err)
	assert.Equal(t, knowledge.Hybrid, answer.Retrieval)
	assert.False(t, isDone(waiting[0]))
	want := <-waiting[0]
	require.NoError(t, want.err)
	assert.Equal(t, knowledge.Hybrid, want.answer.Retrieval)
	for _, w := range waiting[1:] {
		assert.Equal(t, want, <-w)
	}
	answer, err = b.Query(t.Context(), uncached(large, knowledge.Hybrid))
	require.NoError(t, err)
	assert.Equal(t, want.answer, answer)
}

// pastDeadline is a context whose deadline is over and that isn't done.
type pastDeadline struct{ context.Context }

func (pastDeadline) Deadline() (time.Time, bool) { return time.Unix(0, 0), true }

var errLeft = errors.New("the caller has left")

func TestABuildOfTopicsStops(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	scope := folder(t, "p/")
	fill(t, b, scope, 10)
	q := uncached(scope, knowledge.Hybrid)

	t.Run("when nobody waits", func(t *testing.T) {
		ctx, leave := context.WithCancelCause(t.Context())
		var waiting [2]<-chan result
		resume := stopBuild(t, b, 2, func() { waiting[0], waiting[1] = begin(ctx, b, q), begin(ctx, b, q) })
		leave(errLeft)
		for _, w := range waiting {
			assert.Equal(t, errLeft, (<-w).err, "while the build stands still")
		}
		resume()
		until(t, func() bool { return !building() })
	})
	t.Run("not while anybody waits", func(t *testing.T) {
		ctx, leave := context.WithCancelCause(t.Context())
		var first, second <-chan result
		resume := stopBuild(t, b, 2, func() {
			first = begin(pastDeadline{ctx}, b, q)
			until(t, building)
			second = begin(t.Context(), b, q)
		})
		leave(errLeft)
		assert.Equal(t, errLeft, (<-first).err)
		resume()
		got := <-second
		require.NoError(t, got.err)
		assert.Equal(t, knowledge.Hybrid, got.answer.Retrieval)
		until(t, func() bool { return !building() })
	})
}

func TestABuildOfTopicsStopsWithItsBase(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	scope := folder(t, "p/")
	fill(t, b, scope, 10)
	var waiting <-chan result
	resume := stopBuild(t, b, 1, func() { waiting = begin(t.Context(), b, uncached(scope, knowledge.Hybrid)) })
	require.NoError(t, b.Close())
	resume()
	assert.ErrorIs(t, (<-waiting).err, knowledge.ErrClosed)
	until(t, func() bool { return !building() })
}

// TestTopicsOfAScopeThatChanges stores and deletes while topics are made: the
// query that waits for them is answered from what is there, and its answer is not
// kept for later ones.
func TestTopicsOfAScopeThatChanges(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	scope := folder(t, "p/")
	fill(t, b, scope, 10)
	q, on := uncached(scope, knowledge.Hybrid), true
	q.Cache = &on
	var waiting <-chan result
	resume := stopBuild(t, b, 1, func() { waiting = begin(t.Context(), b, q) })
	for i := range 5 {
		_, err := b.Delete(t.Context(), knowledge.Selection{Scope: scope, Name: fmt.Sprintf("%d.md", i)})
		require.NoError(t, err)
	}
	put(t, b, knowledge.Document{Scope: scope, Name: "new.md", Title: "New", Markdown: strings.Repeat("w30 w70 w150 w310 are here. ", 10)})
	resume()
	first := <-waiting
	require.NoError(t, first.err)
	assert.Equal(t, knowledge.Hybrid, first.answer.Retrieval)
	later, err := b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.False(t, later.Cached)
	for _, answer := range []*knowledge.Answer{first.answer, later} {
		assert.Equal(t, "p/new.md", answer.Hits[0].Key)
		assert.Equal(t, answer == later, answer.Hits[0].Scoring.VectorScore != nil, "the topics that were waited for are older")
		for _, h := range answer.Hits {
			assert.NotRegexp(t, `^p/[0-4]\.md$`, h.Key, "it was deleted")
		}
	}
	later, err = b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.True(t, later.Cached)
}

// TestOneScopeLeavesConnectionsToOthers begins many queries of one scope while no
// connection is free: only four of them are in line for one, and so the query of
// another scope has no more before it.
func TestOneScopeLeavesConnectionsToOthers(t *testing.T) {
	b := openBase(t, local.Options{})
	busy, other := folder(t, "busy/"), folder(t, "other/")
	fill(t, b, busy, 1)
	fill(t, b, other, 1)
	release, err := b.HoldReaders(t.Context())
	require.NoError(t, err)
	var results []<-chan result
	for range 20 {
		results = append(results, begin(t.Context(), b, uncached(busy, knowledge.Keyword)))
	}
	until(t, func() bool { return goroutines("local.(*Base).Query(") == 20 && goroutines("sql.(*DB).conn(") == 4 })
	until(t, func() bool { return goroutines("shares.(*Pool).Acquire(") == 16 })
	results = append(results, begin(t.Context(), b, uncached(other, knowledge.Keyword)))
	until(t, func() bool { return goroutines("sql.(*DB).conn(") == 5 })
	release()
	for _, r := range results {
		got := <-r
		require.NoError(t, got.err)
		assert.NotEmpty(t, got.answer.Hits)
	}
}

// TestQueriesBesideDeletes has documents go between what a query finds and what it
// reads of it.
func TestQueriesBesideDeletes(t *testing.T) {
	b := openBase(t, local.Options{})
	scope := folder(t, "p/")
	fill(t, b, scope, 3)
	done := make(chan struct{})
	go func() {
		defer close(done)
		random := rand.New(rand.NewPCG(3, 3))
		for range 30 {
			_, err := b.Delete(t.Context(), knowledge.Selection{Scope: scope, Name: "0.md"})
			assert.NoError(t, err)
			_, err = b.Put(t.Context(), benchPage(random, scope, "0.md"))
			assert.NoError(t, err)
		}
	}()
	for asked := false; !asked; {
		select {
		case <-done:
			asked = true
		default:
		}
		for _, kind := range []string{knowledge.Keyword, knowledge.Hybrid} {
			q := uncached(scope, kind)
			q.Messages[0].Content = "section end"
			answer, err := b.Query(t.Context(), q)
			require.NoError(t, err)
			assert.GreaterOrEqual(t, len(answer.Hits), 20)
		}
		keys, err := b.Rank(t.Context(), uncached(scope, ""), 5)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, len(keys), 2)
	}
}

func TestTopicsOfSeveralScopesAreKept(t *testing.T) {
	b := openBase(t, local.Options{MaxBytes: -1})
	var scopes []knowledge.Scope
	for i := range 6 {
		scopes = append(scopes, folder(t, fmt.Sprintf("p%d/", i)))
		fill(t, b, scopes[i], 4)
	}
	round := func() {
		for _, scope := range scopes {
			answer, err := b.Query(t.Context(), uncached(scope, knowledge.Vector))
			require.NoError(t, err)
			assert.Equal(t, knowledge.Vector, answer.Retrieval)
		}
	}
	round()
	release, err := b.HoldMemory(t.Context()) // a build would not begin
	require.NoError(t, err)
	defer release()
	round()
}

func TestRareTermsAreDropped(t *testing.T) {
	for _, tt := range []struct {
		passages    []int
		limit, want int
	}{
		{[]int{1, 1, 1}, 3, 3},
		{[]int{1, 1, 1, 2}, 3, 1},
		{[]int{5, 1, 3, 1, 4}, 3, 3},
		{[]int{5, 1, 3, 1, 4}, 2, 2},
		{[]int{2, 2}, 1, 0},
	} {
		assert.Equal(t, tt.want, local.RareTermsDropped(tt.passages, tt.limit), "%v of at most %d", tt.passages, tt.limit)
	}
}
