package mcpserver_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
)

// pipes is a listener whose connections are pipes, so that time can be made up.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)} }

func (p *pipes) dial() net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	return client
}

// serving runs Serve in a bubble of time until the test stops it.
func serving(t *testing.T, h http.Handler, grace time.Duration) (p *pipes, stop context.CancelFunc, served chan error) {
	p = newPipes()
	ctx, stop := context.WithCancel(t.Context())
	served = make(chan error, 1)
	go func() { served <- host.Serve(ctx, p, h, grace) }()
	return p, stop, served
}

// request sends one on a connection and reads the answer.
func request(t *testing.T, conn net.Conn) string {
	_, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
	require.NoError(t, err)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	require.NoError(t, err)
	body, err := io.ReadAll(res.Body)
	require.NoError(t, err)
	return string(body)
}

// lasts is how long the server keeps a connection open from now on.
func lasts(t *testing.T, conn net.Conn) time.Duration {
	began := time.Now()
	_, err := conn.Read(make([]byte, 1))
	assert.ErrorIs(t, err, io.EOF)
	return time.Since(began)
}

func TestIdleConnectionsAreClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, stop, served := serving(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(time.Hour) // a call may take long
			io.WriteString(w, "done")
		}), time.Second)
		quiet := p.dial()
		assert.Equal(t, 10*time.Second, lasts(t, quiet), "no request comes")
		slow := p.dial()
		_, err := io.WriteString(slow, "GET / HTTP/1.1\r\nHost:")
		require.NoError(t, err)
		assert.Equal(t, 10*time.Second, lasts(t, slow), "the headers don't end")
		conn := p.dial()
		assert.Equal(t, "done", request(t, conn))
		assert.Equal(t, 2*time.Minute, lasts(t, conn), "nothing follows")
		stop()
		assert.NoError(t, <-served)
	})
}

// The end waits for calls in flight, but not for ever: a handler that nothing
// can cancel is left alone.
func TestGraceIsBounded(t *testing.T) {
	for name, tt := range map[string]struct{ work, grace, end time.Duration }{
		"in time":  {3 * time.Second, 10 * time.Second, 3 * time.Second},
		"too late": {time.Hour, 10 * time.Second, 12 * time.Second},
		"no grace": {time.Hour, 0, 2 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, stop, served := serving(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					select {
					case <-time.After(tt.work):
						io.WriteString(w, "done")
					case <-r.Context().Done():
					}
				}), tt.grace)
				conn := p.dial()
				answered := make(chan string, 1)
				go func() {
					io.WriteString(conn, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
					all, _ := io.ReadAll(conn)
					answered <- string(all)
				}()
				synctest.Wait()
				began := time.Now()
				stop()
				require.NoError(t, <-served)
				assert.InDelta(t, tt.end.Seconds(), time.Since(began).Seconds(), 1)
				if tt.work < tt.grace {
					assert.Contains(t, <-answered, "done")
				} else {
					assert.Empty(t, <-answered)
				}
			})
		})
	}
}

// Calls that outlast the grace are cancelled and answered, in every era and
// with sessions, before the server ends.
func TestLateCallsAreAnswered(t *testing.T) {
	for name, tt := range map[string]struct {
		revision string
		opts     host.Options
	}{
		"2026-07-28":               {"2026-07-28", host.Options{}},
		"2025-11-25":               {"2025-11-25", host.Options{}},
		"2025-11-25 with sessions": {"2025-11-25", host.Options{Sessions: true}},
	} {
		t.Run(name, func(t *testing.T) {
			web := newSite(t)
			l, err := host.Listen(t.Context(), "127.0.0.1:0", false)
			require.NoError(t, err)
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan error, 1)
			// One slot: the second call waits for it.
			h := host.Handler(newServer(t, mcpserver.Options{Concurrency: 1}), tt.opts)
			var posts atomic.Int32
			counted := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					posts.Add(1)
					defer posts.Add(-1)
				}
				h.ServeHTTP(w, r)
			})
			go func() { served <- host.Serve(ctx, l, counted, 50*time.Millisecond) }()
			session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).
				Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + l.Addr().String() + "/mcp"}, &mcp.ClientSessionOptions{ProtocolVersion: tt.revision})
			require.NoError(t, err)
			defer session.Close()
			require.Eventually(t, func() bool { return posts.Load() == 0 }, 20*time.Second, time.Millisecond) // those of the handshake
			answered := make(chan *result, 2)
			for i := range 2 {
				go func() {
					r, err := tryCall(t.Context(), session, "fetch", args{"url": web.URL + "/slow/" + itoa(i)})
					assert.NoError(t, err)
					answered <- r
				}()
			}
			require.Eventually(t, func() bool { return web.countUnder("/slow/") > 0 && posts.Load() == 2 }, 20*time.Second, time.Millisecond)
			stop()
			for range 2 {
				if r := <-answered; assert.NotNil(t, r, "an answer, not the end of the connection") {
					assert.Equal(t, "CANCELLED", r.Error.Code, r.Error.Message)
					assert.True(t, r.isError)
				}
			}
			assert.NoError(t, <-served)
		})
	}
}

