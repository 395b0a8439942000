package redis

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"math/rand/v2"
	"time"

	goredis "github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

type cache struct {
	client  *Client
	release *goredis.Script
}

const ownBytes = 16 << 20

// Cache returns the cache for webfetch.Options. What Redis does not take while it is
// away is kept in memory, 16 MiB at most, and found there while Redis is away. A lock is
// waited for at most 15 seconds, and not at all while Redis is away.
func (c *Client) Cache() webfetch.Cache {
	return &cache{client: c, release: goredis.NewScript(releaseScript)}
}

func (s *cache) Get(ctx context.Context, key string) ([]byte, error) {
	packed, err := s.client.get(ctx, "cache:"+key)
	if err != nil {
		if own, found := s.client.own.Get(key); found {
			return own, nil
		}
	}
	return packed, err
}

func (s *cache) Put(ctx context.Context, key string, packed []byte, ttl time.Duration) error {
	err := s.client.put(ctx, "cache:"+key, packed, ttl)
	if err != nil {
		s.client.own.Put(key, packed, int64(len(packed)), ttl)
	}
	return err
}

const (
	maxLease            = time.Minute                                   // how long a lock outlives a process that died with it
	maxLockWait         = 15 * time.Second                              // how long a download waits for that of another process
	firstPoll, lastPoll = 10 * time.Millisecond, 200 * time.Millisecond // between looks at a lock that is held
)

var errLockWait = errors.New("another client has been downloading it for long")

// Lock of a client that died ends with the deadline of its call, after a minute at most.
func (s *cache) Lock(ctx context.Context, key string) (unlock func(), err error) {
	name, mine := s.client.prefix+"lock:"+key, cryptorand.Text()
	lease := maxLease
	if deadline, bounded := ctx.Deadline(); bounded {
		lease = min(max(time.Until(deadline), time.Second), maxLease)
	}
	pause, end := firstPoll, time.Now().Add(maxLockWait)
	for {
		taken, err := s.client.ask(ctx, func(ctx context.Context) error {
			return s.client.redis.SetArgs(ctx, name, mine, goredis.SetArgs{Mode: "NX", TTL: lease}).Err()
		})
		switch {
		case err != nil:
			return nil, err
		case taken:
			return func() { s.unlock(context.WithoutCancel(ctx), name, mine) }, nil
		case time.Now().After(end):
			return nil, errLockWait
		}
		if err := hostlimit.Wait(ctx, pause/2+rand.N(pause)); err != nil {
			return nil, err
		}
		pause = min(2*pause, lastPoll)
	}
}

// releaseScript deletes a lock if it is still that of who took it.
const releaseScript = `if redis.call("GET", KEYS[1]) == ARGV[1] then return redis.call("DEL", KEYS[1]) end return 0`

// unlock may fail: the lease ends by itself.
func (s *cache) unlock(ctx context.Context, name, mine string) {
	_, _ = s.client.ask(ctx, func(ctx context.Context) error {
		return s.release.Run(ctx, s.client.redis, []string{name}, mine).Err()
	})
}
