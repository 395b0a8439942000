package hostlimit

import (
	"context"
	"errors"
	"time"
)

// maxUnboundedWait bounds a wait under a context without deadline.
const maxUnboundedWait = time.Minute

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
	deadline, bounded := ctx.Deadline()
	if !bounded {
		return maxUnboundedWait
	}
	return time.Until(deadline)
}
