package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/record/internal/warc"
)

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
	resp.Body = &replayedBody{r: resp.Body, cut: e.cut, req: req}
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
	r   io.ReadCloser
	cut bool
	req *http.Request
}

func (b *replayedBody) Read(p []byte) (int, error) {
	if err := b.req.Context().Err(); err != nil {
		return 0, err
	}
	n, err := b.r.Read(p)
	if err == io.EOF && b.cut {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

func (b *replayedBody) Close() error { return b.r.Close() }
