package hostlimit

import (
	"context"
	"errors"
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
