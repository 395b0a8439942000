package webfetch_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// serving is a site that answers as handler does.
func serving(t testing.TB, handler http.HandlerFunc) *site {
	s := &site{hits: map[string]int{}, freed: make(chan struct{})}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.hits[r.URL.Path]++
		s.seen = append(s.seen, r)
		s.mu.Unlock()
		handler(w, r)
	}))
	t.Cleanup(func() { close(s.freed); s.Close() })
	return s
}

// pipes is an internet in memory, for tests under a clock of their own: every
// name leads to one server.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
}

func newPipes(t testing.TB, handler http.HandlerFunc) *pipes {
	p := &pipes{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{ErrorLog: log.New(io.Discard, "", 0), Handler: handler}
	go server.Serve(p)
	t.Cleanup(func() { server.Close() })
	return p
}

func (p *pipes) client(t testing.TB, change ...func(*webfetch.Options)) *webfetch.Client {
	opts := webfetch.Options{Policy: &security.Policy{Resolver: p, Dial: p.dial}, Limits: webfetch.Limits{RatePerHost: -1, MaxRetries: -1}}
	for _, c := range change {
		c(&opts)
	}
	c, err := webfetch.New(opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

func (p *pipes) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

func (p *pipes) dial(context.Context, string, string) (net.Conn, error) {
	here, there := net.Pipe()
	select {
	case p.conns <- there:
		return here, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.done:
	default:
		close(p.done)
	}
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// The map of headers belongs to the caller again when Fetch has returned, also
// where others wait for the download that it began. The race detector tells.
func TestHeadersBelongToTheCallerAfterFetch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var hits atomic.Int32
		w := newPipes(t, func(w http.ResponseWriter, r *http.Request) {
			if hits.Add(1) == 1 {
				w.Header().Set("Retry-After", "20")
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			fmt.Fprint(w, "flavour: ", r.Header.Get("X-Flavour"))
		})
		c := w.client(t, func(o *webfetch.Options) { o.IgnoreRobots, o.Limits.MaxRetries = true, 2 })
		header := http.Header{"X-Flavour": {"mint"}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		var first, joiner sync.WaitGroup
		first.Go(func() {
			_, err := c.Fetch(ctx, webfetch.Request{URL: "http://a.example.com/", Header: header, Timeout: time.Hour})
			assert.ErrorIs(t, err, webfetch.Cancelled)
		})
		synctest.Wait()
		joiner.Go(func() {
			p, err := c.Fetch(t.Context(), webfetch.Request{URL: "http://a.example.com/", Header: http.Header{"X-Flavour": {"mint"}}, Timeout: time.Hour})
			require.NoError(t, err)
			assert.Contains(t, p.Content, "flavour: mint")
		})
		synctest.Wait()
		cancel()
		first.Wait()
		header["X-Flavour"][0] = "salt"
		header.Set("X-Other", "much")
		joiner.Wait()
		assert.EqualValues(t, 2, hits.Load(), "one download for both")
	})
}

// What the first caller's time does not allow is no failure of those who joined
// its download and have more.
func TestALimitOfTheFirstCallerFailsNobodyElse(t *testing.T) {
	for what, tt := range map[string]struct {
		answer func(w http.ResponseWriter, hit int)
		limit  webfetch.Limiter
		code   webfetch.Code // of the first caller's error
	}{
		"deadline": {func(w http.ResponseWriter, hit int) {
			if hit == 1 {
				time.Sleep(30 * time.Second)
			}
		}, nil, webfetch.Timeout},
		"Retry-After beyond the deadline": {func(w http.ResponseWriter, hit int) {
			if hit == 1 {
				w.Header().Set("Retry-After", "20")
				w.WriteHeader(http.StatusTooManyRequests)
			}
		}, nil, webfetch.HTTPError},
		"pace": {func(http.ResponseWriter, int) {}, &paced{wait: 20 * time.Second}, webfetch.RateLimited},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var hits atomic.Int32
				w := newPipes(t, func(w http.ResponseWriter, r *http.Request) {
					tt.answer(w, int(hits.Add(1)))
					fmt.Fprint(w, "The water is high in the morning.")
				})
				c := w.client(t, func(o *webfetch.Options) { o.IgnoreRobots, o.Limits.MaxRetries, o.Hooks.Limiter = true, 2, tt.limit })
				var wg sync.WaitGroup
				for i, timeout := range []time.Duration{5 * time.Second, time.Minute, 2 * time.Minute} {
					wg.Go(func() {
						time.Sleep(time.Duration(i) * time.Millisecond)
						p, err := c.Fetch(t.Context(), webfetch.Request{URL: "http://a.example.com/", Timeout: timeout})
						if i == 0 {
							assert.ErrorIs(t, err, tt.code)
							return
						}
						if assert.NoError(t, err) {
							assert.Contains(t, p.Content, "The water is high")
						}
					})
				}
				wg.Wait()
				assert.LessOrEqual(t, hits.Load(), int32(2), "those with time share one download")
				time.Sleep(time.Minute) // for the server to end
			})
		})
	}
}

