package transport_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

func TestLyingLength(t *testing.T) {
	tests := map[string]struct {
		raw  string
		code string
	}{
		"shorter than announced": {"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nshort", "CONNECTION_FAILED"},
		"huge":                   {"HTTP/1.1 200 OK\r\nContent-Length: 1000000000000\r\n\r\nhello", "CONTENT_TOO_LARGE"},
		"longer than announced":  {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello", ""},
		"negative":               {"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nhello", "CONNECTION_FAILED"},
		"two lengths":            {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhello", "CONNECTION_FAILED"},
		"none":                   {"HTTP/1.1 200 OK\r\n\r\nhello", ""},
		"broken chunk":           {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello", "CONNECTION_FAILED"},
		"chunks cut off":         {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", "CONNECTION_FAILED"},
		"HTTP/0.9":               {"<html>no status line</html>", "CONNECTION_FAILED"},
		"split header":           {"HTTP/1.1 200 OK\r\nX\r\n: y\r\n\r\n", "CONNECTION_FAILED"},
		"nothing":                {"", "CONNECTION_FAILED"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.raw = answerRaw(tt.raw)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, err := w.client(transport.Config{}).Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/"), Whole: true})
				assert.Equal(t, tt.code, codeOf(t, err), "%v", err)
			})
		})
	}
}

func TestHeaderLimits(t *testing.T) {
	header := func(fields, size int) string {
		var b strings.Builder
		b.WriteString("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
		for i := range fields - 1 {
			fmt.Fprintf(&b, "X-%d: %s\r\n", i, strings.Repeat("y", size))
		}
		return b.String() + "\r\n"
	}
	tests := map[string]struct {
		raw  string
		code string
	}{
		"fields, at the limit": {header(transport.MaxHeaderFields, 1), ""},
		"fields, one over":     {header(transport.MaxHeaderFields+1, 1), "CONNECTION_FAILED"},
		"bytes, below":         {header(25, 10_000), ""},
		"bytes, above":         {header(28, 10_000), "CONNECTION_FAILED"},
		"endless early hints":  {strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n", 20_000), "CONNECTION_FAILED"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.raw = answerRaw(tt.raw)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, err := get(ctx, w.client(transport.Config{MaxRetries: -1}), "http://a.example.com/")
				assert.Equal(t, tt.code, codeOf(t, err), "%v", err)
			})
		})
	}
}

// drip sends head, then n bytes every interval for as long as it is read.
func drip(head string, n int, interval time.Duration) func(net.Conn) {
	return func(c net.Conn) {
		readHead(c)
		_, err := io.WriteString(c, head)
		for err == nil {
			time.Sleep(interval)
			_, err = c.Write(bytes.Repeat([]byte("a"), n))
		}
	}
}

func TestSlowServers(t *testing.T) {
	const head = "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n"
	tests := map[string]struct {
		raw      func(net.Conn)
		deadline time.Duration
		code     string
		took     time.Duration
	}{
		"1 byte a second":              {drip(head, 1, time.Second), 5 * time.Minute, "TIMEOUT", transport.StallInterval},
		"99 bytes a second":            {drip(head, 99, time.Second), 5 * time.Minute, "TIMEOUT", transport.StallInterval},
		"112 bytes a second":           {drip(head, 112, time.Second), 5 * time.Minute, "", 179 * time.Second},
		"nothing after the header":     {drip(head, 1, time.Hour), 5 * time.Minute, "TIMEOUT", transport.StallInterval},
		"deadline in the body":         {drip(head, 200, time.Second), 20 * time.Second, "TIMEOUT", 20 * time.Second},
		"deadline in the header":       {drip("HTTP/1.1 200 OK\r\nX: ", 1, time.Second), 20 * time.Second, "TIMEOUT", 20 * time.Second},
		"deadline before the header":   {drip("", 1, time.Hour), 20 * time.Second, "TIMEOUT", 20 * time.Second},
		"fast, then nothing":           {drip(head+strings.Repeat("a", 10_000), 1, time.Hour), 5 * time.Minute, "TIMEOUT", 2 * transport.StallInterval},
		"endless, slower than allowed": {drip("HTTP/1.1 200 OK\r\n\r\n", 9, 100*time.Millisecond), 5 * time.Minute, "TIMEOUT", transport.StallInterval},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.raw = tt.raw
				ctx, cancel := context.WithTimeout(t.Context(), tt.deadline)
				defer cancel()
				began := time.Now()
				resp, err := get(ctx, w.client(transport.Config{MaxRetries: -1}), "http://a.example.com/")
				require.Equal(t, tt.code, codeOf(t, err), "%v", err)
				assert.Equal(t, tt.took, time.Since(began))
				if err == nil {
					assert.Len(t, resp.Body, 20_000)
				} else {
					assert.True(t, err.(*transport.Error).Retryable)
				}
				time.Sleep(2 * time.Hour) // until the server notices
			})
		})
	}
}

