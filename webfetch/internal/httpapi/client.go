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
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
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

// Kind classifies the failure of a call, in words.
type Kind string

// The kinds.
const (
	Blocked      Kind = "the egress policy refuses the address"
	Unreachable  Kind = "the endpoint can't be reached" // or the connection broke off before the answer
	TimedOut     Kind = "the endpoint took too long"    // or the stream stalled
	Cancelled    Kind = "the call was cancelled"
	Unauthorized Kind = "the endpoint refuses the credentials"  // 401, 403
	NotFound     Kind = "the endpoint knows no such thing"      // 404, 410
	Limited      Kind = "the endpoint limits the rate of calls" // 429
	Rejected     Kind = "the endpoint rejects the request"      // another status below 500, or a failure of the status 200
	Failed       Kind = "the endpoint failed"                   // 500 or more, 408
	Malformed    Kind = "the endpoint answered something else than its API promises"
	TooLarge     Kind = "the limit of size is exceeded"
	Incomplete   Kind = "the stream ended before its end" // before the endpoint closed it properly
)

// Error is the error of every call. Find it with errors.As.
type Error struct {
	Op     string // as the caller of the API names it
	Kind   Kind
	Status int // 0 if there was no answer
	// Code and Message are the server's own words, a line each of at most 100 and 500 code points.
	Code, Message string
	RetryAfter    time.Duration // how long the server asks to wait, 0 if it does not say
	Attempts      int           // how often the request was sent
	Err           error         // nil where the server answered
}

// Reason describes the failure without text from the server.
func (e *Error) Reason() string {
	if e.Status != 0 && e.Status != http.StatusOK {
		return fmt.Sprintf("%s (status %d)", e.Kind, e.Status)
	}
	return string(e.Kind)
}

// Error is Op, Reason, and, after a colon, what the server said of it.
func (e *Error) Error() string {
	text := e.Reason()
	if e.Op != "" {
		text = e.Op + ": " + text
	}
	switch {
	case e.Message != "":
		text += ": " + e.Message
	case e.Code != "":
		text += ": " + e.Code
	case e.Err != nil:
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause. It may be nil.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports a failure that the same call may not meet later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case Unreachable, TimedOut, Limited, Failed, Incomplete:
		return true
	}
	return false
}

// Delay is RetryAfter, for those who know errors by their methods only.
func (e *Error) Delay() time.Duration { return e.RetryAfter }

// StatusError returns the error for an answer of a status other than 200 to 299, with what the server says
// of it and when it wants to be asked again.
func StatusError(op string, status int, header http.Header, code, message string) *Error {
	e := &Error{Op: op, Kind: Rejected, Status: status, Code: line.Short(code, 100), Message: line.Short(message, 500)}
	e.RetryAfter, _ = robots.RetryAfter(header.Values("Retry-After"), time.Now(), time.Hour)
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		e.Kind = Unauthorized
	case status == http.StatusNotFound, status == http.StatusGone:
		e.Kind = NotFound
	case status == http.StatusTooManyRequests:
		e.Kind = Limited
	case status == http.StatusNotImplemented, status == http.StatusHTTPVersionNotSupported:
	case status >= 500, status == http.StatusRequestTimeout:
		e.Kind = Failed
	}
	return e
}

func statusError(resp *http.Response, sent http.Header) *Error {
	body, _ := io.ReadAll(io.LimitReader(resp.Body, 64<<10)) // what came of it has to do
	code, message := failureIn(body)
	if message == "" && code == "" && !strings.Contains(resp.Header.Get("Content-Type"), "html") {
		message = string(body)
	}
	for name, values := range sent {
		if lower := strings.ToLower(name); lower != "authorization" && !strings.HasSuffix(lower, "-authorization") {
			continue
		}
		for _, token := range values {
			if _, second, two := strings.Cut(token, " "); two {
				token = second
			}
			if len(token) >= 4 {
				code, message = strings.ReplaceAll(code, token, "[secret]"), strings.ReplaceAll(message, token, "[secret]")
			}
		}
	}
	return StatusError("", resp.StatusCode, resp.Header, code, message)
}

func transportError(ctx context.Context, err error) *Error {
	var blocked *security.BlockedError
	var large *http.MaxBytesError
	slow, timed := err.(interface{ Timeout() bool })
	switch {
	case errors.As(err, &large):
		return &Error{Kind: TooLarge, Err: errors.New("the answer")}
	case errors.Is(err, errLongEvent):
		return &Error{Kind: TooLarge, Err: err}
	case errors.As(err, &blocked) && blocked.Reason != security.Unresolved:
		return &Error{Kind: Blocked, Err: withoutURL(err)}
	case errors.Is(context.Cause(ctx), errStalled):
		return &Error{Kind: TimedOut, Err: errStalled}
	case ctx.Err() == context.DeadlineExceeded:
		return &Error{Kind: TimedOut, Err: context.DeadlineExceeded}
	case ctx.Err() != nil:
		return &Error{Kind: Cancelled, Err: context.Cause(ctx)}
	case timed && slow.Timeout():
		return &Error{Kind: TimedOut, Err: withoutURL(err)}
	}
	return &Error{Kind: Unreachable, Err: withoutURL(err)}
}

func withoutURL(err error) error {
	if detail, is := errors.AsType[*url.Error](err); is {
		return detail.Err
	}
	return err
}
