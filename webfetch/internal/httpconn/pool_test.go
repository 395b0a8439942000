package httpconn_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log"
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

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpconn"
)

// peer is a server of raw bytes: of every connection, serve gets the number,
// counted from 1, and the connection.
type peer struct {
	serve func(n int, c net.Conn)
	dials atomic.Int32
}

func (p *peer) dial(context.Context, string, string) (net.Conn, error) {
	n := int(p.dials.Add(1))
	here, there := net.Pipe()
	go func() {
		defer there.Close()
		p.serve(n, there)
	}()
	return here, nil
}

// readRequest reads one request without a body, false at the end.
func readRequest(c net.Conn) bool {
	var got []byte
	for buf := make([]byte, 1024); !bytes.HasSuffix(got, []byte("\r\n\r\n")); {
		n, err := c.Read(buf)
		if err != nil {
			return false
		}
		got = append(got, buf[:n]...)
	}
	return true
}

// always answers every request with the same bytes.
func always(answer string) func(int, net.Conn) {
	return func(_ int, c net.Conn) {
		for readRequest(c) {
			if _, err := io.WriteString(c, answer); err != nil {
				return
			}
		}
	}
}

// kept counts the idle connections.
func kept(p *httpconn.Pool) (n int) {
	for _, conns := range p.Idle() {
		n += conns
	}
	return n
}

func keptOf(p *httpconn.Pool, key string) int { return p.Idle()[key] }

// send sends one request and reads the body.
func send(ctx context.Context, p *httpconn.Pool, method, url string) (status int, body string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, url, nil)
	if err != nil {
		return 0, "", err
	}
	resp, err := p.RoundTrip(req)
	if err != nil {
		return 0, "", err
	}
	defer resp.Body.Close()
	all, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(all), err
}

const (
	page  = "http://a.example.com/"
	hello = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"
)

func TestConnectionsAreKept(t *testing.T) {
	tests := map[string]struct {
		method, answer, body string
		kept                 bool
	}{
		"length":            {"GET", hello, "hello", true},
		"chunks":            {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n", "hello", true},
		"trailer":           {"GET", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n5\r\nhello\r\n0\r\nX: y\r\n\r\n", "hello", true},
		"empty":             {"GET", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true},
		"no content":        {"GET", "HTTP/1.1 204 No Content\r\n\r\n", "", true},
		"HEAD":              {"HEAD", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "", true},
		"after early hints": {"GET", "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + hello, "hello", true},
		"HTTP/1.0, kept":    {"GET", "HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 5\r\n\r\nhello", "hello", true},
		"HTTP/1.0":          {"GET", "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nhello", "hello", false},
		"asked to close":    {"GET", "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello", "hello", false},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &peer{serve: always(tt.answer)}
				p := &httpconn.Pool{Dial: server.dial}
				for range 3 {
					_, body, err := send(t.Context(), p, tt.method, page)
					require.NoError(t, err)
					assert.Equal(t, tt.body, body)
					synctest.Wait()
				}
				want := int32(1)
				if !tt.kept {
					want = 3
				}
				assert.Equal(t, want, server.dials.Load())
				p.Close()
				assert.Zero(t, kept(p))
			})
		})
	}
}

// Bytes that belong to no response end the connection. The standard logger is
// told nothing, and the next request gets its own answer.
func TestBytesOutOfTurn(t *testing.T) {
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(io.Discard)
	const noise = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\npoison"
	chunked := "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n"
	tests := map[string]struct {
		method, answer, late, body string
	}{
		"beyond the length":      {"GET", hello + noise, "", "hello"},
		"beyond the last chunk":  {"GET", chunked + noise, "", "hello"},
		"a body after HEAD":      {"HEAD", hello, "", ""},
		"a body without content": {"GET", "HTTP/1.1 204 No Content\r\n\r\nhello", "", ""},
		"one byte":               {"GET", hello + "x", "", "hello"},
		"while idle":             {"GET", hello, noise, "hello"},
		"time-out while idle":    {"GET", hello, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", "hello"},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &peer{serve: func(_ int, c net.Conn) {
					for readRequest(c) {
						_, _ = io.WriteString(c, tt.answer)
						if tt.late != "" {
							time.Sleep(time.Second)
							_, _ = io.WriteString(c, tt.late)
						}
					}
				}}
				p := &httpconn.Pool{Dial: server.dial}
				for i := range 3 {
					_, body, err := send(t.Context(), p, tt.method, page)
					require.NoError(t, err)
					assert.Equal(t, tt.body, body)
					time.Sleep(2 * time.Second)
					assert.EqualValues(t, i+1, server.dials.Load(), "a new connection each time")
				}
				assert.Zero(t, kept(p))
			})
		})
	}
	assert.Empty(t, logged.String())
}

