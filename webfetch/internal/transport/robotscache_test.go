package transport_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// server is a Fetcher that counts.
type server struct {
	count  int
	answer func(u *url.URL) (*transport.RobotsResponse, error)
	took   time.Duration
}

func (s *server) fetch(ctx context.Context, u *url.URL) (*transport.RobotsResponse, error) {
	s.count++
	select {
	case <-time.After(s.took):
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return s.answer(u)
}

func ok(body string) func(*url.URL) (*transport.RobotsResponse, error) {
	return func(*url.URL) (*transport.RobotsResponse, error) {
		return &transport.RobotsResponse{Status: 200, Body: []byte(body)}, nil
	}
}

func page(t testing.TB, raw string) *url.URL {
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}

func TestCacheKeepsADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{answer: ok("user-agent: *\ndisallow: /x")}
		c := transport.NewRobotsCache("bot", s.fetch)
		ask := func() transport.RobotsDecision {
			d, err := c.Check(t.Context(), page(t, "http://example.com/x"))
			require.NoError(t, err)
			return d
		}
		assert.False(t, ask().Allowed)
		time.Sleep(24*time.Hour - time.Second)
		assert.False(t, ask().Allowed)
		assert.Equal(t, 1, s.count)
		s.answer = ok("")
		time.Sleep(2 * time.Second)
		assert.True(t, ask().Allowed)
		assert.Equal(t, 2, s.count)
	})
}

func TestCacheKeysByOrigin(t *testing.T) {
	var asked []string
	c := transport.NewRobotsCache("bot", func(_ context.Context, u *url.URL) (*transport.RobotsResponse, error) {
		asked = append(asked, u.String())
		return &transport.RobotsResponse{Status: 404}, nil
	})
	for _, raw := range []string{
		"http://example.com/a?b#c", "http://example.com/d", "https://example.com/", "http://example.com:8080/", "http://www.example.com/",
		"http://other.example.com/robots.txt", "http://other.example.com/x/%2e%2e/robots.txt",
	} {
		d, err := c.Check(t.Context(), page(t, raw))
		require.NoError(t, err)
		assert.True(t, d.Allowed)
	}
	assert.Equal(t, []string{
		"http://example.com/robots.txt", "https://example.com/robots.txt", "http://example.com:8080/robots.txt", "http://www.example.com/robots.txt",
	}, asked)
}

func TestUnreachable(t *testing.T) {
	refused := errors.New("refused")
	fail := func(*url.URL) (*transport.RobotsResponse, error) { return nil, refused }
	status := func(n int) func(*url.URL) (*transport.RobotsResponse, error) {
		return func(*url.URL) (*transport.RobotsResponse, error) { return &transport.RobotsResponse{Status: n}, nil }
	}
	tests := map[string]struct {
		answer func(*url.URL) (*transport.RobotsResponse, error)
		kept   bool // for a minute
		text   string
	}{
		"no connection":     {fail, false, "unreachable: refused"},
		"no answer":         {func(*url.URL) (*transport.RobotsResponse, error) { return nil, transport.ErrRobotsTimeout }, true, "unreachable: no answer within 10 seconds"},
		"server error":      {status(500), true, "unreachable: status 500"},
		"too many requests": {status(429), true, "unreachable: status 429"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &server{answer: tt.answer, took: time.Second}
				c := transport.NewRobotsCache("bot", s.fetch)
				ask := func() transport.RobotsDecision {
					d, err := c.Check(t.Context(), page(t, "http://example.com/"))
					require.NoError(t, err)
					return d
				}
				d := ask()
				assert.False(t, d.Allowed)
				assert.True(t, d.Failed())
				assert.False(t, d.Stale())
				assert.Equal(t, tt.text, d.String())
				time.Sleep(50 * time.Second)
				ask()
				if tt.kept {
					assert.Equal(t, 1, s.count)
				} else {
					assert.Equal(t, 2, s.count)
				}
				s.answer = ok("")
				time.Sleep(61 * time.Second)
				assert.True(t, ask().Allowed)
			})
		})
	}
}

func TestLastGoodCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{answer: ok("user-agent: *\ndisallow: /x")}
		c := transport.NewRobotsCache("bot", s.fetch)
		ask := func(path string) transport.RobotsDecision {
			d, err := c.Check(t.Context(), page(t, "http://example.com"+path))
			require.NoError(t, err)
			return d
		}
		ask("/")
		s.answer = func(*url.URL) (*transport.RobotsResponse, error) { return &transport.RobotsResponse{Status: 503}, nil }
		time.Sleep(25 * time.Hour)
		d := ask("/")
		assert.True(t, d.Allowed && d.Stale() && d.Failed(), d)
		assert.False(t, ask("/x").Allowed)
		time.Sleep(30 * 24 * time.Hour)
		d = ask("/")
		assert.False(t, d.Allowed || d.Stale(), d)
	})
}

func TestOneRequestForMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, answer := range []func(*url.URL) (*transport.RobotsResponse, error){
			ok("user-agent: *\ndisallow: /"), func(*url.URL) (*transport.RobotsResponse, error) { return nil, errors.New("refused") },
		} {
			s := &server{answer: answer, took: time.Second}
			c := transport.NewRobotsCache("bot", s.fetch)
			var refused atomic.Int32
			for range 50 {
				go func() {
					d, err := c.Check(t.Context(), page(t, "http://example.com/"))
					if err == nil && !d.Allowed {
						refused.Add(1)
					}
				}()
			}
			time.Sleep(2 * time.Second)
			assert.Equal(t, int32(50), refused.Load())
			assert.Equal(t, 1, s.count)
		}
	})
}

