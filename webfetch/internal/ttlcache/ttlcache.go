// Package ttlcache is a private cache in memory, bounded by bytes and by time.
package ttlcache

import (
	"math"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache holds values of one type under string keys. It is safe for concurrent
// use.
type Cache[V any] struct {
	most int64
	mu   sync.Mutex
	// All below is guarded by mu.
	bytes int64 // of all items
	lru   *simplelru.LRU[string, item[V]]
}

type item[V any] struct {
	value   V
	expires time.Time
	bytes   int64
}

// overhead is about how many bytes an entry takes beside its value: key and links.
const overhead = 256

// New returns a cache that keeps at most maxBytes, as sizes given to Put add
// up. The entries that were not used for longest leave first.
func New[V any](maxBytes int64) *Cache[V] {
	c := &Cache[V]{most: maxBytes}
	// The bytes bound it, not the number of its entries.
	c.lru, _ = simplelru.NewLRU(math.MaxInt, func(_ string, i item[V]) { c.bytes -= i.bytes })
	return c
}

// Get returns the value under key, unless it is missing or expired.
func (c *Cache[V]) Get(key string) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, found := c.lru.Get(key)
	if found && !time.Now().Before(i.expires) {
		c.lru.Remove(key)
		return value, false
	}
	return i.value, found
}

// Put keeps value under key for ttl, or until room is needed. A value larger
// than the whole cache, or a ttl of 0 or less, is not kept.
func (c *Cache[V]) Put(key string, value V, bytes int64, ttl time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lru.Remove(key)
	bytes += int64(len(key)) + overhead
	if ttl <= 0 || bytes > c.most {
		return
	}
	c.add(key, item[V]{value, time.Now().Add(ttl), bytes}, bytes)
}

// Grow notes that the value under key, if there is one, takes more bytes by now.
func (c *Cache[V]) Grow(key string, more int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, found := c.lru.Get(key); found {
		i.bytes += more
		c.add(key, i, more)
	}
}

func (c *Cache[V]) add(key string, i item[V], more int64) {
	c.lru.Add(key, i)
	for c.bytes += more; c.bytes > c.most; {
		c.lru.RemoveOldest()
	}
}
