package httpconn

import (
	"bufio"
	"container/list"
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"time"
)

// conn is a connection of HTTP/1.1 or 1.0. It belongs to one request at a time.
type conn struct {
	pool *Pool
	key  string
	net  net.Conn // what messages are read from and written to
	raw  net.Conn // what is below TLS: closing it waits for nobody
	r    *bufio.Reader
	w    *bufio.Writer
	// left is how many bytes may still be read; a header that is too long ends
	// the connection.
	left int64
	// heard is closed when, after listen, a byte has come or the connection has
	// ended. Nil before the first listen.
	heard chan struct{}

	// While it is idle, under Pool.mu:
	place  *list.Element
	expiry *time.Timer
}

var errLongHeader = errors.New("the header of the response is longer than allowed")

func (p *Pool) newConn(key string, top, raw net.Conn) *conn {
	c := &conn{pool: p, key: key, net: top, raw: raw}
	c.r, c.w = bufio.NewReaderSize(c, 4<<10), bufio.NewWriterSize(top, 2<<10)
	return c
}

// Read reads from the connection, within the bound.
func (c *conn) Read(b []byte) (int, error) {
	if c.left <= 0 {
		return 0, errLongHeader
	}
	n, err := c.net.Read(b[:min(int64(len(b)), c.left)])
	c.left -= int64(n)
	return n, err
}

func (c *conn) close() { _ = c.raw.Close() }

// listen reads ahead while c is idle, as only a read notices that a server
// closes. The first byte stays for the response.
func (c *conn) listen(gone func(heard chan struct{})) {
	heard := make(chan struct{})
	c.heard = heard
	c.left = orDefault(c.pool.MaxHeaderBytes, 1<<20)
	go func() {
		_, _ = c.r.Peek(1)
		close(heard)
		gone(heard)
	}()
}

// roundTrip sends one request.
func (c *conn) roundTrip(req *http.Request) (*http.Response, error) {
	ctx := req.Context()
	stop := context.AfterFunc(ctx, c.close)
	resp, err := c.exchange(req)
	if err != nil {
		stop()
		c.close()
		return nil, OrCause(ctx, err)
	}
	b := &body{conn: c, ctx: ctx, stop: stop, r: resp.Body, keep: !resp.Close}
	if resp.Body == http.NoBody {
		b.end(true)
	}
	resp.Body = b
	return resp, nil
}

func (c *conn) exchange(req *http.Request) (*http.Response, error) {
	if err := req.Write(c.w); err != nil {
		return nil, err
	}
	if err := c.w.Flush(); err != nil {
		return nil, err
	}
	if c.heard != nil {
		<-c.heard
	} else {
		c.left = orDefault(c.pool.MaxHeaderBytes, 1<<20)
	}
	if _, err := c.r.Peek(1); err == nil {
		traceOf(req.Context()).firstByte()
	}
	for {
		resp, err := http.ReadResponse(c.r, req)
		switch {
		case err != nil && c.left <= 0:
			return nil, errLongHeader
		case err != nil:
			return nil, err
		case resp.StatusCode == http.StatusSwitchingProtocols:
			return nil, &StatusError{resp.Status}
		case resp.StatusCode >= 200:
			c.left = math.MaxInt64
			return resp, nil
		}
	}
}

// body is the body of a response, at whose end its connection is kept.
type body struct {
	conn  *conn
	ctx   context.Context
	stop  func() bool
	r     io.Reader
	keep  bool
	ended bool
}

// Read reads the body. An error after the end of the request is that of its
// context.
func (b *body) Read(p []byte) (int, error) {
	if b.ended {
		return 0, io.EOF
	}
	n, err := b.r.Read(p)
	switch {
	case err == io.EOF:
		b.end(true)
	case err != nil:
		b.end(false)
		err = OrCause(b.ctx, err)
	}
	return n, err
}

// Close gives the connection up unless the body was read to its end.
func (b *body) Close() error {
	if !b.ended {
		b.end(false)
	}
	return nil
}

// end decides what becomes of the connection. Bytes beyond the response mean
// that whatever comes next can't be distinguished from an answer.
func (b *body) end(whole bool) {
	b.ended = true
	if alive := b.stop(); !alive || !whole || !b.keep || b.conn.r.Buffered() > 0 {
		b.conn.close()
		return
	}
	b.conn.pool.putIdle(b.conn)
}
