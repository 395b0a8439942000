package record

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptrace"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

func (c *Cassette) roundTrip(req *http.Request, next http.RoundTripper) (*http.Response, error) {
	c.mu.Lock()
	err := error(nil)
	switch {
	case c.closed:
		err = errClosed
	case c.writer != nil && c.writer.Err() != nil:
		err = &writeError{c.writer.Err()}
	}
	c.mu.Unlock()
	if err != nil {
		closeBody(req)
		return nil, err
	}
	x, req, err := c.exchange(req)
	if err != nil {
		return nil, err
	}
	if c.opts.Mode == Replay || c.opts.Mode == ReplayOrRecord {
		resp, err := c.replay(req, x)
		if miss := new(MissError); c.opts.Mode == Replay || !errors.As(err, &miss) {
			return resp, err
		}
	}
	if next == nil {
		return nil, errors.New("record: there is no transport to record from")
	}
	return c.capture(req, x, next)
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		_ = req.Body.Close()
	}
}

// exchange begins an exchange with a request. Its body is read, and a copy of the request that has
// it is returned.
func (c *Cassette) exchange(req *http.Request) (*warc.Exchange, *http.Request, error) {
	bare := *req.URL
	bare.Fragment, bare.RawFragment = "", ""
	x := &warc.Exchange{URL: bare.String(), Time: time.Now(), Method: cmp.Or(req.Method, http.MethodGet), Request: req.Header}
	if req.Body == nil || req.Body == http.NoBody {
		return x, req, nil
	}
	body, err := io.ReadAll(io.LimitReader(req.Body, c.opts.MaxBytes+1))
	closeBody(req)
	switch {
	case err != nil:
		return nil, nil, err
	case int64(len(body)) > c.opts.MaxBytes:
		return nil, nil, errLongBody
	}
	x.RequestBody = body
	again := *req
	again.Body = io.NopCloser(bytes.NewReader(body))
	return x, &again, nil
}

func (c *Cassette) capture(req *http.Request, x *warc.Exchange, next http.RoundTripper) (*http.Response, error) {
	var peer atomic.Value // string
	trace := &httptrace.ClientTrace{GotConn: func(info httptrace.GotConnInfo) {
		if host, _, err := net.SplitHostPort(info.Conn.RemoteAddr().String()); err == nil {
			peer.Store(host)
		}
	}}
	resp, err := next.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, err
	}
	x.Status, x.Header, x.Request = resp.StatusCode, resp.Header.Clone(), req.Header.Clone()
	x.Address, _ = peer.Load().(string)
	x.Protocol = fmt.Sprintf("http/%d.%d", resp.ProtoMajor, resp.ProtoMinor)
	if resp.ProtoMajor == 2 {
		x.Protocol = "h2"
	}
	if hasNoBody(req, resp) {
		if err := c.write(x); err != nil {
			_ = resp.Body.Close()
			return nil, err
		}
		return resp, nil
	}
	resp.Body = &capturedBody{body: resp.Body, cassette: c, exchange: x, length: resp.ContentLength}
	return resp, nil
}

func hasNoBody(req *http.Request, resp *http.Response) bool {
	return req.Method == http.MethodHead || resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusNotModified ||
		resp.Body == http.NoBody
}

// capturedBody copies a body while it is read, and records it at its end.
type capturedBody struct {
	body     io.ReadCloser
	cassette *Cassette
	exchange *warc.Exchange
	length   int64 // as announced, -1 for unknown

	mu   sync.Mutex // Close may come while Read waits
	kept bytes.Buffer
	over bool // more came than is kept
	done bool
}

// Read reads the body. If it could not be recorded, Read returns that error at the end.
func (b *capturedBody) Read(p []byte) (int, error) {
	n, err := b.body.Read(p)
	b.mu.Lock()
	defer b.mu.Unlock()
	if room := b.cassette.opts.MaxBytes - int64(b.kept.Len()); !b.done {
		b.over = b.over || int64(n) > room
		b.kept.Write(p[:min(int64(n), room)])
	}
	if err == nil {
		return n, nil
	}
	reason := warc.TruncatedDisconnect
	if err == io.EOF {
		reason = ""
	}
	if failed := b.finish(reason); failed != nil {
		return n, failed
	}
	return n, err
}

