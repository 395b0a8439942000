package transport_test

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// failing answers with status until the n-th request.
func failing(n, status int, header http.Header) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if n--; n >= 0 {
			maps.Copy(w.Header(), header)
			w.WriteHeader(status)
		}
		fmt.Fprint(w, "body")
	}
}

func TestRetriesByStatus(t *testing.T) {
	passing := map[int]bool{408: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true}
	for _, status := range []int{400, 401, 403, 404, 408, 410, 425, 429, 451, 500, 501, 502, 503, 504, 505} {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			t.Run(fmt.Sprint(method, status), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, failing(1, status, nil))
					began := time.Now()
					resp, err := w.client(transport.Config{}).Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/"), Method: method})
					require.NoError(t, err)
					if passing[status] {
						assert.Equal(t, http.StatusOK, resp.Status)
						assert.Equal(t, 1, resp.Retries)
						assert.LessOrEqual(t, time.Since(began), 500*time.Millisecond)
					} else {
						assert.Equal(t, status, resp.Status)
						assert.Zero(t, resp.Retries)
					}
				})
			})
		}
	}
}

func TestRetryLimit(t *testing.T) {
	tests := map[string]struct{ option, failures, status, retries int }{
		"default, at the limit": {0, 2, 200, 2},
		"default, one over":     {0, 3, 503, 2},
		"own, at the limit":     {1, 1, 200, 1},
		"own, one over":         {1, 2, 503, 1},
		"none":                  {-1, 1, 503, 0},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, failing(tt.failures, 503, nil)).client(transport.Config{MaxRetries: tt.option})
				resp, err := get(t.Context(), c, "http://a.example.com/")
				require.NoError(t, err)
				assert.Equal(t, tt.status, resp.Status)
				assert.Equal(t, tt.retries, resp.Retries)
				assert.Equal(t, "body", string(resp.Body))
			})
		})
	}
}

func TestRetryAfterIsWaitedFor(t *testing.T) {
	tests := map[string]struct {
		value  func() string
		status int
		took   time.Duration // of a call with 30 seconds; negative: reported at once
	}{
		"seconds":             {func() string { return "7" }, 429, 7 * time.Second},
		"seconds, 503":        {func() string { return "7" }, 503, 7 * time.Second},
		"seconds, 500":        {func() string { return "7" }, 500, 7 * time.Second},
		"date":                {func() string { return time.Now().Add(9 * time.Second).UTC().Format(http.TimeFormat) }, 429, 9 * time.Second},
		"just within":         {func() string { return "29" }, 429, 29 * time.Second},
		"at the deadline":     {func() string { return "30" }, 429, -30 * time.Second},
		"long":                {func() string { return "3600" }, 429, -time.Hour},
		"date, long":          {func() string { return time.Now().Add(time.Hour).UTC().Format(http.TimeFormat) }, 503, -time.Hour},
		"longer than a day":   {func() string { return "99999999999999999999" }, 429, -24 * time.Hour},
		"status of no return": {func() string { return "5" }, 404, -5 * time.Second},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := newWorld(t, failing(1, tt.status, http.Header{"Retry-After": {tt.value()}})).client(transport.Config{})
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				began := time.Now()
				resp, err := get(ctx, c, "http://a.example.com/")
				require.NoError(t, err)
				if tt.took < 0 {
					assert.Equal(t, tt.status, resp.Status)
					assert.Equal(t, -tt.took, resp.RetryAfter)
					assert.Zero(t, time.Since(began))
					return
				}
				assert.Equal(t, http.StatusOK, resp.Status)
				assert.Zero(t, resp.RetryAfter)
				assert.Equal(t, tt.took, time.Since(began))
			})
		})
	}
}

