// Package httpapi calls JSON APIs over HTTP under an egress policy. It retries a request where
// that can help, bounds the response, reads event streams, and returns typed errors.
//
// A request is sent again after the statuses 408, 429 and 5xx (except 501 and 505) and if no
// response came, up to Options.Attempts times in all, after the time in Retry-After, otherwise a
// random time that doubles from half a second on. If the wait would exceed the deadline, the
// error is returned at once. A stream is retried until its first byte, never after.
//
// Redirects are never followed, since a request carries secrets. Everything in a response is
// untrusted; [Error] keeps it bounded and without the secrets of the request.
package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
)

// Options configure a [Client]. The zero value is ready to use.
type Options struct {
	// Policy decides where connections may lead. Nil is the zero Policy: the public internet.
	Policy *security.Policy
	// Transport sends the requests. Nil means security.NewTransport(Policy).
	Transport http.RoundTripper
	// Timeout bounds a call with all its attempts and waits. Zero means 60 seconds.
	Timeout time.Duration
	// Attempts is how often a request is sent at most. Zero means 3.
	Attempts int
	// MaxBytes bounds an answer, decompressed, or a whole stream. Zero means 16 MiB.
	MaxBytes int64
}

const (
	maxRequest   = 16 << 20         // bytes of the body of a request
	stallTimeout = 30 * time.Second // for each next byte of a stream
	maxEvent     = 1 << 20          // bytes of data of an event
	firstPause   = 500 * time.Millisecond
	longestPause = 8 * time.Second
)

// Client calls HTTP APIs. Make it with [New]. It is safe for concurrent use.
type Client struct {
	opts Options
	http *http.Client
}

// New returns a client. The error is that of a policy that can't be understood.
func New(opts Options) (*Client, error) {
	if opts.Transport == nil {
		if err := opts.Policy.Validate(); err != nil {
			return nil, err
		}
		opts.Transport = security.NewTransport(opts.Policy)
	}
	opts.Timeout = cmp.Or(max(opts.Timeout, 0), time.Minute)
	opts.Attempts = cmp.Or(max(opts.Attempts, 0), 3)
	opts.MaxBytes = cmp.Or(max(opts.MaxBytes, 0), 16<<20)
	return &Client{opts: opts, http: &http.Client{
		Transport:     opts.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// CloseIdleConnections closes connections that no call is using.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// Request is one call of an API.
type Request struct {
	Op     string // names the call in errors
	Method string // "" means POST
	URL    string
	// Header are further headers. Values of Authorization and of headers that end in
	// "-authorization" are secrets, which no error shows.
	Header      http.Header
	ContentType string // of Body; "" means application/json
	Body        []byte // sent with each attempt, at most 16 MiB; nil means none
}

// Response is the answer to a call: its status is between 200 and 299.
type Response struct {
	Status int         // code of HTTP
	Header http.Header // as received
	Body   []byte      // bounded by the options
}

// Do sends a request and reads the whole answer. A status outside of 200 to 299
// is an [Error], and so is everything else that goes wrong.
func (c *Client) Do(ctx context.Context, req Request) (*Response, error) {
	ctx, cancel := context.WithTimeout(ctx, c.opts.Timeout)
	defer cancel()
	var body []byte
	resp, _, err := c.send(ctx, req, func(resp *http.Response) (err error) {
		body, err = io.ReadAll(resp.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: body}, nil
}

// send returns how often it sent the request. read reads the body of a successful response, which
// is closed afterwards.
func (c *Client) send(ctx context.Context, req Request, read func(*http.Response) error) (*http.Response, int, error) {
	if len(req.Body) > maxRequest {
		return nil, 0, &Error{Op: req.Op, Kind: TooLarge, Err: errors.New("the body of the request")}
	}
	for attempt := 1; ; attempt++ {
		resp, err := c.attempt(ctx, req, read)
		if err == nil {
			return resp, attempt, nil
		}
		err.Op, err.Attempts = req.Op, attempt
		pause := err.RetryAfter
		if pause == 0 {
			full := min(firstPause<<min(attempt-1, 10), longestPause)
			pause = full/2 + rand.N(full/2)
		}
		if attempt >= c.opts.Attempts || !err.Temporary() || ctx.Err() != nil || hostlimit.Sleep(ctx, pause) != nil {
			return nil, attempt, err
		}
	}
}

func (c *Client) attempt(ctx context.Context, req Request, read func(*http.Response) error) (*http.Response, *Error) {
	var body io.Reader
	if req.Body != nil {
		body = bytes.NewReader(req.Body)
	}
	out, err := http.NewRequestWithContext(ctx, cmp.Or(req.Method, http.MethodPost), req.URL, body)
	if err != nil {
		return nil, &Error{Kind: Rejected, Err: withoutURL(err)}
	}
	for name, values := range req.Header {
		out.Header[http.CanonicalHeaderKey(name)] = values
	}
	out.Header.Set("User-Agent", "webfetch-go")
	if req.Body != nil {
		out.Header.Set("Content-Type", cmp.Or(req.ContentType, "application/json"))
	}
	resp, err := c.http.Do(out)
	if err != nil {
		return nil, transportError(ctx, err)
	}
	resp.Body = http.MaxBytesReader(nil, resp.Body, c.opts.MaxBytes)
	ok := resp.StatusCode >= 200 && resp.StatusCode <= 299
	if ok && read == nil {
		return resp, nil
	}
	defer func() {
		_, _ = io.CopyN(io.Discard, resp.Body, 64<<10) // so that the connection can be used again
		_ = resp.Body.Close()
	}()
	if !ok {
		return nil, statusError(resp, out.Header)
	}
	if err := read(resp); err != nil {
		failure := transportError(ctx, err)
		failure.Status = resp.StatusCode
		return nil, failure
	}
	return resp, nil
}
