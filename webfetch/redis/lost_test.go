package redis_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"log/slog"
	"net"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/redis"
)

// Redis killed: questions fail soon, then at once, and one line tells it. Back
// again, it is asked again, and one line tells that.
func TestRedisLostAndBack(t *testing.T) {
	s := newServer(t)
	var log journal
	c := s.open(func(o *redis.Options) { o.Logger = slog.New(&log) })
	cache, limiter := c.Cache(), c.Limiter(6, 5)
	require.NoError(t, cache.Put(t.Context(), "k", page, time.Minute))
	s.kill()
	asked := 0
	for range 1000 {
		_, err := cache.Get(t.Context(), "k")
		require.Error(t, err)
		if !errors.Is(err, redis.ErrAway) {
			asked++
		}
	}
	assert.LessOrEqual(t, asked, 10, "a thousand questions do not each wait for Redis")
	_, err := lock(t.Context(), cache)
	require.Error(t, err)
	passed, refused := atOnce(t, limiter, "a.example:443", 8)
	assert.Equal(t, 5, passed, "the pace of this process holds")
	assert.NotNil(t, refused)
	assert.Len(t, log.all(), 1)

	s.start()
	assert.Eventually(t, func() bool { return cache.Put(t.Context(), "k", page, time.Minute) == nil }, 10*time.Second, 20*time.Millisecond)
	require.Len(t, log.all(), 2)
	assert.True(t, strings.HasPrefix(log.all()[0], "WARN"), log.all())
	assert.True(t, strings.HasPrefix(log.all()[1], "INFO"), log.all())
}

// What was sent before Redis was lost counts in the pace that a process keeps to
// alone.
func TestNoNewBurstWhenRedisIsLost(t *testing.T) {
	s := newServer(t)
	l := s.open().Limiter(6, 5)
	passed, _ := atOnce(t, l, "a.example:443", 5)
	require.Equal(t, 5, passed)
	s.kill()
	passed, _ = atOnce(t, l, "a.example:443", 3)
	assert.Zero(t, passed)
}

// A server that takes connections and never answers holds up nobody: the timeout ends the
// first question, and the next ones are not asked.
func TestSilentServer(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer listener.Close()
	c, err := redis.Open(redis.Options{URL: "redis://" + listener.Addr().String(), Timeout: 50 * time.Millisecond})
	require.NoError(t, err)
	defer c.Close()
	_, err = c.Cache().Get(t.Context(), "k")
	require.Error(t, err)
	require.NotErrorIs(t, err, redis.ErrAway)
	_, err = c.Cache().Get(t.Context(), "k")
	assert.ErrorIs(t, err, redis.ErrAway)
}

// The end of a caller's context says nothing of Redis.
func TestCallerThatGivesUp(t *testing.T) {
	var log journal
	c := newServer(t).open(func(o *redis.Options) { o.Logger = slog.New(&log) })
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := c.Cache().Get(ctx, "k")
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, c.Cache().Put(t.Context(), "k", page, time.Minute))
	assert.Empty(t, log.all())
}

func TestPasswordOfTheURL(t *testing.T) {
	s := newServer(t, "--requirepass", "secret")
	require.Error(t, s.open().Cache().Put(t.Context(), "k", page, time.Minute))
	withPassword := func(o *redis.Options) { o.URL = "redis://:secret@" + s.address }
	require.NoError(t, s.open(withPassword).Cache().Put(t.Context(), "k", page, time.Minute))
}

func TestTLSOfTheURL(t *testing.T) {
	certificate := httptest.NewTLSServer(nil)
	certificate.Close()
	dir := t.TempDir()
	key, err := x509.MarshalPKCS8PrivateKey(certificate.TLS.Certificates[0].PrivateKey)
	require.NoError(t, err)
	for name, block := range map[string]*pem.Block{
		"cert.pem": {Type: "CERTIFICATE", Bytes: certificate.Certificate().Raw}, "key.pem": {Type: "PRIVATE KEY", Bytes: key},
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(block), 0o600))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := listener.Addr().String()
	require.NoError(t, listener.Close())
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	s := newServer(t, "--tls-port", port, "--tls-auth-clients", "no", "--tls-cert-file", filepath.Join(dir, "cert.pem"), "--tls-key-file", filepath.Join(dir, "key.pem"))
	roots := x509.NewCertPool()
	roots.AddCert(certificate.Certificate())
	trusted := s.open(func(o *redis.Options) {
		o.URL, o.TLS = "rediss://"+address, &tls.Config{RootCAs: roots, ServerName: "example.com"}
	})
	require.NoError(t, trusted.Cache().Put(t.Context(), "k", page, time.Minute))
	require.Error(t, s.open(func(o *redis.Options) { o.URL = "rediss://" + address }).Cache().Put(t.Context(), "k", page, time.Minute), "an unknown authority")
}

func TestOptions(t *testing.T) {
	for _, url := range []string{"", "http://127.0.0.1:1", "redis://:hidden@%zz", "127.0.0.1:6379"} {
		_, err := redis.Open(redis.Options{URL: url})
		require.Error(t, err, url)
		assert.NotContains(t, err.Error(), "hidden")
	}
	_, err := redis.Open(redis.Options{URL: "redis://127.0.0.1:1", Timeout: -1})
	require.Error(t, err)
}
