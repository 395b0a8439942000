package local

import (
	"context"
	"runtime"
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

	recent[*topics] // by the lower bounds of areas
}

func newTopicCache() *topicCache {
	return &topicCache{
		recent: recent[*topics]{limit: keptTopicBytes, size: (*topics).size},
		memory: shares.New(buildBytes), reads: shares.New(buildReaders),
		turns: shares.New(max(1, int64(runtime.GOMAXPROCS(0)/2))),
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
