package mcpserver

import (
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	maxPrincipalStreams  = 256 // and other requests that are under way beside the calls of Options.MaxCalls
	maxPrincipalSessions = 64  // that have not ended
	minSessionSweep      = 1000
	sessionHeader        = "Mcp-Session-Id"
)

// limitRequests answers 429 to a principal that has limit requests under way. Where
// there are no names there is no bound: all callers are one principal.
func limitRequests(h http.Handler, limit int) http.Handler {
	var mu sync.Mutex
	busy := map[string]int{}
	begin := func(principal string) bool {
		mu.Lock()
		defer mu.Unlock()
		if busy[principal] >= limit {
			return false
		}
		busy[principal]++
		return true
	}
	end := func(principal string) {
		mu.Lock()
		defer mu.Unlock()
		if busy[principal]--; busy[principal] == 0 {
			delete(busy, principal)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal := principalOf(auth.TokenInfoFromContext(r.Context()))
		if principal == "" {
			h.ServeHTTP(w, r)
			return
		}
		if !begin(principal) {
			refuseForNow(w, "too many requests of this principal are under way")
			return
		}
		defer end(principal)
		h.ServeHTTP(w, r)
	})
}

// refuseForNow answers 429.
func refuseForNow(w http.ResponseWriter, reason string) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, reason, http.StatusTooManyRequests)
}

// limitSessions answers 429 to a request for one more session of a principal that has
// maxPrincipalSessions of server.
func limitSessions(h http.Handler, server *mcp.Server) http.Handler {
	live := func() map[string]bool {
		ids := map[string]bool{}
		for session := range server.Sessions() {
			ids[session.ID()] = true
		}
		return ids
	}
	s := sessionShares{live: live, of: map[string]map[string]bool{}, beginning: map[string]int{}, sweep: minSessionSweep}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal := principalOf(auth.TokenInfoFromContext(r.Context()))
		if principal == "" || r.Method != http.MethodPost || r.Header.Get(sessionHeader) != "" {
			h.ServeHTTP(w, r)
			return
		}
		if !s.begin(principal) {
			refuseForNow(w, "too many sessions of this principal; end one with DELETE, or let it be idle for 30 minutes")
			return
		}
		defer func() { s.began(principal, w.Header().Get(sessionHeader)) }()
		h.ServeHTTP(w, r)
	})
}

// sessionShares are the sessions of each principal. Those that have ended are looked
// for where they matter.
type sessionShares struct {
	live func() map[string]bool

	mu        sync.Mutex
	of        map[string]map[string]bool // identifiers by principal
	beginning map[string]int
	count     int // of all identifiers
	sweep     int // look for ended ones when there are this many
}

// begin takes the place of a session that begins, false if there is none.
func (s *sessionShares) begin(principal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := func() bool { return len(s.of[principal])+s.beginning[principal] >= maxPrincipalSessions }
	if full() || s.count >= s.sweep {
		s.forgetEnded()
	}
	if full() {
		return false
	}
	s.beginning[principal]++
	return true
}

// began notes the identifier of the session that has begun, "" for none.
func (s *sessionShares) began(principal, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.beginning[principal]--; s.beginning[principal] == 0 {
		delete(s.beginning, principal)
	}
	if id == "" {
		return
	}
	if s.of[principal] == nil {
		s.of[principal] = map[string]bool{}
	}
	s.of[principal][id] = true
	s.count++
}

// forgetEnded drops the sessions that have ended. s.mu is held.
func (s *sessionShares) forgetEnded() {
	live := s.live()
	s.count = 0
	for principal, ids := range s.of {
		for id := range ids {
			if !live[id] {
				delete(ids, id)
			}
		}
		if s.count += len(ids); len(ids) == 0 {
			delete(s.of, principal)
		}
	}
	s.sweep = max(2*s.count, minSessionSweep)
}
