package main

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/url"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

// queues is how many queues of asynq a job has. A host has one of them, so that
// a host with many pages holds up those only that share it.
const queues = 8

type sharedJob struct {
	job   string
	redis redis.UniversalClient
	asynq asynq.RedisConnOpt
}

func openSharedJob(address, job string) (*sharedJob, error) {
	opts, err := redis.ParseURL(address)
	if err != nil {
		return nil, usage{Err: fmt.Errorf("-redis is not a redis, rediss or unix URL")} // the error may contain a password
	}
	conn, err := asynq.ParseRedisURI(address)
	if err != nil {
		return nil, usage{Err: fmt.Errorf("-redis is not a URL that asynq reads")}
	}
	return &sharedJob{job: job, redis: redis.NewClient(opts), asynq: conn}, nil
}

func (s *sharedJob) close() error { return s.redis.Close() }

// The keys of a job have its name in braces, so that they are on one node of a
// cluster.
func (s *sharedJob) doneKey() string    { return "batch:{" + s.job + "}:done" }
func (s *sharedJob) resultsKey() string { return "batch:{" + s.job + "}:results" }

func (s *sharedJob) queue(n int) string { return fmt.Sprintf("batch-%s-%d", s.job, n) }

func (s *sharedJob) queueOf(address string) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(hostOf(address))) // never fails
	return s.queue(int(h.Sum32() % queues))
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

// turn is when a page is tried that its host's pace has no room for: an interval behind the one put
// back before it. All that were put back would come together else, and most of them in vain.
func (s *sharedJob) turn(address string, delay, interval time.Duration) time.Duration {
	key := "batch:{" + s.job + "}:turn:" + hostOf(address)
	at, err := turnScript.Run(context.Background(), s.redis, []string{key}, time.Now().Add(delay).UnixMilli(), interval.Milliseconds()).Int64()
	if err != nil {
		return delay
	}
	return time.Until(time.UnixMilli(at))
}

var turnScript = redis.NewScript(`
local at = math.max(tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]) or 0))
redis.call('SET', KEYS[1], string.format('%d', at + ARGV[2]), 'PX', 86400000)
return at`)

// The second result of an address, of a worker that was thought dead, goes nowhere.
func (s *sharedJob) publish(ctx context.Context, r *result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return publishScript.Run(ctx, s.redis, []string{s.doneKey(), s.resultsKey()}, r.URL, line).Err()
}

var publishScript = redis.NewScript(`
if redis.call('SADD', KEYS[1], ARGV[1]) == 1 then
	redis.call('XADD', KEYS[2], '*', 'result', ARGV[2])
end
return redis.status_reply('OK')`)

func (s *sharedJob) done(ctx context.Context, urls ...string) ([]bool, error) {
	members := make([]any, len(urls))
	for i, u := range urls {
		members[i] = u
	}
	return s.redis.SMIsMember(ctx, s.doneKey(), members...).Result()
}

const keepDone = 7 * 24 * time.Hour // how long a finished job knows what is done

const maxBacklog = 1000 // results that wait for the output: then workers do

func (s *sharedJob) waitForRoom(ctx context.Context) error {
	for {
		n, err := s.redis.XLen(ctx, s.resultsKey()).Result()
		if err != nil || n < maxBacklog {
			return err
		}
		select {
		case <-time.After(200 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