// The program does so too.
func TestHTTPTerminationOfLateCalls(t *testing.T) {
	web := newSite(t)
	cmd, endpoint := serveHTTP(t, "HTTP_SHUTDOWN_TIMEOUT_S=0")
	session := dial(t, endpoint, "")
	answered := make(chan *result, 1)
	go func() {
		r, err := tryCall(t.Context(), session, "fetch", args{"url": web.URL + "/slow/1"})
		assert.NoError(t, err)
		answered <- r
	}()
	require.Eventually(t, func() bool { return web.count("/slow/1") > 0 }, 20*time.Second, time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	if r := <-answered; assert.NotNil(t, r) {
		assert.Equal(t, "CANCELLED", r.Error.Code, r.Error.Message)
	}
	assert.NoError(t, cmd.Wait(), "status 0")
}

// A program that is told to end takes no new calls, finishes those in flight
// and exits with status 0.
func TestHTTPTermination(t *testing.T) {
	web := newSite(t)
	cmd, endpoint := serveHTTP(t)
	session := dial(t, endpoint, "")
	answered := make(chan *result, 1)
	go func() {
		r, err := tryCall(t.Context(), session, "fetch", args{"url": web.URL + "/slow/1"})
		assert.NoError(t, err)
		answered <- r
	}()
	require.Eventually(t, func() bool { return web.count("/slow/1") > 0 }, 20*time.Second, time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGTERM))
	require.Eventually(t, func() bool {
		res, err := http.Get(strings.Replace(endpoint, "/mcp", "/healthz", 1))
		if err == nil {
			res.Body.Close()
		}
		return err != nil
	}, 20*time.Second, time.Millisecond)
	close(web.slow)
	assert.True(t, (<-answered).Success)
	assert.NoError(t, cmd.Wait(), "status 0")
}

// A subscription that the server ends is answered, over HTTP and over stdio.
func TestSubscriptionsAreAnswered(t *testing.T) {
	listen := modern(`{"jsonrpc":"2.0","id":7,"method":"subscriptions/listen","params":{"notifications":{"resourcesListChanged":true}}}`)
	check := func(t *testing.T, messages string) {
		assert.Contains(t, messages, `"method":"notifications/subscriptions/acknowledged"`)
		lines := strings.Split(strings.TrimSpace(messages), "\n")
		last := lines[len(lines)-1]
		assert.Contains(t, last, `"id":7`)
		assert.Contains(t, last, `"io.modelcontextprotocol/subscriptionId":7`)
		assert.Contains(t, last, `"resultType":"complete"`)
	}
	t.Run("HTTP", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			p, stop, served := serving(t, host.Handler(newServer(t, mcpserver.Options{}), host.Options{}), time.Minute)
			req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, "http://localhost/mcp", strings.NewReader(listen))
			require.NoError(t, err)
			req.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"},
				"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}}
			res, err := over(t, p).Do(req)
			require.NoError(t, err)
			time.Sleep(time.Hour)
			stop()
			stream, err := io.ReadAll(res.Body)
			require.NoError(t, err)
			check(t, string(stream))
			assert.NoError(t, <-served)
		})
	})
	t.Run("stdio", func(t *testing.T) {
		in, w := io.Pipe()
		read, out := io.Pipe()
		served := make(chan error, 1)
		go func() {
			served <- newServer(t, mcpserver.Options{}).ServeStdio(t.Context(), in, out)
			out.Close()
		}()
		_, err := io.WriteString(w, listen+"\n")
		require.NoError(t, err)
		lines := bufio.NewReader(read)
		acknowledged, err := lines.ReadString('\n')
		require.NoError(t, err)
		require.NoError(t, w.Close())
		rest, err := io.ReadAll(lines)
		require.NoError(t, err)
		check(t, acknowledged+string(rest))
		assert.NoError(t, <-served)
	})
}

// Clients that listen for changes do not hold the end up, in either era.
func TestListenersDoNotHoldTheEndUp(t *testing.T) {
	for name, opts := range map[string]host.Options{"2026-07-28": {}, "2025-11-25": {Sessions: true}} {
		t.Run(name, func(t *testing.T) {
			l, err := host.Listen(t.Context(), "127.0.0.1:0", false)
			require.NoError(t, err)
			ctx, stop := context.WithCancel(t.Context())
			served := make(chan error, 1)
			go func() {
				served <- host.Serve(ctx, l, host.Handler(newServer(t, mcpserver.Options{}), opts), time.Minute)
			}()
			changed := make(chan struct{}, 1000)
			session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, &mcp.ClientOptions{
				ResourceListChangedHandler: func(context.Context, *mcp.ResourceListChangedRequest) { changed <- struct{}{} },
			}).Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: "http://" + l.Addr().String() + "/mcp", MaxRetries: -1}, &mcp.ClientSessionOptions{ProtocolVersion: name})
			require.NoError(t, err)
			require.Eventually(t, func() bool { // it listens
				call(t, session, "extract", args{"raw_bytes": []byte(time.Now().String()), "content_type": "text/plain"})
				return len(changed) > 0
			}, 30*time.Second, 10*time.Millisecond, "nobody tells that the list of resources changed")
			stop()
			select {
			case err := <-served:
				assert.NoError(t, err)
			case <-time.After(30 * time.Second):
				t.Error("the server waits for a listener")
			}
			session.Close()
		})
	}
}
