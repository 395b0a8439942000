package egress

import (
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"sync"
)

func discard() *log.Logger { return log.New(io.Discard, "", 0) }

// newForwarder returns what passes on requests in the absolute form, and bodies as they come,
// so that events reach the page at once. Nothing is added to a request or a response.
func (p *Proxy) newForwarder() *httputil.ReverseProxy {
	return &httputil.ReverseProxy{
		Transport: p.upstream, FlushInterval: -1, ErrorLog: discard(),
		// ReverseProxy drops what it can't parse of a query, and these headers, also where they are
		// the page's own.
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.RawQuery = r.In.URL.RawQuery
			for _, name := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
				if values := r.In.Header[name]; values != nil {
					r.Out.Header[name] = values
				}
			}
		},
		ErrorHandler: func(_ http.ResponseWriter, r *http.Request, err error) {
			p.failed(addressOf(r), err)
			panic(http.ErrAbortHandler)
		},
	}
}

func addressOf(r *http.Request) string {
	if r.URL.Port() == "" {
		return net.JoinHostPort(r.URL.Hostname(), "80")
	}
	return r.URL.Host
}

func (p *Proxy) forward(w http.ResponseWriter, r *http.Request) {
	if !r.URL.IsAbs() {
		http.Error(w, "a proxy", http.StatusBadRequest)
		return
	}
	// A connection that is kept was checked for its address, not for its URL.
	err := p.Admit(addressOf(r))
	if err == nil {
		err = p.policy.CheckURL(r.URL)
	}
	if err != nil {
		p.failed(addressOf(r), err)
		panic(http.ErrAbortHandler)
	}
	w.Header()["Date"], w.Header()["Content-Type"] = nil, nil // not ours to add; the browser sniffs as it would without a proxy
	p.forwarder.ServeHTTP(w, r)
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

// meteredConn counts the bytes of a connection to the outside, and ends it where the page has had
// its share.
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
