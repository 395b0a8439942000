package local

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/shares"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

const (
	// keptTopicBytes bounds the topics that are kept in memory.
	keptTopicBytes = 128 << 20
	// buildBytes bounds what the builds of topics take that run at one time. One of
	// an area of 10,000 passages takes about a third of it.
	buildBytes = 512 << 20
	// buildReaders is how many builds read the file at one time. The other
	// connections are left to queries.
	buildReaders = readers / 2
)

// topicCache makes the topics of areas, and keeps those that were used last.
//
// Topics are made by one goroutine for all queries of an area that wait for them.
// Builds of several areas run at one time, so that none waits for the end of a
// longer one, but they take turns of about a millisecond on half of the
// processors.
type topicCache struct {
	calls  flight.Group[*topics, struct{}]
	memory *shares.Pool // bytes
	reads  *shares.Pool // connections
	turns  *shares.Pool // processors

	mu   sync.Mutex
	kept []keptTopics // last used first
}

type keptTopics struct {
	low    string // of the area
	topics *topics
	size   int64
}

func newTopicCache() *topicCache {
	return &topicCache{
		memory: shares.New(buildBytes), reads: shares.New(buildReaders),
		turns: shares.New(max(1, int64(runtime.GOMAXPROCS(0)/2))),
	}
}

// get returns the topics of an area, maybe out of date, or nil.
func (c *topicCache) get(low string) *topics {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.IndexFunc(c.kept, func(k keptTopics) bool { return k.low == low })
	if i < 0 {
		return nil
	}
	k := c.kept[i]
	c.kept = slices.Insert(slices.Delete(c.kept, i, i+1), 0, k)
	return k.topics
}

// put stores the topics of an area and replaces older ones.
func (c *topicCache) put(low string, t *topics) {
	kept := keptTopics{low, t, t.size()}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.kept = slices.DeleteFunc(c.kept, func(k keptTopics) bool { return k.low == low })
	c.kept = slices.Insert(c.kept, 0, kept)
	total := int64(0)
	for i, k := range c.kept {
		if total += k.size; i > 0 && total > keptTopicBytes {
			c.kept = slices.Delete(c.kept, i, len(c.kept))
			return
		}
	}
}

// waitForTopics returns topics of a scope of a generation, or a later one. It builds them if
// no other caller does. The build stops if no caller waits any longer.
func (b *Base) waitForTopics(ctx context.Context, scope knowledge.Scope, generation int64) (*topics, error) {
	low, _ := filter.Range(scope)
	for {
		t, _, err := b.topics.calls.Do(withoutDeadline{ctx}, low, nil, func(ctx context.Context, _ func(struct{})) (*topics, error) {
			return b.makeTopics(ctx, scope)
		})
		if err != nil {
			return nil, b.translate(ctx, err)
		}
		if t.generation >= generation {
			return t, nil
		}
		// They were begun before the change that this query has to see.
	}
}

// withoutDeadline is a context that hides its deadline: that of the first query
// is not the one of others that wait for the same topics.
type withoutDeadline struct{ context.Context }

// Deadline returns none.
func (withoutDeadline) Deadline() (time.Time, bool) { return time.Time{}, false }
