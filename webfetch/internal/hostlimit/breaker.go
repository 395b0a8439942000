package hostlimit

import "time"

const (
	breakerFailures = 5
	breakerFirst    = 30 * time.Second
	breakerLongest  = 5 * time.Minute
)

// breaker keeps requests from a host that does not answer. After 5 failures in
// a row it opens for 30 seconds; then one request probes. If that fails too,
// it stays open twice as long, at most 5 minutes. The zero value is closed.
type breaker struct {
	failures int
	open     time.Duration // how long it opened last, 0: closed
	until    time.Time
	probing  bool
}

// wait returns how long the host must be left alone, 0 if it may be asked; an
// open breaker then counts the request as its probe.
func (b *breaker) wait(now time.Time) time.Duration {
	if b.open == 0 {
		return 0
	}
	if left := b.until.Sub(now); left > 0 {
		return left
	}
	if b.probing {
		return time.Second // until the probe is back
	}
	b.probing = true
	return 0
}

// done takes the outcome of a request that wait let pass.
func (b *breaker) done(now time.Time, outcome Outcome) {
	switch outcome {
	case Answered:
		*b = breaker{}
	case Unanswered:
		b.failures++
		if b.open == 0 && b.failures < breakerFailures {
			return
		}
		b.open = min(max(2*b.open, breakerFirst), breakerLongest)
		b.until, b.probing = now.Add(b.open), false
	default:
		b.probing = false
	}
}
