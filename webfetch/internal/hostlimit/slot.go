package hostlimit

import "time"

// Outcome is what became of a request.
type Outcome int

// The outcomes.
const (
	// Unknown says nothing about the host: canceled, or refused before it was asked.
	Unknown Outcome = iota
	// Answered means that the host sent a response, whatever its status.
	Answered
	// Unanswered means that no connection or response came about.
	Unanswered
)

// Slot is the right to one request. Call Done exactly once.
type Slot struct {
	limiter   *HostLimiter
	host      *host
	principal *principal
	trial     trial
	answered  bool
}

// Answered reports that a response has begun, before the request is done. What
// becomes of the rest then says nothing about the host any more. It may be
// called at any time, also after Done.
func (s *Slot) Answered() {
	l := s.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.answered {
		return
	}
	s.answered = true
	s.host.breaker.answered()
	l.serve(s.host, time.Now())
}

// Done ends a request.
func (s *Slot) Done(outcome Outcome) {
	l, h := s.limiter, s.host
	opened := time.Duration(0)
	defer func() { l.tell(h.name, opened) }()
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	switch {
	case s.answered:
	case outcome == Answered:
		s.answered = true
		h.breaker.answered()
	case outcome == Unanswered:
		epoch := h.breaker.epoch
		if h.breaker.unanswered(s.trial, now); h.breaker.epoch != epoch {
			opened = h.breaker.open
		}
		l.reconsider(h, now)
	default:
		h.breaker.abandoned(s.trial)
	}
	h.end(s.principal)
	l.release(h, s.principal)
}
