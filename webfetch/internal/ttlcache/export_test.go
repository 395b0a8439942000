package ttlcache

// Bytes returns how many bytes the entries take together, overhead included.
func (c *Cache[V]) Bytes() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bytes
}
