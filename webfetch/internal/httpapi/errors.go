package httpapi

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

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
	e := &Error{Op: op, Kind: Rejected, Status: status, Code: oneLine(code, 100), Message: oneLine(message, 500)}
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

func oneLine(text string, n int) string { return line.Clip(line.OneLine(text), n) }
