package hostlimit

import "time"

const (
	breakerFailures = 5
	breakerFirst    = 30 * time.Second
	breakerLongest  = 5 * time.Minute
)

// breaker keeps requests from a host that does not answer. After 5 failures in a row it
// opens for 30 seconds; then one request probes. If that fails too, it stays open twice as
// long, at most 5 minutes. Any answer closes it. The failure of a request that was sent
// before the breaker last opened or closed does not count. The zero value is closed.
type breaker struct {
	failures int
	open     time.Duration // how long it opened last, 0: closed
	until    time.Time     // the host is left alone before; zero while closed
	probing  bool          // the probe is under way
	epoch    int           // counts how often it has opened and closed
}

// trial holds the state from the start of a request that is needed to judge its outcome.
type trial struct {
	epoch int
	probe bool
}

func (b *breaker) answered() {
	epoch := b.epoch
	if b.open > 0 {
		epoch++
	}
	*b = breaker{epoch: epoch}
}

func (b *breaker) unanswered(t trial, now time.Time) (opened bool) {
	if t.epoch != b.epoch {
		return false
	}
	b.failures++
	if b.open == 0 && b.failures < breakerFailures {
		return false
	}
	b.open = min(max(2*b.open, breakerFirst), breakerLongest)
	b.until, b.probing = now.Add(b.open), false
	b.epoch++
	return true
}

// abandoned makes way for another probe if t was it.
func (b *breaker) abandoned(t trial) {
	if t.probe && t.epoch == b.epoch {
		b.probing = false
	}
}