// slowHost is the error of a connection that does not come about in time, as
// package net tells it.
type slowHost struct{}

func (slowHost) Error() string        { return "i/o timeout" }
func (slowHost) Timeout() bool        { return true }
func (slowHost) Temporary() bool      { return true }
func (slowHost) Is(target error) bool { return target == context.DeadlineExceeded }

// A time-out that is the site's fault fails all who share the download at once:
// none of them tries again after another, each as long as the first.
func TestATimeoutOfTheSiteIsShared(t *testing.T) {
	for what, tt := range map[string]struct {
		dial func() error
		code webfetch.Code
	}{
		"body": {func() error { return nil }, webfetch.Timeout},
		"connection": {func() error {
			time.Sleep(10 * time.Second)
			return &net.OpError{Op: "dial", Net: "tcp", Err: slowHost{}}
		}, webfetch.ConnectionFailed},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var tries atomic.Int32
				w := newPipes(t, func(w http.ResponseWriter, r *http.Request) {
					fmt.Fprint(w, "The water")
					http.NewResponseController(w).Flush()
					<-r.Context().Done()
				})
				c := w.client(t, func(o *webfetch.Options) {
					o.IgnoreRobots = true
					o.Policy.Dial = func(ctx context.Context, network, address string) (net.Conn, error) {
						tries.Add(1)
						if err := tt.dial(); err != nil {
							return nil, err
						}
						return w.dial(ctx, network, address)
					}
				})
				began := time.Now()
				var wg sync.WaitGroup
				for range 5 {
					wg.Go(func() {
						_, err := c.Fetch(t.Context(), webfetch.Request{URL: "http://a.example.com/", Timeout: 5 * time.Minute})
						assert.ErrorIs(t, err, tt.code)
						assert.LessOrEqual(t, time.Since(began), 15*time.Second)
					})
				}
				wg.Wait()
				assert.EqualValues(t, 1, tries.Load())
			})
		})
	}
}

// paced is a Limiter that asks for one wait and refuses it where it is too long.
type paced struct{ wait time.Duration }

var errPace = errors.New("the pace of the fleet")

func (p *paced) Wait(ctx context.Context, _ string) error {
	time.Sleep(10 * time.Millisecond) // so that others join
	if deadline, _ := ctx.Deadline(); time.Until(deadline) < p.wait {
		return errPace
	}
	time.Sleep(p.wait)
	return nil
}

func TestTheErrorOfALimiterIsReachable(t *testing.T) {
	s := newSite(t)
	c := s.client(t, func(o *webfetch.Options) { o.Hooks.Limiter = &paced{wait: time.Hour} })
	_, err := c.Fetch(t.Context(), webfetch.Request{URL: s.URL + "/article.html", IgnoreRobots: true})
	assert.ErrorIs(t, err, webfetch.RateLimited)
	assert.ErrorIs(t, err, errPace)
}

func TestErrorsKeepTheRedirectsBeforeThem(t *testing.T) {
	s := serving(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/missing", "/pdf", "/inside":
			http.Redirect(w, r, map[string]string{"/missing": "/404", "/pdf": "/file.pdf", "/inside": "http://10.0.0.1/"}[r.URL.Path], http.StatusFound)
		case "/file.pdf":
			fmt.Fprint(w, onePagePDF("The tides"))
		default:
			http.NotFound(w, r)
		}
	})
	c := s.client(t, func(o *webfetch.Options) { o.DisablePDF = true })
	for path, code := range map[string]webfetch.Code{"/missing": webfetch.HTTPError, "/pdf": webfetch.PDFDisabled, "/inside": webfetch.SSRFBlocked} {
		e := fault(t, c, webfetch.Request{URL: s.URL + path})
		assert.Equal(t, code, e.Code)
		assert.Equal(t, []string{s.URL + path}, e.Redirects, path)
	}
}

// Pause implements the rest of Limiter.
func (*paced) Pause(context.Context, string, time.Duration) {}
