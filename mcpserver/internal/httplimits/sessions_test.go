package httplimits_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
)

// maxPrincipalSessions is how many sessions a principal may have.
const maxPrincipalSessions = 64

// hotel has a session for everyone who asks for one.
type hotel struct {
	mu   sync.Mutex
	live map[string]bool
	n    int
}

func (h *hotel) sessions(yield func(id string) bool) {
	h.mu.Lock()
	live := slices.Collect(maps.Keys(h.live))
	h.mu.Unlock()
	slices.Values(live)(yield)
}

func (h *hotel) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.n++
	id := fmt.Sprint("session ", h.n)
	h.live[id] = true
	w.Header().Set("Mcp-Session-Id", id)
}

// asker has requests of principals answered by a handler, and tells their status.
func asker(t *testing.T, h http.Handler) func(method, principal, session string) (status int, began string) {
	return func(method, principal, session string) (int, string) {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), method, "/", nil)
		r.Header.Set("Principal", principal)
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		h.ServeHTTP(w, r)
		return w.Code, w.Header().Get("Mcp-Session-Id")
	}
}

// A principal has a bounded number of sessions; what goes on in them, what begins none,
// and those of others don't count.
func TestSessionsOfAPrincipalAreBounded(t *testing.T) {
	house, opts := &hotel{live: map[string]bool{}}, loose()
	opts.Sessions = house.sessions
	ask := asker(t, limited(opts, house.ServeHTTP))
	var last string
	for range maxPrincipalSessions {
		status, session := ask(http.MethodPost, "ada", "")
		assert.Equal(t, http.StatusOK, status)
		last = session
	}
	for what, want := range map[[3]string]int{
		{http.MethodPost, "ada", ""}:   http.StatusTooManyRequests,
		{http.MethodPost, "ada", last}: http.StatusOK,
		{http.MethodGet, "ada", ""}:    http.StatusOK,
		{http.MethodPost, "ben", ""}:   http.StatusOK,
		{http.MethodPost, "", ""}:      http.StatusOK,
	} {
		status, _ := ask(what[0], what[1], what[2])
		assert.Equal(t, want, status, what)
	}
	delete(house.live, last)
	status, _ := ask(http.MethodPost, "ada", "")
	assert.Equal(t, http.StatusOK, status, "the place of a session that has ended is free")
	status, _ = ask(http.MethodPost, "ada", "")
	assert.Equal(t, http.StatusTooManyRequests, status)
}

// A request that has begun no session leaves its place to another.
func TestSessionsThatDidNotBegin(t *testing.T) {
	opts := loose()
	opts.Sessions = func(func(string) bool) {}
	ask := asker(t, limited(opts, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) }))
	for range 2 * maxPrincipalSessions {
		status, _ := ask(http.MethodPost, "ada", "")
		assert.Equal(t, http.StatusBadRequest, status)
	}
}
