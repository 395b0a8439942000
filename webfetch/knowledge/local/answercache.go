package local

import (
	"encoding/json"
	"maps"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/queries"
)

// cachedAnswers is how many answers are kept.
const cachedAnswers = 64

// answerCache keeps the hits of the queries asked last, while nothing in their
// scope changes.
type answerCache struct {
	mu      sync.Mutex
	entries []cachedAnswer // last used first
}

type cachedAnswer struct {
	key        string
	generation int64
	answer     knowledge.Answer
}

func newAnswerCache() *answerCache { return &answerCache{} }

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

// get fills a with the hits kept under a key. It reports false if there are
// none, or the scope has changed.
func (c *answerCache) get(key string, generation int64, a *knowledge.Answer) bool {
	if key == "" {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.entries, func(e cachedAnswer) bool { return e.key == key })
	if i < 0 || c.entries[i].generation != generation {
		return false
	}
	e := c.entries[i]
	c.entries = slices.Insert(slices.Delete(c.entries, i, i+1), 0, e)
	*a = e.answer
	a.Hits, a.Warnings, a.Cached = cloneHits(a.Hits), slices.Clone(a.Warnings), true
	return true
}

// put keeps the hits of an answer.
func (c *answerCache) put(key string, generation int64, a *knowledge.Answer) {
	if key == "" {
		return
	}
	e := cachedAnswer{key, generation, *a}
	e.answer.Hits, e.answer.Warnings = cloneHits(a.Hits), slices.Clone(a.Warnings)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries = slices.DeleteFunc(c.entries, func(e cachedAnswer) bool { return e.key == key })
	c.entries = slices.Insert(c.entries, 0, e)
	c.entries = c.entries[:min(len(c.entries), cachedAnswers)]
}

// cloneHits copies hits with what they point to, which callers may change.
func cloneHits(hits []knowledge.Hit) []knowledge.Hit {
	out := make([]knowledge.Hit, len(hits))
	for i, h := range hits {
		span := *h.Span
		h.Span, h.HeadingPath = &span, slices.Clone(h.HeadingPath)
		fields := make(map[string]string, len(h.Metadata))
		maps.Copy(fields, h.Metadata)
		h.Metadata = fields
		out[i] = h
	}
	return out
}
