package httpapi_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
)

const endpoint = "http://api.example.com/v1/things"

// staticResolver knows one public address for every name.
type staticResolver struct{}

func (staticResolver) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

// pipes serves connections in memory, so that a test can run on a clock of its
// own.
func pipes(t *testing.T, handler http.HandlerFunc) *security.Policy {
	t.Helper()
	l := &pipeListener{conns: make(chan net.Conn), closed: make(chan struct{})}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // else the server does not notice that the client has gone
		r.Body = io.NopCloser(bytes.NewReader(body))
		handler(w, r)
	})}
	go func() { _ = server.Serve(l) }()
	t.Cleanup(func() { _ = server.Close() })
	return &security.Policy{Resolver: staticResolver{}, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		client, remote := net.Pipe()
		select {
		case l.conns <- remote:
			return client, nil
		case <-l.closed:
			return nil, errors.New("refused")
		}
	}}
}

type pipeListener struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (l *pipeListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed:
		return nil, net.ErrClosed
	}
}
func (l *pipeListener) Close() error   { close(l.closed); return nil }
func (l *pipeListener) Addr() net.Addr { return &net.TCPAddr{} }

// on runs test in a bubble with a client of a server that answers with handler.
func on(t *testing.T, opts httpapi.Options, handler http.HandlerFunc, test func(t *testing.T, c *httpapi.Client)) {
	synctest.Test(t, func(t *testing.T) {
		opts.Policy = pipes(t, handler)
		c, err := httpapi.New(opts)
		require.NoError(t, err)
		test(t, c)
		c.CloseIdleConnections()
	})
}

func post() httpapi.Request {
	return httpapi.Request{Op: "ask", URL: endpoint, Body: []byte(`{"q":1}`), Header: http.Header{"Authorization": {"Bearer top-secret"}}}
}

func failed(t *testing.T, err error) *httpapi.Error {
	t.Helper()
	apiErr := new(httpapi.Error)
	require.ErrorAs(t, err, &apiErr)
	return apiErr
}

func TestDo(t *testing.T) {
	on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		assert.Equal(t, `{"q":1}`, string(body))
		assert.Equal(t, "application/json", r.Header.Get("Content-Type"))
		assert.Equal(t, "Bearer top-secret", r.Header.Get("Authorization"))
		assert.Equal(t, "webfetch-go", r.Header.Get("User-Agent"))
		_, _ = io.WriteString(w, `{"a":2}`)
	}, func(t *testing.T, c *httpapi.Client) {
		res, err := c.Do(t.Context(), post())
		require.NoError(t, err)
		assert.Equal(t, `{"a":2}`, string(res.Body))
	})
}

// TestRetries counts requests and the time between them, by what the server says.
func TestRetries(t *testing.T) {
	for _, c := range []struct {
		name       string
		status     []int
		retryAfter string
		attempts   int
		kind       httpapi.Kind // "" for success
		least      time.Duration
		most       time.Duration
	}{
		{"once", []int{200}, "", 1, "", 0, 0},
		{"after 503", []int{503, 200}, "", 2, "", 250 * time.Millisecond, 500 * time.Millisecond},
		{"after 429 with a time", []int{429, 200}, "7", 2, "", 7 * time.Second, 7 * time.Second},
		{"after 408", []int{408, 200}, "", 2, "", 250 * time.Millisecond, 500 * time.Millisecond},
		{"three times", []int{500, 502, 504, 200}, "", 3, httpapi.Failed, 750 * time.Millisecond, 1500 * time.Millisecond},
		{"a time that there is not", []int{429, 200}, "61", 1, httpapi.Limited, 0, 0},
		{"a time that can't be read", []int{429, 200}, "soon", 2, "", 250 * time.Millisecond, 500 * time.Millisecond},
		{"not after 400", []int{400, 200}, "", 1, httpapi.Rejected, 0, 0},
		{"not after 401", []int{401, 200}, "", 1, httpapi.Unauthorized, 0, 0},
		{"not after 403", []int{403, 200}, "", 1, httpapi.Unauthorized, 0, 0},
		{"not after 404", []int{404, 200}, "", 1, httpapi.NotFound, 0, 0},
		{"not after 409", []int{409, 200}, "", 1, httpapi.Rejected, 0, 0},
		{"not after 412", []int{412, 200}, "", 1, httpapi.Rejected, 0, 0},
		{"not after 501", []int{501, 200}, "", 1, httpapi.Rejected, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			sent := 0
			on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
				if c.retryAfter != "" {
					w.Header().Set("Retry-After", c.retryAfter)
				}
				sent++
				w.WriteHeader(c.status[sent-1])
				_, _ = io.WriteString(w, `{"error":{"message":"not now","code":"busy"}}`)
			}, func(t *testing.T, client *httpapi.Client) {
				began := time.Now()
				_, err := client.Do(t.Context(), post())
				took := time.Since(began)
				assert.Equal(t, c.attempts, sent)
				assert.GreaterOrEqual(t, took, c.least)
				assert.LessOrEqual(t, took, c.most)
				if c.kind == "" {
					require.NoError(t, err)
					return
				}
				apiErr := failed(t, err)
				assert.Equal(t, c.kind, apiErr.Kind)
				assert.Equal(t, c.attempts, apiErr.Attempts)
				assert.Equal(t, c.status[sent-1], apiErr.Status)
				assert.Equal(t, "not now", apiErr.Message)
				assert.Equal(t, "busy", apiErr.Code)
				if c.retryAfter == "61" {
					assert.Equal(t, 61*time.Second, apiErr.RetryAfter)
				}
			})
		})
	}
}

