package local_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/knowledgetest"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// concepts is an Embedder whose vectors say which of a few things a text is
// about, in whatever words.
type concepts struct {
	fail  atomic.Bool
	calls atomic.Int64
}

var synonyms = [][]string{{"ship", "boat", "vessel"}, {"bread", "loaf", "dough"}, {"lamp", "light", "bulb"}}

func (c *concepts) Model() string { return "concepts" }

func (c *concepts) Embed(_ context.Context, texts []string) ([][]float32, error) {
	c.calls.Add(1)
	if c.fail.Load() {
		return nil, errors.New("the model is away")
	}
	var out [][]float32
	for _, text := range texts {
		v := make([]float32, len(synonyms)+1)
		v[len(synonyms)] = .1
		for i, words := range synonyms {
			for _, w := range words {
				v[i] += float32(strings.Count(strings.ToLower(text), w))
			}
		}
		out = append(out, v)
	}
	return out, nil
}

func pages(t *testing.T, b *local.Base) knowledge.Scope {
	t.Helper()
	scope := folder(t, "p/")
	for name, text := range map[string]string{
		"boat.md": "A boat is towed along the canal.", "loaf.md": "The loaf is sliced for breakfast.", "bulb.md": "A bulb hangs from the ceiling.",
	} {
		put(t, b, knowledge.Document{Scope: scope, Name: name, Title: name, Markdown: text, RetrievedAt: knowledgetest.Day})
	}
	return scope
}

func TestEmbeddings(t *testing.T) {
	model := &concepts{}
	b := openBase(t, local.Options{Embedder: model})
	scope := pages(t, b)
	q := ask(scope, "vessel")
	for _, kind := range []string{"vector", "hybrid", ""} {
		q.Retrieval = kind
		answer, err := b.Query(t.Context(), q)
		require.NoError(t, err)
		require.NotEmpty(t, answer.Hits, kind)
		assert.Equal(t, "p/boat.md", answer.Hits[0].Key, kind)
		assert.InDelta(t, 1, answer.Hits[0].Scoring["vector_score"], .01)
		assert.Empty(t, answer.Warnings)
	}
	half := .5
	q.MatchThreshold = &half
	answer, err := b.Query(t.Context(), q)
	require.NoError(t, err)
	assert.Len(t, answer.Hits, 1, "the others are below the threshold")
}

func TestEmbeddingsThatFail(t *testing.T) {
	model := &concepts{}
	model.fail.Store(true)
	b := openBase(t, local.Options{Embedder: model})
	scope := folder(t, "p/")
	receipt := put(t, b, knowledge.Document{Scope: scope, Name: "a.md", Markdown: "A boat is towed along the canal."})
	require.Len(t, receipt.Warnings, 1)
	assert.Equal(t, "embeddings_failed", receipt.Warnings[0].Type)
	answer, err := b.Query(t.Context(), ask(scope, "boat"))
	require.NoError(t, err)
	assert.Len(t, answer.Hits, 1, "keywords find it")
	require.NotEmpty(t, answer.Warnings)
	assert.Equal(t, "embeddings_failed", answer.Warnings[0].Type)
}

// reversed is a Reranker that turns the order round.
type reversed struct{ err error }

func (r reversed) Rerank(_ context.Context, _ string, passages []string) ([]float64, error) {
	scores := make([]float64, len(passages))
	for i := range scores {
		scores[i] = float64(i) - 5
	}
	return scores, r.err
}

func TestReranking(t *testing.T) {
	off := false
	for _, c := range []struct {
		model   reversed
		rerank  *bool
		changed bool
	}{{reversed{}, nil, true}, {reversed{errors.New("away")}, nil, false}, {reversed{}, &off, false}} {
		b := openBase(t, local.Options{Reranker: c.model})
		scope := folder(t, "p/")
		for i, text := range []string{"canal boat boat boat", "canal boat and the harbour", "canal boat among the many other things that float"} {
			put(t, b, knowledge.Document{Scope: scope, Name: string(rune('a' + i)), Markdown: text, AnyQuality: true})
		}
		q := ask(scope, "boat")
		q.Rerank, q.MaxResults = c.rerank, 2
		answer, err := b.Query(t.Context(), q)
		require.NoError(t, err)
		require.Len(t, answer.Hits, 2)
		assert.Equal(t, c.changed, answer.Hits[0].Key == "p/c")
		assert.Equal(t, c.model.err != nil, len(answer.Warnings) == 1)
		assert.True(t, slices.IsSortedFunc(answer.Hits, func(a, b knowledge.Hit) int { return int(1e9 * (b.Score - a.Score)) }))
	}
}

// writer is an Answerer.
type writer struct {
	deltas []string
	err    error
}

func (w writer) Answer(_ context.Context, _ *knowledge.Query, _ []knowledge.Hit, emit func(string)) (string, string, error) {
	for _, d := range w.deltas {
		emit(d)
	}
	return strings.Join(w.deltas, ""), "model-1", w.err
}

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name      string
		model     knowledge.Answerer
		generated bool
		events    string
		warnings  int
	}{
		{"none", nil, false, "chunks delta done", 0},
		{"writes", writer{deltas: []string{"It is ", "towed."}}, true, "chunks delta delta done", 0},
		{"fails", writer{err: errors.New("away")}, false, "chunks delta done", 1},
		{"fails on the way", writer{deltas: []string{"It"}, err: errors.New("away")}, false, "chunks delta restart delta done", 1},
		{"writes nothing", writer{}, false, "chunks delta done", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := openBase(t, local.Options{Answerer: c.model})
			q := ask(pages(t, b), "What is towed along the canal?")
			q.Mode, q.Stream = "ai_search", true
			answer, err := b.Query(t.Context(), q)
			require.NoError(t, err)
			assert.Equal(t, c.generated, answer.Generated)
			assert.Len(t, answer.Warnings, c.warnings)
			var events []string
			for _, e := range answer.Events {
				events = append(events, e.Type)
			}
			assert.Equal(t, c.events, strings.Join(events, " "))
			if !c.generated {
				assert.Equal(t, "A boat is towed along the canal.", answer.Response)
				require.Len(t, answer.Citations, 1)
				assert.Equal(t, &extract.Span{Start: 0, End: 32}, answer.Citations[0].Span)
			}
		})
	}
}