// A canceled check leaves its request to those that still wait.
func TestCanceledCheck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{answer: ok(""), took: 10 * time.Second}
		c := transport.NewRobotsCache("bot", s.fetch)
		ctx, cancel := context.WithCancel(t.Context())
		results := make(chan error, 3)
		go func() {
			_, err := c.Check(ctx, page(t, "http://example.com/"))
			results <- err
		}()
		synctest.Wait()
		go func() { // waits for the first, and gives up too
			_, err := c.Check(ctx, page(t, "http://example.com/"))
			results <- err
		}()
		go func() {
			d, err := c.Check(t.Context(), page(t, "http://example.com/"))
			assert.True(t, d.Allowed)
			results <- err
		}()
		synctest.Wait()
		cancel()
		assert.ErrorIs(t, <-results, context.Canceled)
		assert.ErrorIs(t, <-results, context.Canceled)
		assert.NoError(t, <-results)
		assert.Equal(t, 1, s.count)
	})
}

func TestCacheIsBounded(t *testing.T) {
	const maxSites, maxRules, rules = 5000, 500_000, 30_000
	s := &server{answer: ok("user-agent: *\ndisallow: /")}
	c := transport.NewRobotsCache("bot", s.fetch)
	fetches := func(host string) bool {
		before := s.count
		_, err := c.Check(t.Context(), page(t, "http://"+host+"/"))
		require.NoError(t, err)
		return s.count > before
	}
	for i := range maxSites + 10 {
		require.True(t, fetches(fmt.Sprint(i, ".example.com")))
	}
	assert.False(t, fetches("10.example.com"))
	assert.True(t, fetches("9.example.com"), "the oldest were dropped")

	s.answer = ok("user-agent: *\n" + strings.Repeat("disallow: /x\n", rules))
	const long = maxRules/rules + 2
	for i := range long {
		require.True(t, fetches(fmt.Sprintf("long%d.example.com", i)))
	}
	oldest := long - maxRules/rules
	assert.False(t, fetches(fmt.Sprintf("long%d.example.com", oldest)))
	assert.True(t, fetches(fmt.Sprintf("long%d.example.com", oldest-1)))
}

func TestBlockedErrorText(t *testing.T) {
	cause := errors.New("refused")
	assert.EqualError(t, &transport.RobotsDecision{Decision: robots.Decision{Rule: "Disallow: /x", Line: 3, Group: "*"}}, `robots.txt disallowed: "Disallow: /x" (line 3, group *)`)
	assert.EqualError(t, transport.Unreachable(cause), "robots.txt unreachable, which means disallowed for now: refused")
	assert.EqualError(t, transport.Unreachable(nil), "robots.txt unreachable, which means disallowed for now: no answer")
	assert.ErrorIs(t, transport.Unreachable(cause), cause)
	assert.ErrorIs(t, &transport.RobotsDecision{}, transport.ErrDisallowed)
}

// What keeps the caller that asks first from asking says nothing about the
// file: the others ask for themselves.
func TestNotAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limited := fmt.Errorf("%w: the rate", transport.ErrNotAsked)
		first := true
		s := &server{took: time.Second, answer: func(*url.URL) (*transport.RobotsResponse, error) {
			if first {
				first = false
				return nil, limited
			}
			return &transport.RobotsResponse{Status: 404}, nil
		}}
		c := transport.NewRobotsCache("bot", s.fetch)
		results := make(chan error, 10)
		for range 10 {
			go func() {
				d, err := c.Check(t.Context(), page(t, "http://example.com/"))
				if err == nil {
					assert.True(t, d.Allowed)
				}
				results <- err
			}()
		}
		failed := 0
		for range 10 {
			if err := <-results; err != nil {
				assert.ErrorIs(t, err, limited)
				failed++
			}
		}
		assert.Equal(t, 1, failed)
		assert.Equal(t, 2, s.count)
	})
}

// A good copy outlives requests that were not sent.
func TestNotAskedKeepsTheCopy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &server{answer: ok("user-agent: *\ndisallow: /x")}
		c := transport.NewRobotsCache("bot", s.fetch)
		_, err := c.Check(t.Context(), page(t, "http://example.com/"))
		require.NoError(t, err)
		time.Sleep(25 * time.Hour)
		s.answer = func(*url.URL) (*transport.RobotsResponse, error) { return nil, transport.ErrNotAsked }
		_, err = c.Check(t.Context(), page(t, "http://example.com/x"))
		require.ErrorIs(t, err, transport.ErrNotAsked)
		s.answer = func(*url.URL) (*transport.RobotsResponse, error) { return nil, transport.ErrRobotsTimeout }
		d, err := c.Check(t.Context(), page(t, "http://example.com/x"))
		require.NoError(t, err)
		assert.True(t, d.Stale())
		assert.False(t, d.Allowed)
	})
}

// A fetcher that panics fails the call that asked, and nobody else's.
func TestPanickingFetcher(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		first := true
		s := &server{took: time.Second, answer: func(*url.URL) (*transport.RobotsResponse, error) {
			if first {
				first = false
				panic("fetcher")
			}
			return &transport.RobotsResponse{Status: 404}, nil
		}}
		c := transport.NewRobotsCache("bot", s.fetch)
		go func() {
			_, err := c.Check(t.Context(), page(t, "http://example.com/"))
			assert.ErrorAs(t, err, new(*panics.Error))
		}()
		synctest.Wait()
		done := make(chan error)
		go func() {
			_, err := c.Check(t.Context(), page(t, "http://example.com/"))
			done <- err
		}()
		assert.NoError(t, <-done, "who waited asks again")
	})
}
