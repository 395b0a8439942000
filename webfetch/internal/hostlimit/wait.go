package hostlimit

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

const (
	backoffBase = 500 * time.Millisecond
	backoffCap  = 30 * time.Second
	// maxUnboundedWait bounds a wait under a context without deadline.
	maxUnboundedWait = time.Minute
)

// Backoff returns a random pause before the retry after failures failures (1
// or more): evenly between 0 and 500 ms, doubled with each failure, at most 30
// seconds. The randomness keeps clients that failed together from coming back
// together ("full jitter", Brooker 2015).
func Backoff(failures int) time.Duration {
	return rand.N(min(backoffBase<<min(max(failures-1, 0), 6), backoffCap) + 1)
}

// ErrTooLong reports that a wait would pass the deadline.
var ErrTooLong = errors.New("the wait would pass the deadline")

// Sleep waits, or returns ErrTooLong at once where the wait would pass the
// deadline of ctx, or the error of ctx when it ends.
func Sleep(ctx context.Context, wait time.Duration) error {
	if wait > Remaining(ctx) {
		return ErrTooLong
	}
	return Wait(ctx, wait)
}

// Wait waits, or returns the error of ctx as soon as it ends.
func Wait(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Remaining is how long a call under ctx can still wait: until its deadline,
// or a minute where it has none.
func Remaining(ctx context.Context) time.Duration {
	if deadline, bounded := ctx.Deadline(); bounded {
		return time.Until(deadline)
	}
	return maxUnboundedWait
}

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
