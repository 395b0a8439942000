package redis_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// BenchmarkGet measures an entry of 100 KiB from a Redis server of this machine.
func BenchmarkGet(b *testing.B) {
	cache := newServer(b).open().Cache()
	require.NoError(b, cache.Put(b.Context(), "k", make([]byte, 100<<10), time.Hour))
	b.ReportAllocs()
	for b.Loop() {
		if got, err := cache.Get(b.Context(), "k"); err != nil || got == nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkWait measures the question for a turn.
func BenchmarkWait(b *testing.B) {
	l := newServer(b).open().Limiter(1_000_000_000, 1_000_000_000)
	b.ReportAllocs()
	for b.Loop() {
		if err := l.Wait(b.Context(), "a.example:443"); err != nil {
			b.Fatal(err)
		}
	}
}
