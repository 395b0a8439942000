package admission

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// Quota bounds the calls of each principal apart from those of the others, by
// a token bucket that holds a minute's worth. Buckets that are full again are
// forgotten. A nil *Quota has no bound. A Quota is safe for concurrent use.
type Quota struct {
	perMinute int

	mu      sync.Mutex
	buckets map[string]*rate.Limiter
	sweep   int // dropFullBuckets looks for full ones at this many buckets
}

// minSweepSize is how many buckets are kept before full ones are looked for.
const minSweepSize = 1000

// NewQuota returns nil, no bound, for 0 and less.
func NewQuota(perMinute int) *Quota {
	if perMinute <= 0 {
		return nil
	}
	return &Quota{perMinute: perMinute, buckets: map[string]*rate.Limiter{}, sweep: minSweepSize}
}

// Allow counts a call of principal, or returns RATE_LIMITED with the time until
// the next one is allowed.
func (q *Quota) Allow(principal string) error {
	if q == nil {
		return nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	now := time.Now()
	b := q.buckets[principal]
	if b == nil {
		q.dropFullBuckets(now)
		b = rate.NewLimiter(rate.Limit(float64(q.perMinute)/60), q.perMinute)
		q.buckets[principal] = b
	}
	turn := b.ReserveN(now, 1)
	wait := turn.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	turn.CancelAt(now)
	return &webfetch.Error{
		Op: "call", Code: webfetch.RateLimited, Retryable: true, RetryAfter: wait,
		Err: errors.New("more than " + strconv.Itoa(q.perMinute) + " calls a minute"),
	}
}

// dropFullBuckets drops full buckets, which equal new ones. It scans all buckets only each
// time their number has doubled. The caller holds q.mu.
func (q *Quota) dropFullBuckets(now time.Time) {
	if len(q.buckets) < q.sweep {
		return
	}
	for principal, b := range q.buckets {
		if b.TokensAt(now) >= float64(q.perMinute) {
			delete(q.buckets, principal)
		}
	}
	q.sweep = max(2*len(q.buckets), minSweepSize)
}
