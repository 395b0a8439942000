package hostlimit

import (
	"math/rand/v2"
	"time"
)

const (
	backoffBase = 500 * time.Millisecond
	backoffCap  = 30 * time.Second
)

// Backoff returns a random pause before the retry after failures failures (1
// or more): evenly between 0 and 500 ms, doubled with each failure, at most 30
// seconds. The randomness keeps clients that failed together from coming back
// together ("full jitter", Brooker 2015).
func Backoff(failures int) time.Duration {
	ceiling := backoffCap
	if shift := failures - 1; shift < 6 {
		ceiling = min(backoffBase<<max(shift, 0), backoffCap)
	}
	return rand.N(ceiling + 1)
}