func TestRetryAfterIsRemembered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, failing(1, 429, http.Header{"Retry-After": {"600"}}))
		c := w.client(transport.Config{})
		call := func(address string) (*transport.Response, error) {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			return get(ctx, c, address)
		}
		resp, err := call("http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, 429, resp.Status)

		assert.Equal(t, 600*time.Second, resp.RetryAfter)

		time.Sleep(100 * time.Second)
		_, err = call("http://a.example.com/other")
		assert.Equal(t, "RATE_LIMITED", codeOf(t, err))
		assert.Equal(t, 200*time.Second, err.(*transport.Error).RetryAfter, "the host is left alone for 5 minutes at most")
		assert.True(t, err.(*transport.Error).Retryable)
		_, err = call("http://a.example.com/")
		assert.Equal(t, 500*time.Second, err.(*transport.Error).RetryAfter, "the address for as long as it said")
		assert.Len(t, w.seen(), 1, "neither was asked")

		_, err = call("http://b.example.com/")
		assert.NoError(t, err, "other hosts are not concerned")

		time.Sleep(200 * time.Second)
		_, err = call("http://a.example.com/other")
		assert.NoError(t, err)
		_, err = call("http://a.example.com/")
		assert.Equal(t, 300*time.Second, err.(*transport.Error).RetryAfter)

		time.Sleep(280 * time.Second) // 20 left: short enough to wait for
		began := time.Now()
		resp, err = call("http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, 200, resp.Status)
		assert.Equal(t, 20*time.Second, time.Since(began))
	})
}

// Calls that wait for their turn already learn of a Retry-After: those that
// can't wait as long are told at once, and no request is sent.
func TestRetryAfterReachesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var under atomic.Int32
		w := newWorld(t, func(rw http.ResponseWriter, _ *http.Request) {
			if under.Add(1) == 1 {
				time.Sleep(500 * time.Millisecond)
				rw.Header().Set("Retry-After", "60")
				rw.WriteHeader(429)
			}
		})
		c := w.client(transport.Config{Hosts: hostlimit.Config{PerMinute: 60, Burst: 1}})
		began := time.Now()
		results := make(chan error, 30)
		for i := range 30 {
			go func() {
				ctx, cancel := context.WithTimeout(t.Context(), 40*time.Second)
				defer cancel()
				_, err := get(ctx, c, fmt.Sprintf("http://a.example.com/%d", i))
				results <- err
			}()
		}
		refused := 0
		for range 30 {
			if err := <-results; err != nil {
				assert.Equal(t, "RATE_LIMITED", codeOf(t, err))
				assert.Equal(t, 60*time.Second, err.(*transport.Error).RetryAfter)
				refused++
			}
		}
		assert.Equal(t, 29, refused)
		assert.Len(t, w.seen(), 1)
		assert.Equal(t, 500*time.Millisecond, time.Since(began))
	})
}

// Failures of connections, by where they happen.
func TestConnectionFailures(t *testing.T) {
	tests := map[string]struct {
		url     string
		fail    error // of dialing
		raw     string
		code    string
		retries int
		again   bool // Retryable
	}{
		"refused":            {"http://a.example.com/", errRefused, "", "CONNECTION_FAILED", 2, true},
		"dial timeout":       {"http://a.example.com/", os.ErrDeadlineExceeded, "", "CONNECTION_FAILED", 2, true},
		"no such name":       {"http://gone.example.com/", nil, "", "DNS_ERROR", 0, false},
		"name server fails":  {"http://servfail.example.com/", nil, "", "DNS_ERROR", 2, true},
		"name server slow":   {"http://slow-dns.example.com/", nil, "", "DNS_ERROR", 2, true},
		"name is private":    {"http://private.example.com/", nil, "", "SSRF_BLOCKED", 0, false},
		"answers are mixed":  {"http://mixed.example.com/", nil, "", "SSRF_BLOCKED", 0, false},
		"closed at once":     {"http://a.example.com/", nil, "", "CONNECTION_FAILED", 2, true},
		"no HTTP":            {"http://a.example.com/", nil, "220 smtp.example.com ESMTP\r\n", "CONNECTION_FAILED", 2, true},
		"closed in the body": {"http://a.example.com/", nil, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx", "CONNECTION_FAILED", 2, true},
		"no TLS":             {"https://a.example.com/", nil, "HTTP/1.1 400 Bad Request\r\n\r\n", "TLS_ERROR", 0, false},
		"closed handshake":   {"https://a.example.com/", nil, "", "CONNECTION_FAILED", 2, true},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.answers = map[string][]netip.Addr{
					"private.example.com": {netip.MustParseAddr("10.0.0.1")},
					"mixed.example.com":   {netip.MustParseAddr("1.1.1.1"), netip.MustParseAddr("::1")},
				}
				if tt.fail != nil {
					w.dial = func(context.Context) error { return tt.fail }
				}
				w.raw = func(c net.Conn) {
					if strings.HasPrefix(tt.url, "https") {
						_, _ = c.Read(make([]byte, 1<<16))
					} else {
						readHead(c)
					}
					_, _ = io.WriteString(c, tt.raw)
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, err := w.client(transport.Config{}).Do(ctx, &transport.Request{URL: parse(t, tt.url), Whole: true})
				require.Equal(t, tt.code, codeOf(t, err), "%v", err)
				e := err.(*transport.Error)
				assert.Equal(t, tt.retries, e.Retries)
				assert.Equal(t, tt.again, e.Retryable)
				assert.Equal(t, tt.url, e.URL)
				if tt.code == "SSRF_BLOCKED" {
					refused := new(security.BlockedError)
					assert.ErrorAs(t, err, &refused)
					assert.Empty(t, w.dialed)
				}
			})
		})
	}
}

