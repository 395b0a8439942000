package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"net/url"
	"strings"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	webredis "github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

const maxTries = 5

func (s *settings) help(ctx context.Context) error {
	job, err := openSharedJob(s.redis, s.job)
	if err != nil {
		return err
	}
	defer job.redis.Close()
	stop, err := s.startWorker(job)
	if err != nil {
		return err
	}
	<-ctx.Done()
	return stop()
}

func (s *settings) startWorker(job *sharedJob) (stop func() error, err error) {
	pace, err := webredis.Open(webredis.Options{URL: s.redis})
	if err != nil {
		return nil, usage{Err: err}
	}
	opts := s.options()
	opts.Hooks.Limiter = pace.Limiter(s.rate, 0)
	client, err := webfetch.New(opts)
	if err != nil {
		return nil, errors.Join(usage{Err: err}, pace.Close())
	}
	interval := time.Minute / time.Duration(max(s.rate, 1))
	// A task that waits for its host holds a place here, but none in the client.
	server := asynq.NewServerFromRedisClient(job.redis, asynq.Config{
		Concurrency: 2 * s.concurrency, Queues: job.queues(), LogLevel: asynq.ErrorLevel,
		TaskCheckInterval: 200 * time.Millisecond, DelayedTaskCheckInterval: time.Second,
		// Waiting for a turn and being stopped do not count towards maxTries.
		IsFailure: func(err error) bool {
			return !errors.Is(err, webfetch.RateLimited) && !errors.Is(err, context.Canceled)
		},
		RetryDelayFunc: func(tried int, err error, t *asynq.Task) time.Duration {
			delay := retryDelay(tried, err, t)
			if s.rate > 0 && errors.Is(err, webfetch.RateLimited) {
				delay = job.turn(string(t.Payload()), delay, interval)
			}
			return delay
		},
	})
	if err := server.Start(asynq.HandlerFunc(func(ctx context.Context, t *asynq.Task) error { return job.process(ctx, client, t) })); err != nil {
		return nil, errors.Join(err, client.Close(), pace.Close())
	}
	return func() error {
		server.Shutdown()
		return errors.Join(client.Close(), pace.Close())
	}, nil
}

func (s *sharedJob) queues() map[string]int {
	all := map[string]int{}
	for n := range queues {
		all[s.queue(n)] = 1
	}
	return all
}

// process reads the page of a task and hands it over. A page that may be had later is left to
// asynq; one that can't be had is a result, and a dead letter.
func (s *sharedJob) process(ctx context.Context, client *webfetch.Client, t *asynq.Task) error {
	address := string(t.Payload())
	if done, err := s.done(ctx, address); err != nil || done {
		return err // by a worker that died before it could say so
	}
	if err := s.waitForRoom(ctx); err != nil {
		return err
	}
	p, err := client.Fetch(ctx, webfetch.Request{URL: address})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tried, _ := asynq.GetRetryCount(ctx)
	most, _ := asynq.GetMaxRetry(ctx)
	if e, is := errors.AsType[*webfetch.Error](err); is && (e.Code == webfetch.RateLimited || e.Retryable && tried < most) {
		return err
	}
	if published := s.publish(ctx, newResult(address, p, err)); published != nil {
		return published
	}
	if err != nil {
		return fmt.Errorf("%w: %w", err, asynq.SkipRetry)
	}
	return nil
}

// retryDelay returns the delay that the server asked for, otherwise two seconds, doubled with each
// try.
func retryDelay(tried int, err error, _ *asynq.Task) time.Duration {
	if e, is := errors.AsType[*webfetch.Error](err); is && e.RetryAfter > 0 {
		return min(e.RetryAfter, 10*time.Minute)
	}
	if errors.Is(err, asynq.ErrLeaseExpired) {
		return 0
	}
	return min(2*time.Second<<min(tried, 5), time.Minute)
}

// queues is how many queues of asynq a job has. A host has one of them, so that
// a host with many pages holds up those only that share it.
const queues = 8

type sharedJob struct {
	job   string
	redis redis.UniversalClient
}

func openSharedJob(address, job string) (*sharedJob, error) {
	opts, err := redis.ParseURL(address)
	if err != nil {
		return nil, usage{Err: fmt.Errorf("-redis is not a redis, rediss or unix URL")} // the error may contain a password
	}
	return &sharedJob{job: job, redis: redis.NewClient(opts)}, nil
}

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

func (s *sharedJob) done(ctx context.Context, address string) (bool, error) {
	return s.redis.SIsMember(ctx, s.doneKey(), address).Result()
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
