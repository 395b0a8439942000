package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func (s *settings) runShared(ctx context.Context, client *webfetch.Client, in io.Reader, t *tally) error {
	job, err := openSharedJob(s.redis, s.job)
	if err != nil {
		return err
	}
	defer job.redis.Close()
	if !s.noWork {
		stop, err := s.startWorker(job)
		if err != nil {
			return err
		}
		defer stop()
	}
	c := &collector{job: job, tally: t, due: map[string]bool{}}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	submitted := make(chan error, 1)
	due := make(chan string, 100)
	go func() { submitted <- s.submit(ctx, client, in, c, due) }()
	err = c.run(ctx, due)
	cancel()
	if err = errors.Join(err, <-submitted); err == nil && len(c.due) == 0 {
		err = job.redis.Expire(context.Background(), job.doneKey(), keepDone).Err() // asynq expires dead letters itself
	}
	t.skipped = max(0, int(c.total.Load())-t.kept-len(c.due))
	return err
}

func (s *settings) submit(ctx context.Context, client *webfetch.Client, in io.Reader, c *collector, due chan<- string) error {
	defer close(due)
	tasks := asynq.NewClientFromRedisClient(c.job.redis)
	var fault error
	for u := range s.source(ctx, client, in, &fault) {
		c.total.Add(1)
		if c.tally.out.has(u) {
			continue
		}
		select {
		case due <- u:
		case <-ctx.Done():
			return nil
		}
		if err := c.job.enqueue(ctx, tasks, u); err != nil {
			return fmt.Errorf("%s: %w", u, err)
		}
	}
	return fault
}

func (s *sharedJob) enqueue(ctx context.Context, tasks *asynq.Client, address string) error {
	if done, err := s.done(ctx, address); err != nil || done {
		return err
	}
	sum := sha256.Sum256([]byte(address))
	_, err := tasks.EnqueueContext(ctx, asynq.NewTask("fetch", []byte(address)), asynq.TaskID(hex.EncodeToString(sum[:16])),
		asynq.Queue(s.queueOf(address)), asynq.MaxRetry(maxTries-1), asynq.Timeout(5*time.Minute))
	if errors.Is(err, asynq.ErrTaskIDConflict) || ctx.Err() != nil {
		return nil
	}
	return err
}

type collector struct {
	job   *sharedJob
	tally *tally
	due   map[string]bool // addresses without result
	total atomic.Int64    // addresses that were read
}

const collect = 100

func (c *collector) run(ctx context.Context, due <-chan string) error {
	looked := time.Now()
	for due != nil || len(c.due) > 0 {
		due = c.expect(due)
		n, err := c.take(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 0 && due == nil && time.Since(looked) > 5*time.Second {
			if err := c.bury(ctx); err != nil {
				return err
			}
			looked = time.Now()
		}
	}
	return nil
}

func (c *collector) expect(due <-chan string) <-chan string {
	for {
		select {
		case u, more := <-due:
			if !more {
				c.tally.expected = c.tally.kept + len(c.due)
				return nil
			}
			if !c.tally.out.has(u) {
				c.due[u] = true
			}
		default:
			return due
		}
	}
}

// What is written is safe before Redis forgets it.
func (c *collector) take(ctx context.Context) (n int, err error) {
	streams, err := c.job.redis.XRead(ctx, &redis.XReadArgs{
		Streams: []string{c.job.resultsKey(), "0"}, Count: collect, Block: 300 * time.Millisecond,
	}).Result()
	if errors.Is(err, redis.Nil) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	var ids []string
	for _, m := range streams[0].Messages {
		var r result
		text, _ := m.Values["result"].(string)
		if err := json.Unmarshal([]byte(text), &r); err != nil {
			return 0, fmt.Errorf("a result in Redis: %w", err)
		}
		if ids = append(ids, m.ID); !c.tally.out.has(r.URL) { // else this process died before it could forget it
			if err := c.tally.put(&r); err != nil {
				return 0, err
			}
		}
		delete(c.due, r.URL)
	}
	if err := c.tally.out.lines.Sync(); err != nil {
		return 0, err
	}
	return len(ids), c.job.redis.XDel(ctx, c.job.resultsKey(), ids...).Err()
}

// bury makes results of dead letters: workers died under them, each time. It is an error where nothing
// is left to come: the results went to the output of another process, or of a run before.
func (c *collector) bury(ctx context.Context) error {
	inspector := asynq.NewInspectorFromRedisClient(c.job.redis)
	names, err := inspector.Queues()
	if err != nil {
		return err
	}
	left, mine := 0, c.job.queues()
	for _, name := range names {
		if mine[name] == 0 {
			continue
		}
		q, err := inspector.GetQueueInfo(name)
		if err != nil {
			return err
		}
		left += q.Pending + q.Active + q.Scheduled + q.Retry
		for page := range (q.Archived + 999) / 1000 {
			dead, err := inspector.ListArchivedTasks(name, asynq.PageSize(1000), asynq.Page(page+1))
			if err != nil {
				return err
			}
			for _, t := range dead {
				if address := string(t.Payload); c.due[address] {
					r := &result{URL: address, Error: &failure{Code: webfetch.Internal, Message: "given up: " + t.LastErr}}
					if err := c.job.publish(ctx, r); err != nil {
						return err
					}
				}
			}
		}
	}
	// A worker publishes the result of a task before the task ends.
	if n, err := c.job.redis.XLen(ctx, c.job.resultsKey()).Result(); err != nil || n > 0 || left > 0 {
		return err
	}
	for u := range c.due {
		if done, err := c.job.done(ctx, u); err != nil || !done {
			return err
		}
	}
	return fmt.Errorf("%d addresses of the job %s have results in another output; use that, or another -job", len(c.due), c.job.job)
}