// TestRedirectsAreNotFollowed: the request carries a secret.
func TestRedirectsAreNotFollowed(t *testing.T) {
	sent := 0
	on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
		sent++
		http.Redirect(w, r, "http://elsewhere.example.com/", http.StatusTemporaryRedirect)
	}, func(t *testing.T, c *httpapi.Client) {
		_, err := c.Do(t.Context(), post())
		assert.Equal(t, httpapi.Rejected, failed(t, err).Kind)
		assert.Equal(t, 1, sent)
	})
}

func TestTimeouts(t *testing.T) {
	hang := func(w http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	on(t, httpapi.Options{Timeout: 5 * time.Second}, hang, func(t *testing.T, c *httpapi.Client) {
		began := time.Now()
		_, err := c.Do(t.Context(), post())
		assert.Equal(t, httpapi.TimedOut, failed(t, err).Kind)
		assert.Equal(t, 5*time.Second, time.Since(began))
	})
	on(t, httpapi.Options{}, hang, func(t *testing.T, c *httpapi.Client) {
		ctx, cancel := context.WithCancelCause(t.Context())
		time.AfterFunc(time.Second, func() { cancel(errors.New("enough")) })
		_, err := c.Do(ctx, post())
		apiErr := failed(t, err)
		assert.Equal(t, httpapi.Cancelled, apiErr.Kind)
		assert.EqualError(t, apiErr.Err, "enough")
	})
}

// TestSizes has answers on both sides of the limit.
func TestSizes(t *testing.T) {
	for size, kind := range map[int]httpapi.Kind{1000: "", 1001: httpapi.TooLarge} {
		on(t, httpapi.Options{MaxBytes: 1000}, func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.WriteString(w, strings.Repeat("x", size))
		}, func(t *testing.T, c *httpapi.Client) {
			res, err := c.Do(t.Context(), post())
			big := post()
			big.Body = bytes.Repeat([]byte("x"), 16<<20+size-1000)
			_, sending := c.Do(t.Context(), big)
			if kind == "" {
				require.NoError(t, err)
				assert.Len(t, res.Body, size)
				require.NoError(t, sending)
				return
			}
			assert.Equal(t, kind, failed(t, err).Kind)
			assert.Equal(t, kind, failed(t, sending).Kind)
		})
	}
}

// TestBrokenConnection is tried again, also in the middle of a body.
func TestBrokenConnection(t *testing.T) {
	sent := 0
	on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
		if sent++; sent < 3 {
			w.Header().Set("Content-Length", "100")
			_, _ = io.WriteString(w, "half")
			panic(http.ErrAbortHandler)
		}
		_, _ = io.WriteString(w, "whole")
	}, func(t *testing.T, c *httpapi.Client) {
		res, err := c.Do(t.Context(), post())
		require.NoError(t, err)
		assert.Equal(t, "whole", string(res.Body))
		assert.Equal(t, 3, sent)
	})
}

