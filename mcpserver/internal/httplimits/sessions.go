package httplimits

import (
	"iter"
	"net/http"
	"sync"
)

const (
	maxPrincipalSessions = 64 // of those that have not ended
	sessionHeader        = "Mcp-Session-Id"
)

// limitSessions answers 429 to a request for one more session of a principal that has
// maxPrincipalSessions.
func (o Options) limitSessions(h http.Handler) http.Handler {
	s := sessions{live: o.Sessions, of: map[string]string{}, beginning: map[string]int{}}
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

// sessions know whose each session is. Those that have ended are forgotten when another begins.
type sessions struct {
	live iter.Seq[string]

	mu        sync.Mutex
	of        map[string]string // principals by identifier
	beginning map[string]int    // by principal
}

func (s *sessions) begin(principal string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, of := s.beginning[principal], map[string]string{}
	for id := range s.live {
		if whose, known := s.of[id]; known {
			if of[id] = whose; whose == principal {
				n++
			}
		}
	}
	if s.of = of; n >= maxPrincipalSessions {
		return false
	}
	s.beginning[principal]++
	return true
}

func (s *sessions) began(principal, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.beginning[principal]--; s.beginning[principal] == 0 {
		delete(s.beginning, principal)
	}
	if id != "" {
		s.of[id] = principal
	}
}
