package transport_test

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// world is an internet in memory: names resolve, connections are pipes, and
// every host is answered by one handler, or byte by byte by a raw server.
type world struct {
	t       *testing.T
	handler http.Handler
	raw     func(net.Conn)                  // in place of handler
	dial    func(ctx context.Context) error // asked before a connection is made
	answers map[string][]netip.Addr         // names not in it resolve to 93.184.216.34

	listener pipes
	mu       sync.Mutex
	dialed   []string
	requests []string // "METHOD host path"
}

func newWorld(t *testing.T, handler http.HandlerFunc) *world {
	w := &world{t: t, handler: handler, listener: pipes{conns: make(chan net.Conn), done: make(chan struct{})}}
	server := &http.Server{
		ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			w.mu.Lock()
			w.requests = append(w.requests, r.Method+" "+r.Host+" "+r.URL.RequestURI())
			w.mu.Unlock()
			w.handler.ServeHTTP(rw, r)
		}),
	}
	go server.Serve(&w.listener)
	t.Cleanup(func() { server.Close() })
	return w
}

// seen returns the requests so far.
func (w *world) seen() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return append([]string(nil), w.requests...)
}

func (w *world) policy() *security.Policy {
	return &security.Policy{Resolver: w, Dial: w.connect}
}

// client returns a client in this world. Rates are off unless config sets them.
func (w *world) client(config transport.Config) *transport.Client {
	if config.Policy == nil {
		config.Policy = w.policy()
	}
	if config.Hosts.PerMinute == 0 {
		config.Hosts.PerMinute = -1
	}
	c := transport.New(config)
	w.t.Cleanup(c.Close)
	return c
}

func (w *world) LookupNetIP(ctx context.Context, _, host string) ([]netip.Addr, error) {
	host = strings.TrimSuffix(host, ".")
	if host == "gone.example.com" {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	if host == "servfail.example.com" {
		return nil, &net.DNSError{Err: "server misbehaving", Name: host, IsTemporary: true}
	}
	if host == "slow-dns.example.com" {
		<-ctx.Done()
		return nil, &net.DNSError{Err: ctx.Err().Error(), Name: host, IsTimeout: true}
	}
	if addrs := w.answers[host]; addrs != nil {
		return addrs, nil
	}
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

func (w *world) connect(ctx context.Context, _, address string) (net.Conn, error) {
	w.mu.Lock()
	w.dialed = append(w.dialed, address)
	w.mu.Unlock()
	if w.dial != nil {
		if err := w.dial(ctx); err != nil {
			return nil, &net.OpError{Op: "dial", Net: "tcp", Err: err}
		}
	}
	here, there := net.Pipe()
	if w.raw != nil {
		go func() {
			defer there.Close()
			w.raw(there)
		}()
		return here, nil
	}
	select {
	case w.listener.conns <- there:
		return here, nil
	case <-w.listener.done:
		return nil, net.ErrClosed
	}
}

// pipes is a net.Listener for connections in memory.
type pipes struct {
	conns chan net.Conn
	done  chan struct{}
	once  sync.Once
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { p.once.Do(func() { close(p.done) }); return nil }
func (p *pipes) Addr() net.Addr { return &net.TCPAddr{} }

// answerRaw reads one request and writes text.
func answerRaw(text string) func(net.Conn) {
	return func(c net.Conn) {
		readHead(c)
		_, _ = io.WriteString(c, text)
	}
}

// readHead reads a request up to its empty line.
func readHead(c net.Conn) {
	var got []byte
	buf := make([]byte, 1024)
	for !bytes.Contains(got, []byte("\r\n\r\n")) {
		n, err := c.Read(buf)
		if err != nil {
			return
		}
		got = append(got, buf[:n]...)
	}
}

func parse(t testing.TB, raw string) *url.URL {
	u, err := url.Parse(raw)
	require.NoError(t, err)
	return u
}

// get is Do with the plainest request.
func get(ctx context.Context, c *transport.Client, raw string) (*transport.Response, error) {
	u, err := url.Parse(raw)
	if err != nil {
		return nil, err
	}
	return c.Do(ctx, &transport.Request{URL: u})
}

// codeOf returns the code of an error, "" for nil.
func codeOf(t *testing.T, err error) string {
	t.Helper()
	if err == nil {
		return ""
	}
	e := new(transport.Error)
	require.ErrorAs(t, err, &e)
	require.NotEmpty(t, e.Error())
	return e.Code
}

// compress encodes body as the named encoding has it.
func compress(t testing.TB, encoding string, body []byte) []byte {
	var buf bytes.Buffer
	var w io.WriteCloser
	switch encoding {
	case "gzip", "x-gzip":
		w, _ = gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	case "deflate":
		w, _ = zlib.NewWriterLevel(&buf, zlib.BestSpeed)
	case "raw deflate":
		w, _ = flate.NewWriter(&buf, flate.BestSpeed)
	case "br":
		w = brotli.NewWriterLevel(&buf, brotli.BestSpeed)
	case "zstd":
		z, err := zstd.NewWriter(&buf, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(1<<20))
		require.NoError(t, err)
		w = z
	default:
		return body
	}
	_, err := w.Write(body)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return buf.Bytes()
}

var errRefused = errors.New("connection refused")

// text answers with a body.
func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { fmt.Fprint(w, body) }
}
