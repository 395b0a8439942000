package httpapi

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
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
	}
	opts = opts.withDefaults()
	return &Client{opts: opts, http: &http.Client{
		Transport:     opts.Transport,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}, nil
}

// CloseIdleConnections closes connections that no call is using.
func (c *Client) CloseIdleConnections() { c.http.CloseIdleConnections() }

// Do sends a request and reads the whole answer. A status outside of 200 to 299
// is an [Error], and so is everything else that goes wrong.
func (c *Client) Do(ctx context.Context, req Request) (*Response, error) {
	ctx, cancel := c.bound(ctx, req)
	defer cancel()
	var body []byte
	resp, attempts, err := c.send(ctx, req, func(resp *http.Response) error {
		var err error
		body, err = c.readAll(resp.Body)
		return err
	})
	if err != nil {
		return nil, err
	}
	return &Response{Status: resp.StatusCode, Header: resp.Header, Body: body, Attempts: attempts}, nil
}

// bound limits a call in time.
func (c *Client) bound(ctx context.Context, req Request) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, orDefault(req.Timeout, c.opts.Timeout))
}

// send sends a request until an attempt succeeds or a retry can't help. read reads the body
// of a successful response, which is closed afterwards. If read is nil the caller gets the
// response with an open body.
func (c *Client) send(ctx context.Context, req Request, read func(*http.Response) error) (*http.Response, int, error) {
	if int64(len(req.Body)) > c.opts.MaxRequestBytes {
		return nil, 0, &Error{Op: req.Op, Kind: TooLarge, Err: errors.New("the body of the request")}
	}
	most := orDefault(req.Attempts, c.opts.Attempts)
	for attempt := 1; ; attempt++ {
		resp, err := c.attempt(ctx, req, read)
		if err == nil {
			return resp, attempt, nil
		}
		err.Op, err.Attempts = req.Op, attempt
		if attempt >= most || !err.Temporary() || ctx.Err() != nil || !wait(ctx, pause(attempt, err.RetryAfter)) {
			return nil, attempt, err
		}
	}
}

// attempt sends a request once.
func (c *Client) attempt(ctx context.Context, req Request, read func(*http.Response) error) (*http.Response, *Error) {
	out, err := c.build(ctx, req)
	if err != nil {
		return nil, &Error{Kind: Rejected, Err: err}
	}
	resp, err := c.http.Do(out)
	if err != nil {
		return nil, transportError(ctx, err)
	}
	if resp.StatusCode < 200 || resp.StatusCode > 299 {
		defer closeBody(resp.Body)
		return nil, statusError(resp, secrets(out.Header))
	}
	if read == nil {
		return resp, nil
	}
	defer closeBody(resp.Body)
	if err := read(resp); err != nil {
		if apiErr := new(Error); errors.As(err, &apiErr) {
			apiErr.Status = resp.StatusCode
			return nil, apiErr
		}
		return nil, transportError(ctx, err)
	}
	return resp, nil
}

// build makes the request of one attempt.
func (c *Client) build(ctx context.Context, req Request) (*http.Request, error) {
	method := req.Method
	if method == "" {
		method = http.MethodPost
	}
	var body io.Reader
	if req.Body != nil {
		body = bytes.NewReader(req.Body)
	}
	out, err := http.NewRequestWithContext(ctx, method, req.URL, body)
	if err != nil {
		return nil, withoutURL(err)
	}
	for name, values := range req.Header {
		out.Header[http.CanonicalHeaderKey(name)] = values
	}
	out.Header.Set("User-Agent", c.opts.UserAgent)
	if req.Body != nil {
		out.Header.Set("Content-Type", "application/json")
		if req.ContentType != "" {
			out.Header.Set("Content-Type", req.ContentType)
		}
	}
	return out, nil
}

// readAll reads a body of at most MaxBytes.
func (c *Client) readAll(body io.Reader) ([]byte, error) {
	all, err := io.ReadAll(io.LimitReader(body, c.opts.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if int64(len(all)) > c.opts.MaxBytes {
		return nil, &Error{Kind: TooLarge, Err: errors.New("the answer")}
	}
	return all, nil
}

// closeBody reads a bounded rest, so that the connection can be used again.
func closeBody(body io.ReadCloser) {
	_, _ = io.CopyN(io.Discard, body, 64<<10)
	_ = body.Close()
}

// transportError returns the error for a request without a response.
func transportError(ctx context.Context, err error) *Error {
	var blocked *security.BlockedError
	switch {
	case errors.As(err, &blocked) && blocked.Reason != security.Unresolved:
		return &Error{Kind: Blocked, Err: withoutURL(err)}
	case errors.Is(context.Cause(ctx), errStalled):
		return &Error{Kind: TimedOut, Err: errStalled}
	case ctx.Err() == context.DeadlineExceeded:
		return &Error{Kind: TimedOut, Err: context.DeadlineExceeded}
	case ctx.Err() != nil:
		return &Error{Kind: Cancelled, Err: context.Cause(ctx)}
	}
	if slow, is := err.(interface{ Timeout() bool }); is && slow.Timeout() {
		return &Error{Kind: TimedOut, Err: withoutURL(err)}
	}
	return &Error{Kind: Unreachable, Err: withoutURL(err)}
}

// withoutURL leaves the URL out of an error: it can hold the name of an account.
func withoutURL(err error) error {
	var detail *url.Error
	if errors.As(err, &detail) {
		return detail.Err
	}
	return err
}

// secrets are the values of headers that no error may show.
func secrets(header http.Header) []string {
	var found []string
	for name, values := range header {
		if lower := strings.ToLower(name); lower != "authorization" && !strings.HasSuffix(lower, "-authorization") {
			continue
		}
		for _, v := range values {
			_, token, two := strings.Cut(v, " ")
			if !two {
				token = v
			}
			if len(token) >= 4 {
				found = append(found, token)
			}
		}
	}
	return found
}

// wait waits for d, and reports false at once if ctx leaves no time for it.
func wait(ctx context.Context, d time.Duration) bool {
	if deadline, has := ctx.Deadline(); has && time.Until(deadline) <= d {
		return false
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
