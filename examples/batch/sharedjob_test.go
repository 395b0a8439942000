package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// redisServer starts a redis-server of the test's own.
func redisServer(t testing.TB) string {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		if os.Getenv("WEBFETCH_CLIENT_TESTS") != "" {
			t.Fatal("redis-server is not installed")
		}
		t.Skip("redis-server is not installed")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	_, port, err := net.SplitHostPort(l.Addr().String())
	require.NoError(t, err)
	require.NoError(t, l.Close())
	c := exec.Command(path, "--port", port, "--bind", "127.0.0.1", "--save", "", "--dir", t.TempDir())
	require.NoError(t, c.Start())
	t.Cleanup(func() { kill(c) })
	address := "redis://127.0.0.1:" + port + "/0"
	r := redis.NewClient(&redis.Options{Addr: "127.0.0.1:" + port})
	defer r.Close()
	require.Eventually(t, func() bool { return r.Ping(context.Background()).Err() == nil }, 10*time.Second, 10*time.Millisecond)
	return address
}

// ageLeases makes the tasks of workers that were killed as old as they are after
// a minute.
func ageLeases(t testing.TB, job *sharedJob) {
	t.Helper()
	for n := range queues {
		key := "asynq:{" + job.queue(n) + "}:lease"
		held, err := job.redis.ZRange(t.Context(), key, 0, -1).Result()
		require.NoError(t, err)
		for _, id := range held {
			require.NoError(t, job.redis.ZAdd(t.Context(), key, redis.Z{Score: 1, Member: id}).Err())
		}
	}
}

// Workers and the process that has the job are killed; each page is in the output
// once.
func TestSharedJobSurvivesKills(t *testing.T) {
	address := redisServer(t)
	const n = 250
	s := newPages(t, n, 5*time.Millisecond)
	list := append(s.urls(), s.URL+"/missing")
	out := filepath.Join(t.TempDir(), "out.jsonl")
	common := []string{"-redis", address, "-job", "boats", "-allow-private", "-rate=-1", "-concurrency", "4", "-per-host", "4"}
	start := func(args ...string) *exec.Cmd {
		return command(t, append(append([]string(nil), common...), args...)...)
	}
	owner := func() *exec.Cmd { return start(append([]string{"-no-work", "-resume", "-o", out}, list...)...) }
	job, err := openSharedJob(address, "boats")
	require.NoError(t, err)
	defer job.redis.Close()

	master := owner()
	workers := []*exec.Cmd{start("-work"), start("-work")}
	defer func() {
		for _, w := range workers {
			kill(w)
		}
	}()
	for i := range 4 {
		for s.asked() < (i+1)*n/6 {
			time.Sleep(time.Millisecond)
		}
		victim := rand.IntN(len(workers))
		kill(workers[victim])
		if i == 2 {
			kill(master)
			master = owner()
		}
		workers[victim] = start("-work")
	}
	for s.asked() < n { // all that is not held by the dead
		if job.redis.XLen(t.Context(), job.resultsKey()).Val() == 0 && idle(t, job) {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	for _, w := range workers {
		kill(w)
	}
	ageLeases(t, job)
	workers = []*exec.Cmd{start("-work")}
	require.NoError(t, master.Wait())
	got := outputOf(t, out)
	onceEach(t, list, got)
	assert.Equal(t, 404, got[s.URL+"/missing"][0].Error.Status)
	assert.LessOrEqual(t, s.asked(), n+6*8, "only what was under way is asked for again")

	inspector := asynq.NewInspectorFromRedisClient(job.redis)
	dead, err := inspector.ListArchivedTasks(job.queueOf(s.URL))
	require.NoError(t, err)
	require.Len(t, dead, 1)
	assert.Equal(t, s.URL+"/missing", string(dead[0].Payload))
	assert.Contains(t, dead[0].LastErr, "404")
}

// idle reports that no task waits for a worker.
func idle(t testing.TB, job *sharedJob) bool {
	inspector := asynq.NewInspectorFromRedisClient(job.redis)
	for n := range queues {
		q, err := inspector.GetQueueInfo(job.queue(n))
		if err == nil && q.Pending+q.Retry+q.Scheduled > 0 {
			return false
		}
	}
	return true
}

// One process does the whole job, and another run finds nothing to do.
func TestSharedJobOfOneProcess(t *testing.T) {
	address := redisServer(t)
	s := newPages(t, 20, 0)
	out := filepath.Join(t.TempDir(), "out.jsonl")
	said, err := batch(t, "-redis", address, "-job", "one", "-o", out, "-sitemap", s.URL+"/sitemap.xml")
	require.NoError(t, err)
	assert.Contains(t, said, "20 pages in ")
	onceEach(t, s.urls(), outputOf(t, out))
	job, err := openSharedJob(address, "one")
	require.NoError(t, err)
	defer job.redis.Close()
	assert.Positive(t, job.redis.TTL(t.Context(), job.doneKey()).Val(), "what is known of it expires")
	said, err = batch(t, "-redis", address, "-job", "one", "-resume", "-o", out, "-sitemap", s.URL+"/sitemap.xml")
	require.NoError(t, err)
	assert.Contains(t, said, "20 were there before")
	assert.Equal(t, 20, s.asked())

	_, err = batch(t, "-redis", address, "-job", "one", "-o", out+"2.jsonl", "-sitemap", s.URL+"/sitemap.xml")
	assert.ErrorContains(t, err, "20 addresses of the job one have results in another output")
}

// A page that its workers died under, each time, is a result too.
func TestAPageThatKillsItsWorkersIsGivenUp(t *testing.T) {
	address := redisServer(t)
	job, err := openSharedJob(address, "poison")
	require.NoError(t, err)
	defer job.redis.Close()
	const page = "http://a.example/poison"
	tasks := asynq.NewClientFromRedisClient(job.redis)
	require.NoError(t, job.enqueue(t.Context(), tasks, page))
	inspector := asynq.NewInspectorFromRedisClient(job.redis)
	waiting, err := inspector.ListPendingTasks(job.queueOf(page))
	require.NoError(t, err)
	require.NoError(t, inspector.ArchiveTask(job.queueOf(page), waiting[0].ID)) // what asynq does after the last try
	out := filepath.Join(t.TempDir(), "out.jsonl")
	_, err = batch(t, "-redis", address, "-job", "poison", "-no-work", "-o", out, page)
	require.ErrorContains(t, err, "no page could be read")
	got := outputOf(t, out)
	onceEach(t, []string{page}, got)
	assert.True(t, strings.HasPrefix(got[page][0].Error.Message, "given up"), fmt.Sprint(got[page][0].Error))
}

// Pages that a busy host's pace has no room for come back one by one.
func TestPagesOfABusyHostTakeTurns(t *testing.T) {
	job, err := openSharedJob(redisServer(t), "turns")
	require.NoError(t, err)
	defer job.redis.Close()
	for i := range 5 {
		delay := job.turn(fmt.Sprint("https://Busy.example/", i), 30*time.Second, time.Second)
		assert.InDelta(t, 30+float64(i), delay.Seconds(), 1.5, i)
	}
	assert.InDelta(t, 30, job.turn("https://other.example/", 30*time.Second, time.Second).Seconds(), 1.5)
	assert.Greater(t, job.turn("https://busy.example/5", 50*time.Second, time.Second), 48*time.Second, "the host asked for longer")
}
