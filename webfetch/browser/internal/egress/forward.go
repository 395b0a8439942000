package egress

import (
	"errors"
	"io"
	"log"
	"maps"
	"net"
	"net/http"
	"strings"
	"sync"
)

// hopHeaders belong to one connection (RFC 9110, section 7.6.1).
var hopHeaders = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
	"Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

func discard() *log.Logger { return log.New(io.Discard, "", 0) }

func dropHopHeaders(h http.Header) {
	for _, value := range h.Values("Connection") {
		for name := range strings.SplitSeq(value, ",") {
			h.Del(strings.TrimSpace(name))
		}
	}
	for _, name := range hopHeaders {
		h.Del(name)
	}
}

func (p *Proxy) forward(w http.ResponseWriter, r *http.Request) {
	if !r.URL.IsAbs() {
		http.Error(w, "a proxy", http.StatusBadRequest)
		return
	}
	address := r.URL.Host
	if r.URL.Port() == "" {
		address = net.JoinHostPort(r.URL.Hostname(), "80")
	}
	// A connection that is kept was checked for its address, not for its URL.
	err := p.Admit(address)
	if err == nil {
		err = p.policy.CheckURL(r.URL)
	}
	if err != nil {
		p.failed(address, err)
		panic(http.ErrAbortHandler)
	}
	out := r.Clone(r.Context())
	out.RequestURI = ""
	dropHopHeaders(out.Header)
	resp, err := p.upstream.RoundTrip(out)
	if err != nil {
		p.failed(address, err)
		panic(http.ErrAbortHandler)
	}
	defer resp.Body.Close()
	dropHopHeaders(resp.Header)
	header := w.Header()
	maps.Copy(header, resp.Header)
	if resp.Header.Get("Date") == "" {
		header["Date"] = nil // not ours to add
	}
	if resp.Header.Get("Content-Type") == "" {
		header["Content-Type"] = nil // the browser sniffs as it would without a proxy
	}
	w.WriteHeader(resp.StatusCode)
	if err := stream(w, resp.Body); err != nil {
		panic(http.ErrAbortHandler)
	}
}

// stream copies a body as it comes, so that events reach the page at once.
func stream(w http.ResponseWriter, body io.Reader) error {
	control := http.NewResponseController(w)
	buf := make([]byte, 32<<10)
	for {
		n, err := body.Read(buf)
		if n > 0 {
			if _, err := w.Write(buf[:n]); err != nil {
				return err
			}
			if err := control.Flush(); err != nil {
				return err
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
	}
}

func (p *Proxy) tunnel(w http.ResponseWriter, r *http.Request) {
	out, err := p.dial(r.Context(), "tcp", r.Host)
	if err != nil {
		http.Error(w, "refused", http.StatusForbidden)
		return
	}
	defer out.Close()
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer p.forget(in)
	defer in.Close()
	if _, err := io.WriteString(in, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		return
	}
	var pipes sync.WaitGroup
	pipes.Go(func() {
		_, _ = io.Copy(out, buffered) // what the browser sent early comes first
		closeWrite(out)
	})
	pipes.Go(func() {
		_, _ = io.Copy(in, out)
		_ = in.Close()
	})
	pipes.Wait()
}

func closeWrite(conn net.Conn) {
	if m, metered := conn.(*meteredConn); metered {
		conn = m.Conn
	}
	if c, half := conn.(interface{ CloseWrite() error }); half {
		_ = c.CloseWrite()
		return
	}
	_ = conn.Close()
}

func (p *Proxy) forget(conn net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.conns, conn)
}

// meteredConn counts the bytes of a connection to the outside, and ends it
// where the page has had its share.
type meteredConn struct {
	net.Conn
	proxy *Proxy
}

func (c *meteredConn) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	err = c.count(n, err)
	if over := c.proxy.bytes.Load() - c.proxy.maxBytes; c.proxy.maxBytes > 0 && over > 0 {
		n = max(n-int(over), 0)
	}
	return n, err
}

func (c *meteredConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	return n, c.count(n, err)
}

func (c *meteredConn) count(n int, err error) error {
	c.proxy.bytes.Add(int64(n))
	if c.proxy.Exhausted() {
		_ = c.Conn.Close()
		return ErrTooLarge
	}
	return err
}

func (c *meteredConn) Close() error {
	c.proxy.forget(c)
	return c.Conn.Close()
}
