package redis_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

var page = []byte("high water\x00")

func TestEntriesAreShared(t *testing.T) {
	s := newServer(t)
	a, b := s.open().Cache(), s.open().Cache()
	none, err := b.Get(t.Context(), "k")
	require.NoError(t, err)
	assert.Nil(t, none)
	require.NoError(t, a.Put(t.Context(), "k", page, time.Minute))
	got, err := b.Get(t.Context(), "k")
	require.NoError(t, err)
	assert.Equal(t, page, got)

	other, err := s.open(func(o *redis.Options) { o.Prefix = "other:" }).Cache().Get(t.Context(), "k")
	require.NoError(t, err)
	assert.Nil(t, other, "another prefix is another cache")
}

func TestEntriesExpire(t *testing.T) {
	cache := newServer(t).open().Cache()
	require.NoError(t, cache.Put(t.Context(), "k", page, 20*time.Millisecond))
	require.NoError(t, cache.Put(t.Context(), "never", page, 0))
	assert.Eventually(t, func() bool {
		got, err := cache.Get(t.Context(), "k")
		return err == nil && got == nil
	}, 5*time.Second, 5*time.Millisecond)
	got, err := cache.Get(t.Context(), "never")
	require.NoError(t, err)
	assert.Nil(t, got)
}

func TestLockKeepsOthersWaiting(t *testing.T) {
	s := newServer(t)
	var mu sync.Mutex
	var wg sync.WaitGroup
	inside, most := 0, 0
	for range 8 {
		cache := s.open().Cache()
		wg.Go(func() {
			unlock, err := lock(t.Context(), cache)
			if !assert.NoError(t, err) {
				return
			}
			mu.Lock()
			inside++
			most = max(most, inside)
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			inside--
			mu.Unlock()
			unlock()
		})
	}
	wg.Wait()
	assert.Equal(t, 1, most)
}

func lock(ctx context.Context, c webfetch.Cache) (unlock func(), err error) {
	return c.(interface {
		Lock(ctx context.Context, key string) (unlock func(), err error)
	}).Lock(ctx, "k")
}

func TestLockOfADeadClientEnds(t *testing.T) {
	s := newServer(t)
	short, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	_, err := lock(short, s.open().Cache()) // and never unlocked
	require.NoError(t, err)
	unlock, err := lock(t.Context(), s.open().Cache())
	require.NoError(t, err, "it is not waited for ever")
	unlock()
}

func TestLockEndsWithTheContext(t *testing.T) {
	s := newServer(t)
	_, err := lock(t.Context(), s.open().Cache())
	require.NoError(t, err)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err = lock(ctx, s.open().Cache())
	assert.ErrorIs(t, err, context.DeadlineExceeded)
}
