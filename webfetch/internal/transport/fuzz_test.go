package transport_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/netip"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// script is a connection that answers the first request with prepared bytes,
// then ends.
type script struct {
	answer  io.Reader
	written chan struct{}
	once    sync.Once
	closed  chan struct{}
	shut    sync.Once
}

func newScript(answer []byte) *script {
	return &script{answer: bytes.NewReader(answer), written: make(chan struct{}), closed: make(chan struct{})}
}

func (s *script) Read(p []byte) (int, error) {
	select {
	case <-s.written:
		return s.answer.Read(p)
	case <-s.closed:
		return 0, net.ErrClosed
	}
}

func (s *script) Write(p []byte) (int, error) {
	if bytes.HasSuffix(p, []byte("\r\n\r\n")) {
		s.once.Do(func() { close(s.written) })
	}
	return len(p), nil
}

func (s *script) Close() error                     { s.shut.Do(func() { close(s.closed) }); return nil }
func (s *script) LocalAddr() net.Addr              { return &net.TCPAddr{} }
func (s *script) RemoteAddr() net.Addr             { return &net.TCPAddr{} }
func (s *script) SetDeadline(time.Time) error      { return nil }
func (s *script) SetReadDeadline(time.Time) error  { return nil }
func (s *script) SetWriteDeadline(time.Time) error { return nil }

// FuzzResponse holds that whatever a server answers, Do ends with a response
// within its limits or with a code of its list, and connects to public
// addresses only.
func FuzzResponse(f *testing.F) {
	for _, seed := range []string{
		"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
		"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n",
		"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\n\r\n",
		"HTTP/1.1 301 Moved\r\nLocation: //b.example.com:8080/\\x?y#z\r\nContent-Length: 0\r\n\r\n",
		"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 404 Not Found\r\n\r\nmissing",
		"HTTP/1.1 429 Slow down\r\nRetry-After: 9999999999\r\n\r\n",
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip, br\r\n\r\nxx",
		"HTTP/1.0 200 OK\r\nContent-Encoding: deflate\r\n\r\n\x78\x9c\x03\x00\x00\x00\x00\x01",
		"\x00\x01garbage\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	codes := []string{
		"INVALID_URL", "INVALID_PROTOCOL", "SSRF_BLOCKED", "DNS_ERROR", "CONNECTION_FAILED", "TIMEOUT", "TLS_ERROR",
		"TOO_MANY_REDIRECTS", "REDIRECT_LOOP", "CONTENT_TOO_LARGE", "DECOMPRESSION_FAILED", "RATE_LIMITED",
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		const limit = 4096
		policy := &security.Policy{
			Resolver: names{"a.example.com": "93.184.216.34", "b.example.com": "1.1.1.1"},
			Dial: func(_ context.Context, _, address string) (net.Conn, error) {
				require.NoError(t, new(security.Policy).CheckAddr(netip.MustParseAddrPort(address)))
				return newScript(raw), nil
			},
		}
		c := transport.New(transport.Config{Policy: policy, MaxRetries: -1, Hosts: hostlimit.Config{PerMinute: -1}})
		defer c.Close()
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		resp, err := c.Do(ctx, &transport.Request{URL: parse(t, "http://a.example.com/"), MaxBytes: limit})
		if err != nil {
			e := new(transport.Error)
			require.True(t, errors.As(err, &e), "%v", err)
			require.Contains(t, codes, e.Code)
			return
		}
		require.LessOrEqual(t, len(resp.Body), limit)
		require.NoError(t, policy.CheckURL(resp.URL))
		require.LessOrEqual(t, len(resp.Redirects), transport.DefaultMaxRedirects)
	})
}