func TestRetryHelps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text("ok"))
		var tries atomic.Int32
		w.dial = func(context.Context) error {
			if tries.Add(1) < 3 {
				return errRefused
			}
			return nil
		}
		resp, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
		require.NoError(t, err)
		assert.Equal(t, 2, resp.Retries)
	})
}

// A call ends when its context does, wherever it is, and says which way.
func TestEndOfContext(t *testing.T) {
	stages := map[string]func(w *world, c *transport.Client) *transport.Request{
		"look-up": func(w *world, c *transport.Client) *transport.Request {
			return &transport.Request{URL: parse(w.t, "http://slow-dns.example.com/")}
		},
		"dial": func(w *world, c *transport.Client) *transport.Request {
			w.dial = func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
			return &transport.Request{URL: parse(w.t, "http://a.example.com/")}
		},
		"header": func(w *world, c *transport.Client) *transport.Request {
			w.handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
			return &transport.Request{URL: parse(w.t, "http://a.example.com/")}
		},
		"body": func(w *world, c *transport.Client) *transport.Request {
			w.handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
				rw.Header().Set("Content-Length", "10")
				fmt.Fprint(rw, "x")
				rw.(http.Flusher).Flush()
				<-r.Context().Done()
			})
			return &transport.Request{URL: parse(w.t, "http://a.example.com/")}
		},
		"robots": func(w *world, c *transport.Client) *transport.Request {
			w.handler = http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
			return &transport.Request{URL: parse(w.t, "http://a.example.com/"), Robots: true}
		},
		"wait for another try": func(w *world, c *transport.Client) *transport.Request {
			w.handler = failing(9, 503, http.Header{"Retry-After": {"4"}})
			return &transport.Request{URL: parse(w.t, "http://a.example.com/")}
		},
		"queue": func(w *world, c *transport.Client) *transport.Request {
			for range 2 {
				_, err := c.Hosts().Admit(w.t.Context(), hostlimit.Request{Host: "a.example.com:80"})
				require.NoError(w.t, err)
			}
			return &transport.Request{URL: parse(w.t, "http://a.example.com/")}
		},
	}
	for stage, prepare := range stages {
		for _, canceled := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s canceled=%t", stage, canceled), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, text("ok"))
					c := w.client(transport.Config{})
					request := prepare(w, c)
					const after = 3 * time.Second
					ctx, cancel := context.WithTimeout(t.Context(), after)
					want := "TIMEOUT"
					if canceled {
						cancel()
						want = "CANCELLED"
						ctx, cancel = context.WithCancel(t.Context())
						time.AfterFunc(after, cancel)
					}
					defer cancel()
					if stage == "wait for another try" && !canceled {
						return // then it does not wait: TestRetryAfterIsWaitedFor
					}
					began := time.Now()
					_, err := c.Do(ctx, request)
					assert.Equal(t, want, codeOf(t, err), "%v", err)
					assert.Equal(t, after, time.Since(began))
					time.Sleep(time.Minute) // look-ups and dials have bounds of their own
				})
			})
		}
	}
}

func TestContextAlreadyDone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t, text("ok"))
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := get(ctx, w.client(transport.Config{}), "http://a.example.com/")
		assert.Equal(t, "CANCELLED", codeOf(t, err))
		assert.ErrorIs(t, err, context.Canceled)
	})
}
