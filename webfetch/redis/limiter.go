package redis

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"math"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

//go:embed limiter.lua
var paceScript string

// pauseScript makes a pause that is not shorter than one there is. KEYS: 1 the pause; ARGV: ms.
const pauseScript = `if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], 1, 'PX', ARGV[1]) end return 1`

// limiter is a webfetch.Limiter that all clients of a Redis server keep to together.
type limiter struct {
	client *Client
	script *goredis.Script
	pause  *goredis.Script
	own    *hostlimit.HostLimiter
	rate   []any // interval, burst, most, window
}

// window is the minute that a rate counts in, a little longer, as requests need different times to
// arrive.
const window = time.Minute + 500*time.Millisecond

// Limiter returns a limiter for webfetch.Options that all clients of a Redis server keep to
// together; while Redis is away each keeps to it alone. It lets perMinute requests to
// a host through in any minute, burst of them at once and the others spaced evenly.
// Zero means 60 and 5, less no limit. All who share a server give the same numbers.
func (c *Client) Limiter(perMinute, burst int) webfetch.Limiter {
	perMinute, burst = cmp.Or(perMinute, 60), cmp.Or(max(burst, 0), 5)
	l := &limiter{client: c, script: goredis.NewScript(paceScript), pause: goredis.NewScript(pauseScript)}
	l.own = hostlimit.New(hostlimit.Config{PerMinute: perMinute, Burst: burst, PerHost: math.MaxInt32, Total: math.MaxInt32})
	l.rate = []any{0, 1, 0, window.Microseconds()}
	if perMinute > 0 {
		l.rate = []any{(time.Minute / time.Duration(perMinute)).Microseconds(), min(burst, perMinute), perMinute, window.Microseconds()}
	}
	return l
}

// Wait waits for what this process has sent first and then for what all have. A request that gives
// up while it waits has had its turn.
func (l *limiter) Wait(ctx context.Context, host string) error {
	slot, err := l.own.Admit(ctx, hostlimit.Request{Host: host})
	if err != nil {
		return err
	}
	slot.Done(hostlimit.Unknown)
	wait, err := l.reserve(ctx, host)
	if err != nil {
		return err
	}
	return hostlimit.Wait(ctx, wait)
}

// A shorter pause does not shorten a longer one. While Redis is away Pause does nothing.
func (l *limiter) Pause(ctx context.Context, host string, d time.Duration) {
	_, _ = l.client.ask(ctx, func(ctx context.Context) error { // the failure has been recorded
		return l.pause.Run(ctx, l.client.redis, []string{l.key("pause", host)}, max(d.Milliseconds(), 1)).Err()
	})
}

// key returns the key of a piece of state of a host. The braces keep all keys of a host on
// one node of a cluster.
func (l *limiter) key(what, host string) string { return l.client.prefix + what + ":{" + host + "}" }

// reserve takes the next turn that all clients together have, none if Redis is away.
func (l *limiter) reserve(ctx context.Context, host string) (wait time.Duration, err error) {
	limit := max(hostlimit.Remaining(ctx), 0)
	keys := []string{l.key("due", host), l.key("sent", host), l.key("pause", host)}
	var answer []int64
	answered, err := l.client.ask(ctx, func(ctx context.Context) (err error) {
		answer, err = l.script.Run(ctx, l.client.redis, keys, append(l.rate[:len(l.rate):len(l.rate)], limit.Microseconds())...).Int64Slice()
		if err == nil && len(answer) != 2 {
			err = fmt.Errorf("the script for the pace has returned %d numbers", len(answer))
		}
		return err
	})
	switch {
	case ctx.Err() != nil:
		return 0, ctx.Err()
	case err != nil || !answered:
		return 0, nil // the failure has been recorded; this process still keeps its own pace
	}
	wait = time.Duration(answer[1]) * time.Microsecond
	if answer[0] == 0 {
		return 0, &hostlimit.ThrottledError{Host: host, After: wait, Reason: "more requests than the rate allows, or the host is to be left alone"}
	}
	return wait, nil
}
