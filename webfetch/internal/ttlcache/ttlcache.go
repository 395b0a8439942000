// Package ttlcache is a private cache in memory, bounded by bytes and by time.
package ttlcache

import (
	"time"

	"github.com/maypok86/otter/v2"
)

// Cache holds values of one type under string keys. It is safe for concurrent
// use. Close it to end what it does in the background.
type Cache[V any] struct {
	store *otter.Cache[string, item[V]]
}

type item[V any] struct {
	value   V
	expires time.Time
	weight  uint32
}

// overhead is about how many bytes an entry takes beside its value: key, links, timer.
const overhead = 256

// New returns a cache that keeps at most maxBytes, as sizes given to Put add
// up. Which entries leave first is decided by recency and frequency.
func New[V any](maxBytes int64) *Cache[V] {
	return &Cache[V]{store: otter.Must(&otter.Options[string, item[V]]{
		MaximumWeight: uint64(max(maxBytes, 1)),
		Weigher:       func(_ string, i item[V]) uint32 { return i.weight },
		ExpiryCalculator: otter.ExpiryWritingFunc(func(e otter.Entry[string, item[V]]) time.Duration {
			return time.Until(e.Value.expires)
		}),
	})}
}

// Get returns the value under key, unless it is missing or expired.
func (c *Cache[V]) Get(key string) (value V, found bool) {
	i, found := c.store.GetIfPresent(key)
	if !found || !time.Now().Before(i.expires) {
		return value, false
	}
	return i.value, true
}

// Put keeps value under key for ttl, or until room is needed. A value larger
// than the whole cache, or a ttl of 0 or less, is not kept.
func (c *Cache[V]) Put(key string, value V, bytes int64, ttl time.Duration) {
	weight := bytes + int64(len(key)) + overhead
	if ttl <= 0 || weight > int64(c.store.GetMaximum()) || weight > 1<<32-1 {
		c.store.Invalidate(key)
		return
	}
	c.store.Set(key, item[V]{value: value, expires: time.Now().Add(ttl), weight: uint32(weight)})
}

// Bytes returns how many bytes the entries take together, overhead included.
func (c *Cache[V]) Bytes() int64 {
	c.store.CleanUp()
	return int64(c.store.WeightedSize())
}

// Close ends the work in the background. The cache stays readable.
func (c *Cache[V]) Close() { c.store.StopAllGoroutines() }
