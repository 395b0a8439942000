package webfetch

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// cachedTask is a client and a request that its built-in cache answers, with a
// header and a body as those of a page.
func cachedTask(t testing.TB) (*Client, *fetchCall) {
	policy := &security.Policy{}
	client, err := New(Options{Policy: policy})
	require.NoError(t, err)
	t.Cleanup(func() { _ = client.Close() })
	task, failure := client.newCall(Request{URL: "https://tides.example/today?port=south"})
	require.Nil(t, failure)
	answer := httptest.NewRecorder()
	for name, value := range map[string]string{
		"Cache-Control": "public, max-age=600", "Date": time.Now().UTC().Format(http.TimeFormat), "Etag": `"v1"`, "Vary": "Accept-Encoding",
		"Content-Type": "text/html; charset=utf-8", "Last-Modified": "Mon, 02 Mar 2026 08:00:00 GMT", "Server": "tide/1",
	} {
		answer.Header().Set(name, value)
	}
	client.store(t.Context(), task, cacheKey(task, client.policy), &response{
		url: task.url, status: http.StatusOK, header: answer.Header(), body: make([]byte, 100<<10), stored: time.Now(),
	})
	return client, task
}

// maxHitAllocs bounds the allocations of an answer from memory.
const maxHitAllocs = 10

func TestAHitInMemoryIsCheap(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector allocates")
	}
	client, task := cachedTask(t)
	allocs := testing.AllocsPerRun(100, func() {
		resp, err := client.findResponse(t.Context(), task)
		require.NoError(t, err)
		require.Equal(t, CacheHit, resp.decision)
	})
	require.LessOrEqual(t, allocs, float64(maxHitAllocs))
}

// BenchmarkHit measures an answer from memory: the key, the look-up, the rules of
// HTTP caching and the policy, without a packet being made of it.
func BenchmarkHit(b *testing.B) {
	client, task := cachedTask(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := client.findResponse(b.Context(), task); err != nil {
			b.Fatal(err)
		}
	}
}