// TestPolicyHolds sends nothing to an address that is refused.
func TestPolicyHolds(t *testing.T) {
	c, err := httpapi.New(httpapi.Options{})
	require.NoError(t, err)
	for _, url := range []string{"http://127.0.0.1/", "http://169.254.169.254/latest", "http://localhost:8080/", "ftp://example.com/"} {
		_, err = c.Do(t.Context(), httpapi.Request{Op: "ask", URL: url})
		apiErr := failed(t, err)
		assert.Equal(t, httpapi.Blocked, apiErr.Kind, url)
		assert.Equal(t, 1, apiErr.Attempts)
	}
	_, err = httpapi.New(httpapi.Options{Policy: &security.Policy{AllowDomains: []string{"http://x/"}}})
	assert.ErrorContains(t, err, "AllowDomains")
}

// TestWordsOfTheServer are bounded, on one line, and without secrets.
func TestWordsOfTheServer(t *testing.T) {
	for _, c := range []struct{ name, contentType, body, code, message string }{
		{"OpenAI", "application/json", `{"error":{"message":"bad key top-secret","type":"auth","code":null}}`, "auth", "bad key [secret]"},
		{"Cloudflare", "application/json", `{"success":false,"errors":[{"code":7002,"message":"ai_search_not_found"}]}`, "7002", "ai_search_not_found"},
		{"a text", "application/json", `{"error":"no"}`, "", "no"},
		{"a detail", "application/json", `{"detail":"Not Found"}`, "", "Not Found"},
		{"XML of S3", "application/xml", `<?xml version="1.0"?><Error><Code>NoSuchKey</Code><Message>No file.</Message><Key>a</Key></Error>`, "NoSuchKey", "No file."},
		{"other XML", "application/xml", `<fault>No.</fault>`, "", "<fault>No.</fault>"},
		{"plain", "text/plain", "go\n\x1b[31maway", "", "go [31maway"},
		{"HTML", "text/html; charset=utf-8", "<html><body>Bad gateway</body></html>", "", ""},
		{"long", "text/plain", strings.Repeat("é", 10000), "", strings.Repeat("é", 499) + "…"},
		{"nothing", "", "", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", c.contentType)
				w.WriteHeader(400)
				_, _ = io.WriteString(w, c.body)
			}, func(t *testing.T, client *httpapi.Client) {
				_, err := client.Do(t.Context(), post())
				apiErr := failed(t, err)
				assert.Equal(t, c.code, apiErr.Code)
				assert.Equal(t, c.message, apiErr.Message)
				assert.NotContains(t, err.Error(), "top-secret")
				assert.Equal(t, "the endpoint rejects the request (status 400)", apiErr.Reason())
			})
		})
	}
}

// events collects a stream.
func events(c *httpapi.Client, ctx context.Context) (got []string, err error) {
	for e, failure := range c.Events(ctx, post()) {
		if failure != nil {
			return got, failure
		}
		got = append(got, e.Type+"="+string(e.Data))
	}
	return got, nil
}

func TestEvents(t *testing.T) {
	stream := "\ufeff: hello\r\n\r\nevent: chunks\r\ndata: [1,\r\ndata:2]\r\n\r\ndata: Grüße\n\nid: 4\nretry: 5\n\nevent: lost\n\ndata\n\rdata: last"
	want := []string{"chunks=[1,\n2]", "=Grüße", "=", "=last"}
	for step := 1; step < 5; step++ {
		on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
			for i := 0; i < len(stream); i += step {
				_, _ = io.WriteString(w, stream[i:min(i+step, len(stream))])
				_ = http.NewResponseController(w).Flush()
			}
		}, func(t *testing.T, c *httpapi.Client) {
			got, err := events(c, t.Context())
			require.NoError(t, err)
			assert.Equal(t, want, got)
		})
	}
}

// TestStalledStream ends when nothing has come for 30 seconds, however long
// the stream as a whole may take and however long the caller takes for an event.
func TestStalledStream(t *testing.T) {
	on(t, httpapi.Options{Timeout: time.Hour}, func(w http.ResponseWriter, r *http.Request) {
		for range 3 {
			time.Sleep(29 * time.Second)
			_, _ = io.WriteString(w, "data: x\n\n")
			_ = http.NewResponseController(w).Flush()
		}
		<-r.Context().Done()
	}, func(t *testing.T, c *httpapi.Client) {
		began, n := time.Now(), 0
		for _, err := range c.Events(t.Context(), post()) {
			if err != nil {
				apiErr := failed(t, err)
				assert.Equal(t, httpapi.TimedOut, apiErr.Kind)
				assert.ErrorContains(t, err, "nothing came for too long")
				break
			}
			if n++; n == 3 {
				time.Sleep(time.Minute)
			}
		}
		assert.Equal(t, 3, n)
		assert.Equal(t, 87*time.Second+90*time.Second, time.Since(began))
	})
}