// A request is sent once: when a kept connection fails, that is told.
func TestNoRequestIsRepeated(t *testing.T) {
	for what, answer := range map[string]string{"closed": "", "closed in the header": "HTTP/1.1 200 OK\r\nX"} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var requests atomic.Int32
				server := &peer{serve: func(_ int, c net.Conn) {
					for n := 1; readRequest(c); n++ {
						requests.Add(1)
						if n == 2 {
							_, _ = io.WriteString(c, answer)
							return
						}
						_, _ = io.WriteString(c, hello)
					}
				}}
				p := &httpconn.Pool{Dial: server.dial}
				_, _, err := send(t.Context(), p, "GET", page)
				require.NoError(t, err)
				_, _, err = send(t.Context(), p, "GET", page)
				assert.Error(t, err)
				assert.EqualValues(t, 2, requests.Load())
				assert.EqualValues(t, 1, server.dials.Load())
			})
		})
	}
}

func TestAConnectionClosedWhileIdleIsNotUsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: func(_ int, c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, hello)
		}}
		p := &httpconn.Pool{Dial: server.dial}
		for range 3 {
			_, _, err := send(t.Context(), p, "GET", page)
			require.NoError(t, err)
			synctest.Wait()
			assert.Zero(t, kept(p))
		}
		assert.EqualValues(t, 3, server.dials.Load())
	})
}

func TestIdleConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: always(hello)}
		p := &httpconn.Pool{Dial: server.dial, MaxIdle: 5, MaxIdlePerHost: 2, IdleTimeout: time.Minute}
		together := func(host string, n int) { // n requests at one time
			var bodies []io.ReadCloser
			for range n {
				req, _ := http.NewRequestWithContext(t.Context(), "GET", "http://"+host+"/", nil)
				resp, err := p.RoundTrip(req)
				require.NoError(t, err)
				bodies = append(bodies, resp.Body)
			}
			for _, b := range bodies {
				_, err := io.ReadAll(b)
				require.NoError(t, err)
				require.NoError(t, b.Close())
			}
			synctest.Wait()
		}
		together("a.example.com", 2)
		assert.Equal(t, 2, kept(p), "at the limit of a host")
		together("a.example.com", 3)
		assert.Equal(t, 2, kept(p), "one over")
		for i := range 3 {
			together(fmt.Sprintf("b%d.example.com", i), 1)
		}
		assert.Equal(t, 5, kept(p), "at the limit")
		together("c.example.com", 1)
		assert.Equal(t, 5, kept(p), "one over")
		assert.Equal(t, 1, keptOf(p, "http a.example.com:80"), "the one used least recently went")
		time.Sleep(time.Minute + time.Second)
		assert.Zero(t, kept(p), "kept a minute")
	})
}

func TestNothingIsKeptAfterClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: always(hello)}
		p := &httpconn.Pool{Dial: server.dial}
		req, _ := http.NewRequestWithContext(t.Context(), "GET", page, nil)
		resp, err := p.RoundTrip(req)
		require.NoError(t, err)
		p.Close()
		body, err := io.ReadAll(resp.Body)
		require.NoError(t, err, "what is under way goes on")
		assert.Equal(t, "hello", string(body))
		assert.Zero(t, kept(p))
		_, _, err = send(t.Context(), p, "GET", page)
		require.NoError(t, err)
		assert.Zero(t, kept(p))
	})

	s, p := secure(t, true, func(http.ResponseWriter, *http.Request) {})
	p.Close()
	_, _, err := send(t.Context(), p, "GET", s.URL)
	require.NoError(t, err)
	assert.Zero(t, p.Streams())
	assert.Eventually(t, func() bool { return open(s) == 0 }, 10*time.Second, time.Millisecond, "a connection of HTTP/2 ends with its request")
}

func TestTheEndOfTheContext(t *testing.T) {
	why := errors.New("why")
	tests := map[string]struct {
		dial  func(ctx context.Context) error
		serve func(int, net.Conn)
	}{
		"dial":   {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, always(hello)},
		"write":  {nil, func(_ int, c net.Conn) { time.Sleep(time.Hour) }},
		"header": {nil, func(_ int, c net.Conn) { readRequest(c); time.Sleep(time.Hour) }},
		"body": {nil, func(_ int, c net.Conn) {
			readRequest(c)
			_, _ = io.WriteString(c, hello[:len(hello)-1])
			time.Sleep(time.Hour)
		}},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &peer{serve: tt.serve}
				p := &httpconn.Pool{Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
					if tt.dial != nil {
						if err := tt.dial(ctx); err != nil {
							return nil, err
						}
					}
					return server.dial(ctx, network, address)
				}}
				ctx, cancel := context.WithCancelCause(t.Context())
				time.AfterFunc(time.Second, func() { cancel(why) })
				began := time.Now()
				_, _, err := send(ctx, p, "GET", page)
				assert.ErrorIs(t, err, why)
				assert.Equal(t, time.Second, time.Since(began))
				assert.Zero(t, kept(p))
				_, _, err = send(ctx, p, "GET", page)
				assert.ErrorIs(t, err, why, "nothing begins after the end")
				time.Sleep(2 * time.Hour)
			})
		})
	}
}

func TestABodyThatIsNotReadToItsEndCostsTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: always(hello)}
		p := &httpconn.Pool{Dial: server.dial}
		for i := range 3 {
			req, _ := http.NewRequestWithContext(t.Context(), "GET", page, nil)
			resp, err := p.RoundTrip(req)
			require.NoError(t, err)
			if i > 0 {
				_, err = resp.Body.Read(make([]byte, 3))
				require.NoError(t, err)
			}
			require.NoError(t, resp.Body.Close())
			require.NoError(t, resp.Body.Close())
			n, err := resp.Body.Read(make([]byte, 1))
			assert.Zero(t, n)
			assert.Equal(t, io.EOF, err)
		}
		assert.EqualValues(t, 3, server.dials.Load())
		assert.Zero(t, kept(p))
	})
}

func TestResponsesThatAreNone(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	head := len("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: \r\n\r\n")
	tests := map[string]struct {
		answer string
		say    string
	}{
		"header at the limit":  {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " + long(2000-head) + "\r\n\r\n", ""},
		"header one over":      {"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: " + long(2001-head) + "\r\n\r\n", "longer than allowed"},
		"many informational":   {strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", 80) + hello, "longer than allowed"},
		"switches protocols":   {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "unexpected response"},
		"no HTTP":              {"220 smtp.example.com ESMTP\r\n", "malformed HTTP"},
		"two lengths":          {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nhello", "Content-Length"},
		"body beyond the head": {"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + long(5000), ""},
	}
	for what, tt := range tests {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				server := &peer{serve: always(tt.answer)}
				p := &httpconn.Pool{Dial: server.dial, MaxHeaderBytes: 2000}
				_, _, err := send(t.Context(), p, "GET", page)
				if tt.say == "" {
					assert.NoError(t, err)
				} else {
					assert.ErrorContains(t, err, tt.say)
				}
				p.Close()
			})
		})
	}
}

func TestTheFirstByteOfAResponseIsTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: func(n int, c net.Conn) {
			for readRequest(c) {
				time.Sleep(time.Second)
				if n > 1 {
					return
				}
				_, _ = io.WriteString(c, hello)
			}
		}}
		p := &httpconn.Pool{Dial: server.dial}
		var told []time.Duration
		began := time.Now()
		ctx := httptrace.WithClientTrace(t.Context(), &httptrace.ClientTrace{GotFirstResponseByte: func() { told = append(told, time.Since(began)) }})
		for range 2 {
			_, _, err := send(ctx, p, "GET", page)
			require.NoError(t, err)
		}
		p.Close()
		_, _, err := send(ctx, p, "GET", page)
		assert.Error(t, err)
		assert.Equal(t, []time.Duration{time.Second, 2 * time.Second}, told)
	})
}

func TestAProxyGetsAllRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: always(hello)}
		var address []string
		p := &httpconn.Pool{Fixed: "proxy.example:3128", Dial: func(ctx context.Context, network, to string) (net.Conn, error) {
			address = append(address, to)
			return server.dial(ctx, network, to)
		}}
		for _, url := range []string{page, "http://b.example.com:8080/"} {
			_, _, err := send(t.Context(), p, "GET", url)
			require.NoError(t, err)
		}
		assert.Equal(t, []string{"proxy.example:3128"}, address)
		p.Close()
	})
}

// open counts the connections to a server that secure returned.
func open(s *httptest.Server) int {
	n := 0
	s.Config.Handler.(*counting).conns.Range(func(any, any) bool { n++; return true })
	return n
}

// counting knows the connections that are open.
type counting struct {
	http.Handler
	conns sync.Map
}

func (c *counting) state(conn net.Conn, state http.ConnState) {
	if state == http.StateClosed {
		c.conns.Delete(conn)
	} else {
		c.conns.Store(conn, true)
	}
}

// secure returns a server over TLS, by HTTP/2 if wanted, and a pool that
// trusts it.
func secure(t *testing.T, http2 bool, handler http.HandlerFunc) (*httptest.Server, *httpconn.Pool) {
	count := &counting{Handler: handler}
	s := httptest.NewUnstartedServer(count)
	s.Config.ConnState = count.state
	s.EnableHTTP2 = http2
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.StartTLS()
	t.Cleanup(s.Close)
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	p := &httpconn.Pool{Dial: new(net.Dialer).DialContext, TLS: &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}}
	t.Cleanup(p.Close)
	return s, p
}

func TestTLS(t *testing.T) {
	for _, http2 := range []bool{false, true} {
		var conns sync.Map
		s, p := secure(t, http2, func(w http.ResponseWriter, r *http.Request) {
			conns.Store(r.RemoteAddr, true)
			fmt.Fprint(w, r.Proto)
		})
		for range 3 {
			_, body, err := send(t.Context(), p, "GET", s.URL)
			require.NoError(t, err)
			assert.Equal(t, map[bool]string{false: "HTTP/1.1", true: "HTTP/2.0"}[http2], body)
		}
		n := 0
		conns.Range(func(any, any) bool { n++; return true })
		assert.Equal(t, 1, n, "the connection is kept")
	}
}

func TestHandshakes(t *testing.T) {
	s, p := secure(t, false, func(http.ResponseWriter, *http.Request) {})
	_, _, err := send(t.Context(), p, "GET", strings.Replace(s.URL, "127.0.0.1", "localhost", 1))
	var wrong *tls.CertificateVerificationError
	assert.ErrorAs(t, err, &wrong)

	synctest.Test(t, func(t *testing.T) {
		server := &peer{serve: func(_ int, c net.Conn) { _, _ = io.Copy(io.Discard, c) }}
		slow := &httpconn.Pool{Dial: server.dial}
		began := time.Now()
		_, _, err := send(t.Context(), slow, "GET", "https://a.example.com/")
		assert.ErrorContains(t, err, "the TLS handshake takes too long")
		assert.Equal(t, 10*time.Second, time.Since(began))
	})
}
