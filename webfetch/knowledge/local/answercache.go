package local

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// cachedAnswers is how many answers are kept.
const cachedAnswers = 64

// cachedAnswer is the answer of a query, without a response, while nothing in its scope changes.
type cachedAnswer struct {
	generation int64
	answer     knowledge.Answer
}

// answerCache has the hits of the queries that were asked last.
type answerCache struct{ recent[*cachedAnswer] }

func newAnswerCache() *answerCache {
	return &answerCache{recent[*cachedAnswer]{limit: cachedAnswers, size: func(*cachedAnswer) int64 { return 1 }}}
}

// cacheKey names what the hits of a query depend on, beside what its scope
// holds. It is empty for a query that no cache may answer.
func (s *search) cacheKey() string {
	if s.query.Cache != nil && !*s.query.Cache {
		return ""
	}
	q := s.query
	key, err := json.Marshal([]any{q.Scope.String(), queries.Text(q), q.Filters, queries.Results(q), q.Retrieval, q.MatchThreshold, q.Rerank})
	if err != nil {
		return ""
	}
	return string(key)
}

// fill copies the cached hits of a key into a. It reports false if there are none, or if pages of the scope have changed since.
func (c *answerCache) fill(key string, generation int64, a *knowledge.Answer) bool {
	e := c.get(key)
	if e == nil || e.generation != generation {
		return false
	}
	*a = e.answer
	a.Hits, a.Warnings, a.Cached = cloneHits(a.Hits), slices.Clone(a.Warnings), true
	return true
}

// keep keeps the hits of an answer.
func (c *answerCache) keep(key string, generation int64, a *knowledge.Answer) {
	if key == "" {
		return
	}
	e := &cachedAnswer{generation, *a}
	e.answer.Hits, e.answer.Warnings = cloneHits(a.Hits), slices.Clone(a.Warnings)
	c.put(key, e)
}

// cloneHits copies hits with what they point to, which callers may change.
func cloneHits(hits []knowledge.Hit) []knowledge.Hit {
	out := make([]knowledge.Hit, len(hits))
	for i, h := range hits {
		span := *h.Span
		h.Span, h.HeadingPath = &span, slices.Clone(h.HeadingPath)
		h.Metadata = maps.Clone(h.Metadata)
		out[i] = h
	}
	return out
}
