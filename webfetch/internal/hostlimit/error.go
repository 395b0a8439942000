package hostlimit

import (
	"fmt"
	"time"
)

// ThrottledError reports that a request was not sent because it would have had to
// wait longer than its deadline allows, or because too many wait.
type ThrottledError struct {
	Host string
	// After is how long to wait before another try.
	After  time.Duration
	Reason string
	// Broken reports that the host is left alone because it did not answer,
	// not because of a rate.
	Broken bool
	// Err is the error of a Limiter, nil where the built-in rate refused.
	Err error
}

// The reasons of a [ThrottledError].
const (
	reasonPaused  = "the host asked to be left alone"
	reasonHeld    = "this address was asked to be left alone"
	reasonBroken  = "the host did not answer several times"
	reasonRate    = "more requests than the rate allows"
	reasonFull    = "too many requests are waiting"
	reasonLimiter = "refused by the rate limiter"
)

// Error says what to wait for.
func (e *ThrottledError) Error() string {
	text := fmt.Sprintf("%s: %s, wait %s", e.Host, e.Reason, e.After.Round(time.Millisecond))
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// RetryAfter is After, for those who know errors by their methods only.
func (e *ThrottledError) RetryAfter() time.Duration { return e.After }

// Unwrap returns the error of a Limiter.
func (e *ThrottledError) Unwrap() error { return e.Err }

func throttled(host string, after time.Duration, reason string) error {
	return &ThrottledError{Host: host, After: after, Reason: reason, Broken: reason == reasonBroken}
}
