package transport_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

const hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"

// peers answers every request on every connection with answer, and counts connections.
func peers(answer string, dials *atomic.Int32) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		dials.Add(1)
		here, there := net.Pipe()
		go func() {
			defer there.Close()
			for readHeadText(there) != "" {
				if _, err := io.WriteString(there, answer); err != nil {
					return
				}
			}
		}()
		return here, nil
	}
}

func send(t *testing.T, p *transport.Conns, url string) *http.Response {
	req, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	require.NoError(t, err)
	resp, err := p.RoundTrip(req)
	require.NoError(t, err)
	return resp
}

func TestConnectionsAreKept(t *testing.T) {
	for what, tt := range map[string]struct {
		answer string
		read   int64 // of the body
		dials  int32 // of three requests
	}{
		"length":      {hello, 5, 1},
		"chunks":      {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", 5, 1},
		"no body":     {"HTTP/1.1 204 No Content\r\n\r\n", 0, 1},
		"early hints": {"HTTP/1.1 103 Early Hints\r\n\r\n" + hello, 5, 1},
		"close":       {"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", 5, 3},
		"left early":  {"HTTP/1.1 200 OK\r\nContent-Length: 50000\r\n\r\n" + strings.Repeat("x", 50000), 5, 3},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var dials atomic.Int32
				p := transport.NewConns(peers(tt.answer, &dials), nil, 2)
				defer p.Close()
				for range 3 {
					resp := send(t, p, "http://a.example.com/")
					_, err := io.CopyN(io.Discard, resp.Body, tt.read)
					require.NoError(t, err)
					if tt.read == 5 && what != "left early" {
						_, _ = io.Copy(io.Discard, resp.Body)
					}
					resp.Body.Close()
					synctest.Wait()
				}
				assert.Equal(t, tt.dials, dials.Load())
			})
		})
	}
}

// So many are kept for one host, so many in all, for so long, and none after Close.
func TestBoundsOfKeptConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var dials atomic.Int32
		p := transport.NewConns(peers(hello, &dials), nil, 2)
		together := func(url func(i int) string, n int) {
			var all []*http.Response
			for i := range n {
				all = append(all, send(t, p, url(i)))
			}
			for _, resp := range all {
				_, _ = io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
			}
			synctest.Wait()
		}
		one := func(int) string { return "http://a.example.com/" }
		together(one, 5)
		assert.Equal(t, 2, p.Kept())
		assert.EqualValues(t, 5, dials.Load())
		together(one, 2)
		assert.EqualValues(t, 5, dials.Load(), "both are used again")
		together(func(i int) string { return fmt.Sprintf("http://h%d.example.com/", i) }, transport.MaxIdle+20)
		assert.Equal(t, transport.MaxIdle, p.Kept())
		time.Sleep(transport.IdleTimeout - time.Second)
		assert.Equal(t, transport.MaxIdle, p.Kept())
		time.Sleep(2 * time.Second)
		assert.Zero(t, p.Kept())
		busy := send(t, p, one(0))
		together(one, 1)
		p.Close()
		synctest.Wait()
		assert.Equal(t, 1, p.Kept(), "what is in use ends with its request")
		_, err := io.Copy(io.Discard, busy.Body)
		assert.NoError(t, err)
		busy.Body.Close()
		synctest.Wait()
		assert.Zero(t, p.Kept())
		together(one, 1)
		assert.Zero(t, p.Kept(), "nothing is kept after Close")
	})
}

// A connection that its server closes while no request is using it is not kept.
func TestAClosedConnectionIsNotKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var server net.Conn
		p := transport.NewConns(func(context.Context, string, string) (here net.Conn, err error) {
			here, server = net.Pipe()
			go func() {
				readHeadText(server)
				_, _ = io.WriteString(server, hello)
			}()
			return here, nil
		}, nil, 2)
		defer p.Close()
		resp := send(t, p, "http://a.example.com/")
		_, _ = io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		synctest.Wait()
		assert.Equal(t, 1, p.Kept())
		server.Close()
		synctest.Wait()
		assert.Zero(t, p.Kept())
	})
}

// A request that is cancelled ends, and its connection with it.
func TestACancelledRequestEndsItsConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var dials atomic.Int32
		p := transport.NewConns(peers("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhello", &dials), nil, 2)
		defer p.Close()
		ctx, cancel := context.WithCancelCause(t.Context())
		req, err := http.NewRequestWithContext(ctx, "GET", "http://a.example.com/", nil)
		require.NoError(t, err)
		resp, err := p.RoundTrip(req)
		require.NoError(t, err)
		time.AfterFunc(time.Second, func() { cancel(errRefused) })
		_, err = io.ReadAll(resp.Body)
		assert.ErrorIs(t, err, errRefused)
		resp.Body.Close()
		synctest.Wait()
		assert.Zero(t, p.Kept())
		_, err = p.RoundTrip(req)
		assert.ErrorIs(t, err, errRefused)
		assert.EqualValues(t, 1, dials.Load())
	})
}

// Over HTTP/2 requests share a connection, and the hooks of a trace tell of it.
func TestRequestsShareAConnectionOfHTTP2(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(5 * time.Millisecond)
		fmt.Fprint(w, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	var dials, reused, first atomic.Int32
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		dials.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, address)
	}
	p := transport.NewConns(dial, &tls.Config{RootCAs: poolOf(server)}, 2)
	defer p.Close()
	trace := &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			if i.Reused {
				reused.Add(1)
			}
			assert.Equal(t, server.Listener.Addr().String(), i.Conn.RemoteAddr().String())
		},
		GotFirstResponseByte: func() { first.Add(1) },
	}
	get := func() {
		req, err := http.NewRequestWithContext(httptrace.WithClientTrace(t.Context(), trace), "GET", server.URL, nil)
		assert.NoError(t, err)
		resp, err := p.RoundTrip(req)
		if assert.NoError(t, err) {
			body, err := io.ReadAll(resp.Body)
			assert.NoError(t, err)
			assert.Equal(t, "HTTP/2.0", string(body))
			resp.Body.Close()
		}
	}
	get()
	var all sync.WaitGroup
	for range 30 {
		all.Go(get)
	}
	all.Wait()
	assert.EqualValues(t, 1, dials.Load())
	assert.EqualValues(t, 30, reused.Load())
	assert.EqualValues(t, 31, first.Load())
}
