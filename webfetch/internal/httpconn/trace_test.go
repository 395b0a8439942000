package httpconn_test

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptrace"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

// traced returns a context that notes the hooks called.
func traced(ctx context.Context) (context.Context, *[]string) {
	told := new([]string)
	note := func(format string, args ...any) { *told = append(*told, fmt.Sprintf(format, args...)) }
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GetConn:           func(string) { note("get") },
		TLSHandshakeStart: func() { note("handshake") },
		TLSHandshakeDone: func(s tls.ConnectionState, err error) {
			note("handshaken %s %t", s.NegotiatedProtocol, err == nil)
		},
		GotConn:              func(i httptrace.GotConnInfo) { note("got reused=%t", i.Reused) },
		GotFirstResponseByte: func() { note("byte") },
	}), told
}

func TestTheHooksOfATrace(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		t.Run(fmt.Sprint("http2=", http2), func(t *testing.T) {
			s, p := secure(t, http2, func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, "x") })
			ctx, told := traced(t.Context())
			for range 2 {
				_, _, err := send(ctx, p, "GET", s.URL)
				require.NoError(t, err)
			}
			protocol := map[bool]string{false: "http/1.1", true: "h2"}[http2]
			assert.Equal(t, []string{
				"get", "handshake", "handshaken " + protocol + " true", "got reused=false", "byte",
				"get", "got reused=true", "byte",
			}, *told)
		})
	}
}

func TestTheHooksOfATraceWithoutConnection(t *testing.T) {
	ctx, told := traced(t.Context())
	p := &httpconn.Pool{Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no") }}
	_, _, err := send(ctx, p, "GET", page)
	require.Error(t, err)
	assert.Equal(t, []string{"get"}, *told)
}

// A connection to a proxy is none to the host that answers.
func TestTheHooksOfATraceThroughAProxy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: always(hello)}
		p := &httpconn.Pool{Fixed: "proxy.example:3128", Dial: server.dial}
		ctx, told := traced(t.Context())
		for range 2 {
			_, _, err := send(ctx, p, "GET", page)
			require.NoError(t, err)
		}
		assert.Equal(t, []string{"get", "byte", "get", "byte"}, *told)
		p.Close()
	})
}
