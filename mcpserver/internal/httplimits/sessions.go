package httplimits

import (
	"iter"
	"net/http"
	"sync"
)

const (
	maxPrincipalSessions = 64   // of those that have not ended
	minSessionSweep      = 1000 // identifiers are kept before ended ones are looked for
	sessionHeader        = "Mcp-Session-Id"
)

// limitSessions answers 429 to a request for one more session of a principal that has
// maxPrincipalSessions.
func (o Options) limitSessions(h http.Handler) http.Handler {
	s := sessionShares{live: o.Sessions, of: map[string]map[string]bool{}, beginning: map[string]int{}, sweep: minSessionSweep}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		principal := o.Principal(r)
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

// sessionShares are the sessions of each principal. Those that have ended are looked for where they
// matter.
type sessionShares struct {
	live iter.Seq[string]

	mu        sync.Mutex
	of        map[string]map[string]bool // identifiers by principal
	beginning map[string]int
	count     int // of all identifiers
	sweep     int // forgetEnded looks for ended ones at this many identifiers
}

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
	live := map[string]bool{}
	for id := range s.live {
		live[id] = true
	}
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
