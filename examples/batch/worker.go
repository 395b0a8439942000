package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/hibiken/asynq"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	webredis "github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

const maxTries = 5

const taskType = "fetch"

func (s *settings) help(ctx context.Context) error {
	job, err := openSharedJob(s.redis, s.job)
	if err != nil {
		return err
	}
	defer job.close()
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
	w := &worker{job: job, client: client}
	interval := time.Minute / time.Duration(max(s.rate, 1))
	// A task that waits for its host holds a place here, but none in the client.
	server := asynq.NewServer(job.asynq, asynq.Config{
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
	if err := server.Start(asynq.HandlerFunc(w.process)); err != nil {
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

type worker struct {
	job    *sharedJob
	client *webfetch.Client
}

// process reads the page of a task and hands it over. A page that may be had later is left to
// asynq; one that can't be had is a result, and a dead letter.
func (w *worker) process(ctx context.Context, t *asynq.Task) error {
	address := string(t.Payload())
	if done, err := w.job.done(ctx, address); err != nil || done[0] {
		return err // by a worker that died before it could say so
	}
	if err := w.job.waitForRoom(ctx); err != nil {
		return err
	}
	p, err := w.client.Fetch(ctx, webfetch.Request{URL: address})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	tried, _ := asynq.GetRetryCount(ctx)
	most, _ := asynq.GetMaxRetry(ctx)
	var e *webfetch.Error
	if errors.As(err, &e) && (e.Code == webfetch.RateLimited || e.Retryable && tried < most) {
		return err
	}
	if published := w.job.publish(ctx, newResult(address, p, err)); published != nil {
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
	var e *webfetch.Error
	if errors.As(err, &e) && e.RetryAfter > 0 {
		return min(e.RetryAfter, 10*time.Minute)
	}
	if errors.Is(err, asynq.ErrLeaseExpired) {
		return 0
	}
	return min(2*time.Second<<min(tried, 5), time.Minute)
}