// closing is a body whose server ends it, as if it were whole, when the client closes the connection.
type closing struct {
	io.Reader
	open  context.Context
	close func()
}

func (b *closing) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if err == io.EOF {
		<-b.open.Done()
	}
	return n, err
}

func (b *closing) Close() error {
	b.close()
	return nil
}

func TestABodyThatEndsAsItsConnectionIsClosedIsNotWhole(t *testing.T) {
	for what, tt := range map[string]struct {
		deadline time.Duration
		took     time.Duration
	}{
		"too slow":         {time.Minute, transport.StallInterval},
		"after a deadline": {5 * time.Second, 5 * time.Second},
		"cancelled":        {0, 3 * time.Second},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				c := w.client(transport.Config{MaxRetries: -1, Wrap: wrapper(func(req *http.Request, _ http.RoundTripper) (*http.Response, error) {
					open, end := context.WithCancel(req.Context())
					return &http.Response{StatusCode: 200, ContentLength: -1, Body: &closing{strings.NewReader("the beginning"), open, end}}, nil
				})})
				ctx, cancel := context.WithCancel(t.Context())
				code := "TIMEOUT"
				if tt.deadline > 0 {
					ctx, cancel = context.WithTimeout(t.Context(), tt.deadline)
				} else {
					time.AfterFunc(tt.took, cancel)
					code = "CANCELLED"
				}
				defer cancel()
				began := time.Now()
				_, err := get(ctx, c, "http://a.example.com/")
				assert.Equal(t, code, codeOf(t, err), "%v", err)
				assert.Equal(t, tt.took, time.Since(began))
			})
		})
	}
}

func TestEndlessBody(t *testing.T) {
	for what, raw := range map[string]string{
		"plain":  "HTTP/1.1 200 OK\r\n\r\n",
		"chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newWorld(t, nil)
				w.raw = func(c net.Conn) {
					readHead(c)
					_, err := io.WriteString(c, raw)
					part := bytes.Repeat([]byte("A"), 1<<16)
					if what == "chunks" {
						part = []byte("10000\r\n" + string(part) + "\r\n")
					}
					for err == nil {
						_, err = c.Write(part)
					}
				}
				_, err := get(t.Context(), w.client(transport.Config{}), "http://a.example.com/")
				assert.Equal(t, "CONTENT_TOO_LARGE", codeOf(t, err))
			})
		})
	}
}

// Close does not wait for bodies that have stalled: their calls end by themselves soon after, and
// the bubble of the test ends only when no goroutine of theirs is left.
func TestCloseBesideStalledBodies(t *testing.T) {
	for name, head := range map[string]string{
		"of a known length": "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\nbegin", "in chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nbegin\r\n",
		"compressed": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 20000\r\n\r\n\x1f\x8b\x08\x00", "without a header": "HTTP/1.1 200",
	} {
		for _, cancelled := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, cancelled %v", name, cancelled), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := newWorld(t, nil)
					w.raw = func(c net.Conn) {
						answerRaw(head)(c)
						_, _ = io.Copy(io.Discard, c) // until the client closes it
					}
					c := w.client(transport.Config{MaxRetries: -1, Hosts: hostlimit.Config{PerHost: 5}})
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
					defer cancel()
					ended := make(chan error, 5)
					for range cap(ended) {
						go func() {
							_, err := get(ctx, c, "http://a.example.com/")
							ended <- err
						}()
					}
					synctest.Wait()
					began := time.Now()
					c.Close()
					assert.Zero(t, time.Since(began), "Close")
					if cancelled {
						cancel()
					}
					for range cap(ended) {
						assert.Contains(t, []string{"TIMEOUT", "CANCELLED"}, codeOf(t, <-ended))
					}
					assert.LessOrEqual(t, time.Since(began), time.Minute)
				})
			})
		}
	}
}
