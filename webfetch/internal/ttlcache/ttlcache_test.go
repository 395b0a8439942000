package ttlcache_test

import (
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/ttlcache"
)

func TestGetReturnsWhatWasPutUntilItExpires(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := ttlcache.New[string](1 << 20)
		c.Put("k", "v", 1, time.Minute)
		time.Sleep(time.Minute - time.Nanosecond)
		v, found := c.Get("k")
		assert.True(t, found)
		assert.Equal(t, "v", v)
		time.Sleep(time.Nanosecond)
		_, found = c.Get("k")
		assert.False(t, found)
	})
}

func TestPutRefusesWhatCanNeverFit(t *testing.T) {
	const room, overhead = 10_000, 256 // of each entry
	fits := int64(room - overhead - len("k"))
	for _, test := range []struct {
		name  string
		bytes int64
		ttl   time.Duration
		kept  bool
	}{
		{"at the bound", fits, time.Minute, true},
		{"one over", fits + 1, time.Minute, false},
		{"no time", 1, 0, false},
		{"negative time", 1, -1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := ttlcache.New[string](room)
			c.Put("k", "old", 1, time.Minute)
			c.Put("k", "new", test.bytes, test.ttl)
			v, found := c.Get("k")
			assert.Equal(t, test.kept, found, "the old value must not survive either")
			if found {
				assert.Equal(t, "new", v)
			}
		})
	}
}

func TestBytesStayBelowTheBound(t *testing.T) {
	const room = 100_000
	c := ttlcache.New[int](room)
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 500 {
				key := fmt.Sprint(g, i)
				c.Put(key, i, 1000, time.Minute)
				if v, found := c.Get(key); found {
					assert.Equal(t, i, v)
				}
			}
		})
	}
	wg.Wait()
	assert.LessOrEqual(t, c.Bytes(), int64(room))
	assert.Positive(t, c.Bytes())
}
