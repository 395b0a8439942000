package mcpserver

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// turnsFor is a handler that reads a body and then works for a minute on it, with what sends
// one of a size for a principal and tells how long it took to be answered, and how.
func turnsFor(t *testing.T, n int, patience time.Duration, work func(ctx context.Context)) (send func(ctx context.Context, principal string, size int) (time.Duration, int)) {
	h := limitLargeBodies(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := io.ReadAll(r.Body); err != nil {
			http.Error(w, "failed to read body", http.StatusBadRequest)
			return
		}
		if work != nil {
			work(r.Context())
		}
		time.Sleep(time.Minute)
	}), n, patience)
	verify := func(_ context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
		return &auth.TokenInfo{UserID: token}, nil
	}
	named := auth.RequireBearerToken(verify, &auth.RequireBearerTokenOptions{AllowMissingExpiration: true})(h)
	return func(ctx context.Context, principal string, size int) (time.Duration, int) {
		began, w := time.Now(), httptest.NewRecorder()
		r := httptest.NewRequestWithContext(ctx, http.MethodPost, "/", strings.NewReader(strings.Repeat("x", size)))
		r.Header.Set("Authorization", "Bearer "+principal)
		named.ServeHTTP(w, r)
		if w.Code == http.StatusServiceUnavailable {
			assert.Equal(t, "5", w.Header().Get("Retry-After"))
		}
		return time.Since(began), w.Code
	}
}

// Requests with small bodies never wait, however many with large ones there are.
func TestSmallBodiesBesideLargeOnes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 1, time.Hour, nil)
		for _, greedy := range []string{"ada", "ben", "cy"} {
			for range 6 {
				go send(t.Context(), greedy, 10*largeBody)
			}
		}
		synctest.Wait()
		for _, size := range []int{0, 1, largeBody - 1} {
			for range 20 {
				took, _ := send(t.Context(), "good", size)
				require.Equal(t, time.Minute, took, "the work alone")
			}
		}
		time.Sleep(time.Hour)
	})
}

// No more of the large bodies are worked on at one time than may be, and principals take
// turns: whoever has sent one does not wait behind all those of another.
func TestLargeBodiesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 2, time.Hour, nil)
		for range 20 {
			go send(t.Context(), "ada", largeBody)
			synctest.Wait()
		}
		var took []time.Duration
		for range 2 {
			one, _ := send(t.Context(), "ben", largeBody)
			took = append(took, one)
		}
		assert.Equal(t, []time.Duration{time.Minute, time.Minute}, took, "a principal has one turn of two")
		go send(t.Context(), "ben", largeBody)
		synctest.Wait()
		one, _ := send(t.Context(), "cy", largeBody)
		assert.LessOrEqual(t, one, 2*time.Minute, "one turn is waited for")
		time.Sleep(time.Hour)
	})
}

// A large body waits only so long, and not for a client that has gone; what it leaves is
// there for the next.
func TestLargeBodyThatWaitsTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		send := turnsFor(t, 1, 90*time.Second, nil)
		go send(t.Context(), "ada", largeBody)
		go send(t.Context(), "ben", largeBody)
		synctest.Wait()
		took, code := send(t.Context(), "cy", largeBody)
		assert.Equal(t, 90*time.Second, took, "the two before it take two minutes")
		assert.Equal(t, http.StatusServiceUnavailable, code)
		time.Sleep(time.Hour)

		go send(t.Context(), "ada", largeBody)
		synctest.Wait()
		gone, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		took, code = send(gone, "ben", largeBody)
		assert.Equal(t, time.Second, took)
		assert.Equal(t, http.StatusBadRequest, code, "which nobody reads")
		time.Sleep(time.Minute)
		took, _ = send(t.Context(), "cy", largeBody)
		assert.Equal(t, time.Minute, took, "the turn of the one that has gone is free")
	})
}

// A call that waits for a service has given its turn back.
func TestTurnEndsWithTheSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newAdmission(4, 10)
		delays := make(chan time.Duration, 2)
		send := turnsFor(t, 1, time.Hour, func(ctx context.Context) {
			leave, err := a.beginCall("")
			require.NoError(t, err)
			defer leave()
			s := slot{admission: a, turn: bodyTurnOf(ctx)}
			delays <- s.turn.delay()
			require.NoError(t, s.acquire(ctx))
			time.Sleep(time.Second)
			s.release()
		})
		go send(t.Context(), "ada", largeBody)
		synctest.Wait()
		took, _ := send(t.Context(), "ben", largeBody)
		assert.Equal(t, time.Minute+2*time.Second, took, "the work of both, and the wait of one")
		assert.Zero(t, <-delays)
		assert.Equal(t, time.Second, <-delays, "which counts against the deadline of the call")
	})
}

// heldDocuments is an extractor of documents that are held until release is closed. It counts
// how many it has at one time.
type heldDocuments struct {
	begun   chan struct{}
	release chan struct{}

	mu        sync.Mutex
	now, most int
}

func (h *heldDocuments) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	if len(src.Body) < largeBody/2 {
		return &extract.Document{Format: "held", Markdown: "small"}, nil
	}
	h.mu.Lock()
	h.now++
	h.most = max(h.most, h.now)
	h.mu.Unlock()
	h.begun <- struct{}{}
	<-h.release
	h.mu.Lock()
	h.now--
	h.mu.Unlock()
	return &extract.Document{Format: "held", Markdown: "large"}, nil
}

// Over HTTP, no more documents from large bodies are read at one time than there are turns,
// and small ones are read meanwhile.
func TestLargeBodiesOverHTTP(t *testing.T) {
	held := &heldDocuments{begun: make(chan struct{}, 100), release: make(chan struct{})}
	client, err := webfetch.New(webfetch.Options{Extractors: map[string]extract.Extractor{"application/x-held": held}})
	require.NoError(t, err)
	defer client.Close()
	s, err := New(client, Options{Name: "test", Version: "1"})
	require.NoError(t, err)
	h := s.Handler(HTTPOptions{})
	send := func(size int) string {
		body := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"extract","arguments":{"content_type":"application/x-held","raw_bytes":"` +
			base64.StdEncoding.EncodeToString(make([]byte, size)) + `"}}}`
		r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		r.Header.Set("Mcp-Protocol-Version", "2025-06-18")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.String()
	}
	var all sync.WaitGroup
	for range bodyTurns() + 3 {
		all.Go(func() { assert.Contains(t, send(largeBody), "large") })
	}
	for range bodyTurns() {
		<-held.begun
	}
	for range 5 {
		assert.Contains(t, send(100), "small")
	}
	close(held.release)
	all.Wait()
	assert.Equal(t, bodyTurns(), held.most)
}
