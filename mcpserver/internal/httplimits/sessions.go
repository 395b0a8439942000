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
	s := sessions{live: o.Sessions, of: map[string]string{}, count: map[string]int{}, sweep: minSessionSweep}
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

// sessions know whose each session is. Those that have ended are forgotten where they matter: when a
// principal seems to have too many, and when there are twice as many as the last time.
type sessions struct {
	live iter.Seq[string]

	mu    sync.Mutex
	of    map[string]string // principals by identifier
	count map[string]int    // by principal, with those that begin
	sweep int               // size of of from which ended ones are forgotten
}

func (s *sessions) begin(principal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.count[principal] >= maxPrincipalSessions || len(s.of) >= s.sweep {
		s.forgetEnded()
	}
	if s.count[principal] >= maxPrincipalSessions {
		return false
	}
	s.count[principal]++
	return true
}

func (s *sessions) began(principal, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.of[id]; known || id == "" {
		s.drop(principal)
	} else {
		s.of[id] = principal
	}
}

func (s *sessions) drop(principal string) {
	if s.count[principal]--; s.count[principal] == 0 {
		delete(s.count, principal)
	}
}

func (s *sessions) forgetEnded() {
	ended := s.of
	s.of = map[string]string{}
	for id := range s.live {
		if principal, known := ended[id]; known {
			s.of[id] = principal
			delete(ended, id)
		}
	}
	for _, principal := range ended {
		s.drop(principal)
	}
	s.sweep = max(2*len(s.of), minSessionSweep)
}
