package mcpserver

import (
	"context"
	"net/http"
)

// HoldSlot begins a call of a principal that has a slot until release is called, and is under
// way until leave is called.
func (s *Server) HoldSlot(ctx context.Context, principal string) (release, leave func(), err error) {
	if leave, err = s.beginCall(principal); err != nil {
		return nil, nil, err
	}
	held := slot{admission: s.admission, principal: principal}
	if err := held.acquire(ctx); err != nil {
		return nil, nil, err
	}
	return held.release, leave, nil
}

// StoredBytes are the bytes of stored packets and snapshots.
func (s *Server) StoredBytes() int64 { return s.snapshots.Bytes() + s.packets.Bytes() }

// Callers is how many principals have calls under way or slots.
func (s *Server) Callers() int {
	return len(s.admission.principals) + len(s.admission.turns) + s.admission.working
}

// MaxPrincipalSessions bounds the sessions of one principal.
const MaxPrincipalSessions = maxPrincipalSessions

// LimitRequests bounds the requests of each principal.
func LimitRequests(h http.Handler, limit int) http.Handler { return limitRequests(h, limit) }

// RequireAuth lets in who has a token.
func RequireAuth(a *Auth, h http.Handler) http.Handler { return a.require(h, nil) }
