package transport_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/http2"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// A connection of HTTP/2 that its server is about to end takes no try of the next request.
func TestAConnectionThatGoesAwayCostsNoTry(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Connection", "close") // by HTTP/2: GOAWAY
		fmt.Fprint(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	policy := &security.Policy{Allow: []security.AddrRule{{Prefix: netip.MustParsePrefix("127.0.0.0/8"), AnyPort: true}}}
	c := transport.New(transport.Config{Policy: policy, RootCAs: poolOf(server), MaxRetries: -1, Hosts: hostlimit.Config{PerMinute: -1}})
	defer c.Close()
	for range 30 {
		resp, err := get(t.Context(), c, server.URL)
		require.NoError(t, err)
		assert.Equal(t, "HTTP/2.0", string(resp.Body))
	}
}

// A request that a server of HTTP/2 resets or leaves is repeated as a try like any other, by which
// the host is asked as often, and at the pace, that it may be.
func TestARefusedStreamIsATryLikeAnyOther(t *testing.T) {
	for what, refuse := range map[string]func(f *http2.Framer, stream uint32) error{
		"refused stream": func(f *http2.Framer, stream uint32) error {
			return f.WriteRSTStream(stream, http2.ErrCodeRefusedStream)
		},
		"protocol error": func(f *http2.Framer, stream uint32) error { return f.WriteRSTStream(stream, http2.ErrCodeProtocol) },
		"going away":     func(f *http2.Framer, _ uint32) error { return f.WriteGoAway(0, http2.ErrCodeNo, nil) },
	} {
		t.Run(what, func(t *testing.T) {
			var asked atomic.Int32
			server := httptest.NewUnstartedServer(nil)
			server.EnableHTTP2 = true
			server.Config.TLSNextProto = map[string]func(*http.Server, *tls.Conn, http.Handler){"h2": func(_ *http.Server, c *tls.Conn, _ http.Handler) {
				_, _ = io.CopyN(io.Discard, c, int64(len(http2.ClientPreface)))
				f := http2.NewFramer(c, c)
				_ = f.WriteSettings()
				for {
					frame, err := f.ReadFrame()
					if err != nil {
						return
					}
					if head, is := frame.(*http2.HeadersFrame); is {
						asked.Add(1)
						_ = refuse(f, head.StreamID)
					}
				}
			}}
			server.StartTLS()
			defer server.Close()
			for retries, requests := range map[int]int{-1: 1, 1: 2} {
				c := transport.New(transport.Config{Policy: localPolicy(server), RootCAs: poolOf(server), MaxRetries: retries, Hosts: hostlimit.Config{PerMinute: -1}})
				defer c.Close()
				for range 2 { // of which the second has a kept connection
					asked.Store(0)
					_, err := get(t.Context(), c, server.URL)
					assert.Equal(t, "CONNECTION_FAILED", codeOf(t, err))
					assert.Equal(t, requests-1, err.(*transport.Error).Retries)
					assert.EqualValues(t, requests, asked.Load())
				}
			}
		})
	}
}
