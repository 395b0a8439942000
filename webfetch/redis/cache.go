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
	kind    string // what the names of its keys begin with
	release *goredis.Script
}

const ownBytes = 16 << 20

// Cache returns the cache for webfetch.Options. What Redis does not take while it is
// away is kept in memory, 16 MiB at most, and found there while Redis is away. A lock is
// waited for at most 15 seconds, and not at all while Redis is away.
func (c *Client) Cache() webfetch.Cache {
	return &cache{client: c, kind: "cache:", release: goredis.NewScript(releaseScript)}
}

// Packets returns the store for the Options of package tools, with the same memory for what Redis
// does not take.
func (c *Client) Packets() webfetch.Cache {
	return &cache{client: c, kind: "packet:", release: goredis.NewScript(releaseScript)}
}

func (s *cache) Get(ctx context.Context, key string) (value []byte, err error) {
	_, err = s.client.ask(ctx, func(ctx context.Context) (err error) {
		value, err = s.client.redis.Get(ctx, s.client.prefix+s.kind+key).Bytes()
		return err
	})
	if err == nil {
		return value, nil
	}
	if own, found := s.client.own.Get(s.kind + key); found {
		return own, nil
	}
	return nil, err
}

// Put stores a value for a time, in whole milliseconds; less than one removes it.
func (s *cache) Put(ctx context.Context, key string, packed []byte, ttl time.Duration) error {
	_, err := s.client.ask(ctx, func(ctx context.Context) error {
		if ttl < time.Millisecond {
			return s.client.redis.Del(ctx, s.client.prefix+s.kind+key).Err()
		}
		return s.client.redis.Set(ctx, s.client.prefix+s.kind+key, packed, ttl.Truncate(time.Millisecond)).Err()
	})
	if err != nil {
		s.client.own.Put(s.kind+key, packed, int64(len(packed)), ttl)
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
			return func() {
				// It may fail: the lease ends by itself.
				_, _ = s.client.ask(context.WithoutCancel(ctx), func(ctx context.Context) error {
					return s.release.Run(ctx, s.client.redis, []string{name}, mine).Err()
				})
			}, nil
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