// Close closes the body; what was not read of it is not recorded.
func (b *capturedBody) Close() error {
	failed := b.body.Close()
	b.mu.Lock()
	defer b.mu.Unlock()
	reason := warc.TruncatedUnspecified
	if b.length >= 0 && int64(b.kept.Len()) == b.length {
		reason = ""
	}
	return errors.Join(failed, b.finish(reason))
}

// finish records the exchange, once. b.mu is held.
func (b *capturedBody) finish(reason string) error {
	if b.done {
		return nil
	}
	b.done = true
	if b.over {
		reason = warc.TruncatedLength
	}
	b.exchange.Body, b.exchange.Truncated = b.kept.Bytes(), reason
	return b.cassette.write(b.exchange)
}

// maxInMember bounds the records of one gzip member, which are read to find one.
const maxInMember = 10_000

// replay answers a request from the file, with a *MissError if it can't.
func (c *Cassette) replay(req *http.Request, x *warc.Exchange) (*http.Response, error) {
	if err := req.Context().Err(); err != nil {
		return nil, err
	}
	wanted := *x
	c.redact.apply(&wanted)
	body, _ := digestOf(strings.NewReader(string(wanted.RequestBody))) // never fails
	asked := request{method: wanted.Method, header: wanted.Request, body: body}
	c.mu.Lock()
	e, differs := c.index.find(wanted.URL, asked)
	of := c.index.bodyOf(e)
	c.mu.Unlock()
	switch {
	case e == nil:
		return nil, &MissError{Method: wanted.Method, URL: wanted.URL, Differs: differs}
	case of == nil:
		return nil, fmt.Errorf("record: the body of %s is in no record of the file", wanted.URL)
	}
	resp, err := c.respond(req, e, of)
	if err != nil {
		return nil, fmt.Errorf("record: the recording of %s can't be read: %w", wanted.URL, err)
	}
	return resp, nil
}

// bodyOf returns the entry whose record has the body of e, nil if none has.
func (x *index) bodyOf(e *entry) *entry {
	if e == nil || e.revisit == "" {
		return e
	}
	if of := x.byID[e.revisit]; of != nil && of.revisit == "" {
		return of
	}
	return x.byBody[e.payload]
}

func (c *Cassette) respond(req *http.Request, e, of *entry) (*http.Response, error) {
	resp, err := c.message(req, of)
	if err != nil {
		return nil, err
	}
	if e != of {
		head, err := c.message(req, e)
		if err != nil {
			return nil, err
		}
		resp.Status, resp.StatusCode, resp.Header = head.Status, head.StatusCode, head.Header
	}
	if hasNoBody(req, resp) {
		resp.Body = http.NoBody
	}
	return resp, nil
}

func (c *Cassette) message(req *http.Request, e *entry) (*http.Response, error) {
	block, err := c.block(e)
	if err != nil {
		return nil, err
	}
	bounded := &io.LimitedReader{R: block, N: maxHead}
	resp, err := http.ReadResponse(bufio.NewReader(bounded), req)
	if err != nil {
		return nil, err
	}
	bounded.N = math.MaxInt64 // the body has the bound of who reads it
	resp.Body = &replayedBody{resp.Body, e.cut, req}
	return resp, nil
}

func (c *Cassette) block(e *entry) (io.Reader, error) {
	r := warc.NewReader(c.from(e.offset))
	for range maxInMember {
		rec, err := r.Next()
		if err != nil {
			return nil, err
		}
		if rec.ID() == e.id {
			return rec.Block, nil
		}
	}
	return nil, errors.New("the record is not where it was")
}

// replayedBody reads a recorded body. If the recording was cut, it ends with an error, not
// EOF.
type replayedBody struct {
	io.ReadCloser
	cut bool
	req *http.Request
}

func (b *replayedBody) Read(p []byte) (int, error) {
	if err := b.req.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF && b.cut {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}
