package httpapi

import (
	"fmt"
	"time"
)

// Kind says what went wrong with a call.
type Kind string

// The kinds.
const (
	// Blocked is an address that the egress policy refuses.
	Blocked Kind = "blocked"
	// Unreachable is a connection that failed or broke off before the answer.
	Unreachable Kind = "unreachable"
	// TimedOut is a call that took longer than it may, or a stream that stalled.
	TimedOut Kind = "timed_out"
	// Cancelled is a call whose context was cancelled.
	Cancelled Kind = "cancelled"
	// Unauthorized is the status 401 or 403.
	Unauthorized Kind = "unauthorized"
	// NotFound is the status 404 or 410.
	NotFound Kind = "not_found"
	// Conflict is the status 409 or 412.
	Conflict Kind = "conflict"
	// Limited is the status 429.
	Limited Kind = "limited"
	// Rejected is another status below 500, or a failure reported in an answer of
	// the status 200.
	Rejected Kind = "rejected"
	// Failed is a status of 500 or more, or 408.
	Failed Kind = "failed"
	// Malformed is an answer that is not what the API promises.
	Malformed Kind = "malformed"
	// TooLarge is a request or an answer over a limit.
	TooLarge Kind = "too_large"
	// Incomplete is a stream that ended before the endpoint closed it properly.
	Incomplete Kind = "incomplete"
)

// Error is the error of every call. Find it with errors.As.
type Error struct {
	// Op is the operation, as the caller of the API names it.
	Op   string
	Kind Kind
	// Status is the HTTP status, 0 if there was no answer.
	Status int
	// Code and Message are the server's own words, a line each of at most 100
	// and 500 code points. They are untrusted, and empty if it said nothing.
	Code, Message string
	// RetryAfter is how long the server asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// Attempts is how often the request was sent.
	Attempts int
	// Err is the cause, nil where the server answered.
	Err error
}

// Reason describes the failure without text from the server.
func (e *Error) Reason() string {
	text := reasons()[e.Kind]
	if text == "" {
		text = "the call failed"
	}
	if e.Status != 0 && e.Status != 200 {
		text += fmt.Sprintf(" (status %d)", e.Status)
	}
	return text
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

func reasons() map[Kind]string {
	return map[Kind]string{
		Blocked:      "the egress policy refuses the address",
		Unreachable:  "the endpoint can't be reached",
		TimedOut:     "the endpoint took too long",
		Cancelled:    "the call was cancelled",
		Unauthorized: "the endpoint refuses the credentials",
		NotFound:     "the endpoint knows no such thing",
		Conflict:     "the endpoint reports a conflict",
		Limited:      "the endpoint limits the rate of calls",
		Rejected:     "the endpoint rejects the request",
		Failed:       "the endpoint failed",
		Malformed:    "the endpoint answered something else than its API promises",
		TooLarge:     "the limit of size is exceeded",
		Incomplete:   "the stream ended before its end",
	}
}

// Delay is RetryAfter, for those who know errors by their methods only.
func (e *Error) Delay() time.Duration { return e.RetryAfter }
