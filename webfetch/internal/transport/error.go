package transport

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// The codes of an [Error]: those of the contract that a transfer can end with.
const (
	codeInvalidInput     = "INVALID_INPUT"
	codeInvalidURL       = "INVALID_URL"
	codeInvalidProtocol  = "INVALID_PROTOCOL"
	codeSSRFBlocked      = "SSRF_BLOCKED"
	codeDomain           = "DOMAIN_NOT_ALLOWED"
	codeRobots           = "ROBOTS_BLOCKED"
	codeRateLimited      = "RATE_LIMITED"
	codeDNS              = "DNS_ERROR"
	codeConnection       = "CONNECTION_FAILED"
	codeTLS              = "TLS_ERROR"
	codeTimeout          = "TIMEOUT"
	codeCancelled        = "CANCELLED"
	codeTooManyRedirects = "TOO_MANY_REDIRECTS"
	codeRedirectLoop     = "REDIRECT_LOOP"
	codeTooLarge         = "CONTENT_TOO_LARGE"
	codeDecompression    = "DECOMPRESSION_FAILED"
	codeInternal         = "INTERNAL"
)

// Error is the error of [Client.Do].
type Error struct {
	// Code is one of the contract's, such as DNS_ERROR.
	Code string
	// URL is the address that failed, without fragment: of a redirect, its target.
	URL string
	// Status is that of the response that failed, 0 where there was none.
	Status int
	// RetryAfter is how long to wait before another try, 0 if nobody says.
	RetryAfter time.Duration
	// Retryable says that the same call may succeed later.
	Retryable bool
	// Retries is how often requests of this call were repeated.
	Retries int
	// Redirects are the addresses passed before URL.
	Redirects []string
	// OutOfTime reports that a later deadline might have helped: the wait for
	// the host, or for another try, was longer.
	OutOfTime bool
	// Err is the cause.
	Err error
}

// Error says code, address and cause.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %v", e.Code, e.URL, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Causes of failures that happen here.
var (
	errTooLarge     = errors.New("the body is larger than allowed")
	errRatio        = errors.New("the body expands like a decompression bomb")
	errTooSlow      = errors.New("the body comes slower than 100 bytes a second")
	errManyHeaders  = errors.New("the response has more than 500 header fields")
	errLoop         = errors.New("redirects lead back to an address already seen")
	errManyHops     = errors.New("more redirects than allowed")
	errCutOff       = errors.New("the body ends before its announced length")
	errWrongRequest = errors.New("not a request")
)

// decodeError is a body that its content encoding does not fit.
type decodeError struct{ err error }

func (e *decodeError) Error() string { return "content encoding: " + e.err.Error() }
func (e *decodeError) Unwrap() error { return e.err }

// newError makes an Error of whatever ended a hop.
func newError(ctx context.Context, u *url.URL, err error) *Error {
	e := &Error{URL: RedactURL(u), Err: err}
	e.Code, e.Retryable = classify(ctx, err)
	if limited := new(hostlimit.ThrottledError); errors.As(err, &limited) {
		e.RetryAfter, e.OutOfTime = limited.After, true
	}
	return e
}

// classify finds the code of a failure, and whether another try may help.
func classify(ctx context.Context, err error) (code string, retryable bool) {
	var (
		refused *security.BlockedError
		limited *hostlimit.ThrottledError
		decode  *decodeError
		stopped *panics.Error
	)
	switch {
	case errors.As(err, &stopped):
		return codeInternal, false
	case errors.Is(err, errTooLarge), errors.Is(err, errRatio):
		return codeTooLarge, false
	case errors.As(err, &refused) && refused.Reason != security.Unresolved:
		return policyCode(refused.Reason), false
	case errors.As(err, &limited):
		if limited.Broken {
			return codeConnection, true
		}
		return codeRateLimited, true
	case errors.Is(ctx.Err(), context.Canceled):
		return codeCancelled, false
	case ctx.Err() != nil, errors.Is(context.Cause(ctx), errTooSlow), errors.Is(err, errTooSlow):
		return codeTimeout, true
	case errors.Is(err, robots.ErrTimeout):
		return codeTimeout, true
	case errors.As(err, &decode):
		return codeDecompression, false
	case isTLS(err):
		return codeTLS, false
	case isFinal(err):
		return codeConnection, false
	}
	return networkCode(err)
}

// isFinal reports an error of a wrapper (see [Config.Wrap]) that another try
// would end with as well.
func isFinal(err error) bool {
	var told interface{ Retryable() bool }
	return errors.As(err, &told) && !told.Retryable()
}

// networkCode distinguishes failures of DNS and of connections. A connection
// that does not come about in its own time, before the deadline of the call, is
// a host that does not answer.
func networkCode(err error) (code string, retryable bool) {
	if dns := new(net.DNSError); errors.As(err, &dns) {
		return codeDNS, !dns.IsNotFound
	}
	if refused := new(security.BlockedError); errors.As(err, &refused) {
		return codeDNS, false
	}
	return codeConnection, !errors.Is(err, errManyHeaders)
}

func policyCode(kind security.BlockReason) string {
	switch kind {
	case security.BlockedScheme:
		return codeInvalidProtocol
	case security.BlockedURL:
		return codeInvalidURL
	case security.BlockedDomain:
		return codeDomain
	}
	return codeSSRFBlocked
}

// isTLS reports whether a handshake failed for what was said in it. crypto/tls
// has no common type for its errors.
func isTLS(err error) bool {
	var (
		verification *tls.CertificateVerificationError
		record       tls.RecordHeaderError
		alert        *net.OpError
	)
	switch {
	case errors.As(err, &verification), errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return true
	case errors.As(err, &alert) && (alert.Op == "remote error" || alert.Op == "local error"):
		return true
	}
	for ; err != nil; err = errors.Unwrap(err) {
		if strings.HasPrefix(err.Error(), "tls: ") || strings.HasPrefix(err.Error(), "x509: ") {
			return true
		}
	}
	return false
}

// RedactURL returns u as it may appear in errors and logs: as text without fragment
// and user information. Nil is "".
func RedactURL(u *url.URL) string {
	if u == nil {
		return ""
	}
	clean := *u
	clean.Fragment, clean.RawFragment, clean.User = "", "", nil
	return clean.String()
}