func TestStreamTooLarge(t *testing.T) {
	line := "data: " + strings.Repeat("x", 94) + "\n\n"
	send := func(n int, line string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			for range n {
				_, _ = io.WriteString(w, line)
			}
		}
	}
	on(t, httpapi.Options{MaxBytes: 1020}, send(10, line), func(t *testing.T, c *httpapi.Client) {
		got, err := events(c, t.Context())
		require.NoError(t, err)
		assert.Len(t, got, 10)
	})
	on(t, httpapi.Options{MaxBytes: 1020}, send(11, line), func(t *testing.T, c *httpapi.Client) {
		_, err := events(c, t.Context())
		assert.Equal(t, httpapi.TooLarge, failed(t, err).Kind)
	})
	for size, kind := range map[int]httpapi.Kind{1 << 20: "", 1<<20 + 1: httpapi.TooLarge, 3 << 20: httpapi.TooLarge} {
		on(t, httpapi.Options{}, send(1, "data: "+strings.Repeat("x", size)+"\n\n"), func(t *testing.T, c *httpapi.Client) {
			_, err := events(c, t.Context())
			if kind == "" {
				require.NoError(t, err)
			} else {
				assert.Equal(t, kind, failed(t, err).Kind)
			}
		})
	}
}

// TestStreamIsRetriedUntilItBegins, and never after.
func TestStreamIsRetriedUntilItBegins(t *testing.T) {
	sent := 0
	on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
		if sent++; sent == 1 {
			w.WriteHeader(503)
			return
		}
		_, _ = io.WriteString(w, "data: one\n\n")
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}, func(t *testing.T, c *httpapi.Client) {
		got, err := events(c, t.Context())
		assert.Equal(t, []string{"=one"}, got)
		apiErr := failed(t, err)
		assert.Equal(t, httpapi.Unreachable, apiErr.Kind)
		assert.Equal(t, 2, apiErr.Attempts)
		assert.Equal(t, 2, sent)
	})
}

// TestLeavingAStream ends the request at the server.
func TestLeavingAStream(t *testing.T) {
	ended := make(chan struct{})
	on(t, httpapi.Options{}, func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "data: one\n\ndata: two\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(ended)
	}, func(t *testing.T, c *httpapi.Client) {
		for _, err := range c.Events(t.Context(), post()) {
			require.NoError(t, err)
			break
		}
		<-ended
	})
}

func TestRetryAfter(t *testing.T) {
	for value, want := range map[string]time.Duration{
		"": 0, "5": 5 * time.Second, " 5 ": 5 * time.Second, "-1": 0, "1.5": 0, "3600": time.Hour, "3601": time.Hour, "0007": 7 * time.Second,
		"99999999999999999999999": time.Hour, "Fri, 02 Jan 2026 03:04:00 GMT": 0,
	} {
		assert.Equal(t, want, httpapi.StatusError("", 429, http.Header{"Retry-After": {value}}, "", "").RetryAfter, value)
	}
	soon := time.Now().Add(10 * time.Minute).UTC().Format(http.TimeFormat)
	assert.InDelta(t, 10*time.Minute, httpapi.StatusError("", 429, http.Header{"Retry-After": {soon}}, "", "").RetryAfter, float64(5*time.Second))
}

// stream answers every request with a body, whole or a byte at a time.
type stream struct {
	body  []byte
	bytes bool
}

func (s stream) RoundTrip(*http.Request) (*http.Response, error) {
	var r io.Reader = bytes.NewReader(s.body)
	if s.bytes {
		r = iotest.OneByteReader(r)
	}
	return &http.Response{StatusCode: 200, Body: io.NopCloser(r)}, nil
}

func FuzzEvents(f *testing.F) {
	f.Add([]byte("event: a\r\ndata: b\r\n\r\ndata: c"))
	f.Add([]byte("data\rdata: x\r\r: comment\n\n\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		read := func(s stream) ([]string, error) {
			c, err := httpapi.New(httpapi.Options{Transport: s})
			require.NoError(t, err)
			return events(c, t.Context())
		}
		whole, err := read(stream{body: body})
		slices, err2 := read(stream{body: body, bytes: true})
		if (err == nil) != (err2 == nil) || err == nil && strings.Join(whole, "\x01") != strings.Join(slices, "\x01") {
			t.Fatalf("%q: %q %v, in slices %q %v", body, whole, err, slices, err2)
		}
	})
}
