package redis_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// server is a Redis server on a free port of loopback, which keeps nothing.
type server struct {
	t       testing.TB
	address string
	args    []string
	process *exec.Cmd
}

func newServer(t testing.TB, args ...string) *server {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		if os.Getenv("WEBFETCH_CLIENT_TESTS") != "" {
			t.Fatal("redis-server is not installed")
		}
		t.Skip("redis-server is not installed")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s := &server{t: t, address: listener.Addr().String(), args: args}
	require.NoError(t, listener.Close())
	s.start()
	t.Cleanup(s.kill)
	return s
}

func (s *server) url() string { return "redis://" + s.address + "/0" }

func (s *server) start() {
	s.t.Helper()
	_, port, err := net.SplitHostPort(s.address)
	require.NoError(s.t, err)
	args := append([]string{"--bind", "127.0.0.1", "--port", port, "--save", "", "--appendonly", "no", "--dir", s.t.TempDir()}, s.args...)
	s.process = exec.Command("redis-server", args...)
	var out bytes.Buffer
	s.process.Stdout, s.process.Stderr = &out, &out
	require.NoError(s.t, s.process.Start())
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.Dial("tcp", s.address)
		if err == nil {
			_ = conn.Close()
			return
		}
		require.True(s.t, time.Now().Before(deadline), "redis-server does not start: %v\n%s", err, &out)
	}
}

// kill ends the server as kill -9 does, if it runs.
func (s *server) kill() {
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		s.process = nil
	}
}

func (s *server) open(change ...func(*redis.Options)) *redis.Client {
	s.t.Helper()
	opts := redis.Options{URL: s.url()}
	for _, c := range change {
		c(&opts)
	}
	c, err := redis.Open(opts)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { _ = c.Close() })
	return c
}

// journal collects the messages of a logger.
type journal struct {
	mu       sync.Mutex
	messages []string
}

func (j *journal) Enabled(context.Context, slog.Level) bool { return true }
func (j *journal) WithAttrs([]slog.Attr) slog.Handler       { return j }
func (j *journal) WithGroup(string) slog.Handler            { return j }

func (j *journal) Handle(_ context.Context, r slog.Record) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.messages = append(j.messages, r.Level.String()+" "+r.Message)
	return nil
}

func (j *journal) all() []string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return append([]string{}, j.messages...)
}
