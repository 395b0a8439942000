package webfetch_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// hitInMemory returns what reads a page that the built-in cache has, with a header and a
// body as those of a page, without extracting it.
func hitInMemory(t testing.TB) (read func()) {
	s := serving(t, func(w http.ResponseWriter, _ *http.Request) {
		for name, value := range map[string]string{
			"Cache-Control": "public, max-age=600", "Date": time.Now().UTC().Format(http.TimeFormat), "Etag": `"v1"`, "Vary": "Accept-Encoding",
			"Content-Type": "text/html; charset=utf-8", "Last-Modified": "Mon, 02 Mar 2026 08:00:00 GMT", "Server": "tide/1",
		} {
			w.Header().Set(name, value)
		}
		_, _ = w.Write(make([]byte, 100<<10))
	})
	c := s.client(t)
	ask := func() {
		_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/today?port=south", Extract: webfetch.ExtractOptions{RawOnly: true}})
		require.NoError(t, err)
	}
	ask()
	return func() {
		ask()
		require.Equal(t, 1, s.count("/today"))
	}
}

// maxHitAllocs bounds the allocations of an answer from memory, with its packet.
const maxHitAllocs = 12

func TestAHitInMemoryIsCheap(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	read := hitInMemory(t)
	require.LessOrEqual(t, testing.AllocsPerRun(100, read), float64(maxHitAllocs))
}

// BenchmarkHit measures an answer from memory: the key, the look-up, the rules of
// HTTP caching and the policy, and a packet without extraction.
func BenchmarkHit(b *testing.B) {
	read := hitInMemory(b)
	b.ReportAllocs()
	for b.Loop() {
		read()
	}
}
