package transport_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// wrapper is a Config.Wrap from a function.
func wrapper(send func(req *http.Request, next http.RoundTripper) (*http.Response, error)) func(http.RoundTripper) http.RoundTripper {
	return func(next http.RoundTripper) http.RoundTripper {
		return roundTrip(func(req *http.Request) (*http.Response, error) { return send(req, next) })
	}
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func TestAWrapperGetsEveryRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tries := 0
		w := newWorld(t, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.URL.Path == "/robots.txt":
				w.WriteHeader(http.StatusNotFound)
			case r.URL.Path == "/redirect":
				http.Redirect(w, r, "http://b.example.com/busy", http.StatusFound)
			case r.URL.Path == "/busy" && tries == 0:
				tries++
				w.WriteHeader(http.StatusServiceUnavailable)
			default:
				fmt.Fprint(w, r.Header.Get("X-Added"))
			}
		})
		var got []string
		c := w.client(transport.Config{Wrap: wrapper(func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
			got = append(got, req.URL.String())
			again := req.Clone(req.Context())
			again.Header.Set("X-Added", "yes")
			return next.RoundTrip(again)
		})})
		resp, err := c.Do(t.Context(), &transport.Request{URL: parse(t, "http://a.example.com/redirect"), Robots: true})
		require.NoError(t, err)
		assert.Equal(t, "yes", string(resp.Body))
		assert.Equal(t, []string{
			"http://a.example.com/robots.txt", "http://a.example.com/redirect",
			"http://b.example.com/robots.txt", "http://b.example.com/busy", "http://b.example.com/busy",
		}, got)
	})
}

func TestThePolicyHoldsForAWrapper(t *testing.T) {
	w := newWorld(t, text("hello"))
	policy := w.policy()
	policy.BlockDomains = []string{"blocked.example.com"}
	c := w.client(transport.Config{Policy: policy, Wrap: wrapper(func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		again := req.Clone(req.Context())
		again.URL.Host = again.URL.Query().Get("to")
		return next.RoundTrip(again)
	})})
	for to, code := range map[string]string{"10.0.0.1": "SSRF_BLOCKED", "blocked.example.com": "DOMAIN_NOT_ALLOWED", "localhost": "SSRF_BLOCKED"} {
		_, err := get(t.Context(), c, "http://a.example.com/?to="+to)
		assert.Equal(t, code, codeOf(t, err), to)
	}
	assert.Empty(t, w.dialed)
}

// finalError is an error that another try would end with as well.
type finalError struct{ error }

func (finalError) Retryable() bool { return false }

func TestTheErrorsOfAWrapper(t *testing.T) {
	for name, tt := range map[string]struct {
		err      error
		requests int // sent by one call
		code     string
	}{
		"final":   {finalError{errors.New("no")}, 1, "CONNECTION_FAILED"},
		"passing": {errors.New("no"), 3, "CONNECTION_FAILED"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, text("hello"))
				n := 0
				c := w.client(transport.Config{Wrap: wrapper(func(*http.Request, http.RoundTripper) (*http.Response, error) {
					n++
					return nil, fmt.Errorf("wrapped: %w", tt.err)
				})})
				for i := range 8 {
					_, err := get(t.Context(), c, "http://a.example.com/")
					assert.Equal(t, tt.code, codeOf(t, err))
					if name == "final" {
						require.ErrorIs(t, err, tt.err, "call %d: the host is not taken for broken", i)
					}
				}
				if name == "final" {
					assert.Equal(t, 8*tt.requests, n)
				} else {
					assert.Less(t, n, 8*tt.requests, "the host counts as broken in the end")
				}
			})
		})
	}
}

func TestAWrapperMayAnswerItself(t *testing.T) {
	w := newWorld(t, text("hello"))
	c := w.client(transport.Config{Wrap: wrapper(func(req *http.Request, _ http.RoundTripper) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Encoding": {"gzip"}}, ContentLength: -1,
			Body: io.NopCloser(strings.NewReader(string(compress(t, "gzip", []byte("of its own")))))}, nil
	})})
	resp, err := get(t.Context(), c, "http://a.example.com/")
	require.NoError(t, err)
	assert.Equal(t, "of its own", string(resp.Body))
	assert.Empty(t, w.dialed)
}

// TestAWrapperBeforeAProxy: each try still takes the next address, and a tunnel
// tells where it leads.
func TestAWrapperBeforeAProxy(t *testing.T) {
	p := newProxy(t, "", nil)
	p.answer = func(target string) string {
		if strings.Contains(target, "2606") {
			return "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
		}
		return "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
	}
	both := &security.Policy{Resolver: several{"2606:4700:4700::1111", "93.184.216.34"}}
	var peers []string
	var mu sync.Mutex
	noting := wrapper(func(req *http.Request, next http.RoundTripper) (*http.Response, error) {
		return next.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{GotConn: func(i httptrace.GotConnInfo) {
			mu.Lock()
			defer mu.Unlock()
			peers = append(peers, i.Conn.RemoteAddr().String())
		}})))
	})
	c := transport.New(transport.Config{Policy: both, Proxy: p.url("http"), Hosts: hostlimit.Config{PerMinute: -1}, Wrap: noting})
	defer c.Close()
	resp, err := get(t.Context(), c, "http://example.com/")
	require.NoError(t, err)
	assert.Equal(t, 1, resp.Retries)
	assert.Empty(t, peers, "who answers for http is not known")

	secure := httptest.NewTLSServer(text("secure"))
	defer secure.Close()
	tunnels := newProxy(t, secure.Listener.Addr().String(), nil)
	one := &security.Policy{Resolver: several{"93.184.216.34"}}
	c2 := transport.New(transport.Config{Policy: one, Proxy: tunnels.url("http"), RootCAs: poolOf(secure), Wrap: noting})
	defer c2.Close()
	_, err = get(t.Context(), c2, "https://example.com/")
	require.NoError(t, err)
	assert.Equal(t, []string{net.JoinHostPort("93.184.216.34", "443")}, peers)
}

// A host whose response begins has answered, whether or not a sender tells of the first byte, as one for HTTP/3 may not.
func TestALongBodyOfASenderIsNoSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newWorld(t, text("ok")).client(transport.Config{MaxRetries: -1, Wrap: wrapper(func(req *http.Request, _ http.RoundTripper) (*http.Response, error) {
			body, end := io.Pipe()
			go func() {
				for req.Context().Err() == nil {
					time.Sleep(time.Second)
					_, _ = end.Write(make([]byte, 1000))
				}
				end.CloseWithError(req.Context().Err())
			}()
			return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, ContentLength: 1e9, Body: body, Request: req}, nil
		})})
		for range 7 {
			ctx, cancel := context.WithTimeout(t.Context(), 12*time.Second)
			_, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: 2e9, Whole: true})
			cancel()
			assert.Equal(t, "TIMEOUT", codeOf(t, err))
		}
	})
}
