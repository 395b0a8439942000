// Package sleep waits under a context.
package sleep

import (
	"context"
	"time"
)

// For waits for d and returns nil, or returns the error of ctx as soon as that is
// done. Zero and less return at once, without a look at ctx.
func For(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
