package httpcache

import (
	"context"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/memcache"
)

// Memory is a Store in memory, bounded by bytes.
type Memory struct {
	cache *memcache.Cache[[]*Entry]
	keep  time.Duration
}

// NewMemory returns a store of at most maxBytes that keeps entries for a time,
// fresh or not.
func NewMemory(maxBytes int64, keep time.Duration) *Memory {
	return &Memory{cache: memcache.New[[]*Entry](maxBytes), keep: keep}
}

// Get never fails.
func (m *Memory) Get(_ context.Context, key string) ([]*Entry, error) {
	entries, _ := m.cache.Get(key)
	return entries, nil
}

// Put never fails; what is larger than the store is not kept.
func (m *Memory) Put(_ context.Context, key string, entries []*Entry) error {
	var n int64
	for _, e := range entries {
		n += e.Size()
	}
	keep := m.keep
	if len(entries) == 0 {
		keep = 0
	}
	m.cache.Put(key, entries, n, keep)
	return nil
}

// Close ends the work in the background.
func (m *Memory) Close() { m.cache.Close() }
