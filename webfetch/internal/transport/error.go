package transport

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/hostlimit"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
)

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
	Code       string        // of the contract, such as DNS_ERROR
	URL        string        // that failed, without fragment: of a redirect, its target
	RetryAfter time.Duration // 0 if unknown
	Retryable  bool          // the same call may succeed later
	Retries    int           // how often requests of this call were repeated
	Redirects  []string      // the addresses passed before URL
	OutOfTime  bool          // a later deadline might have helped
	Err        error         // the cause
}

// Error says code, address and cause.
func (e *Error) Error() string {
	return fmt.Sprintf("%s %s: %v", e.Code, e.URL, e.Err)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

var (
	errTooLarge     = errors.New("the body is larger than allowed")
	errRatio        = errors.New("the body expands like a decompression bomb")
	errTooSlow      = errors.New("the body comes slower than 100 bytes a second")
	errManyHeaders  = errors.New("the response has more than 500 header fields")
	errLoop         = errors.New("redirects lead back to an address already seen")
	errManyHops     = errors.New("more redirects than allowed")
	errCutOff       = errors.New("the body ends before it is complete")
	errWrongRequest = errors.New("not a request")
)

type decodeError struct{ err error }

func (e *decodeError) Error() string { return "content encoding: " + e.err.Error() }
func (e *decodeError) Unwrap() error { return e.err }

// Fault is a cause with what it means in words of this package.
type Fault struct {
	reason, hint string
	err          error
}

// NewFault returns a fault. reason follows an address and a colon; hint is a sentence.
func NewFault(reason, hint string, err error) *Fault { return &Fault{reason, hint, err} }

func (f *Fault) Reason() string { return f.reason }
func (f *Fault) Hint() string   { return f.hint }
func (f *Fault) Error() string  { return f.err.Error() }
func (f *Fault) Unwrap() error  { return f.err }

// ErrCut is the cause of a failure to read the part of a body that came before it was cut off.
func ErrCut(err error) error {
	k := kindOf(context.Background(), &cutError{err, true})
	return &Fault{k.reason, k.hint, err}
}

func newError(ctx context.Context, u *url.URL, err error) *Error {
	e := &Error{URL: RedactURL(u), Err: err}
	k := kindOf(ctx, err)
	e.Code, e.Retryable = k.code, k.retryable
	if k.reason != "" {
		e.Err = &Fault{k.reason, k.hint, err}
	}
	if limited := new(hostlimit.ThrottledError); errors.As(err, &limited) {
		e.RetryAfter, e.OutOfTime = limited.After, true
		if e.Code == codeRateLimited {
			e.Err = &Fault{limited.Reason, "Wait before you ask this host again, or use another source.", err}
		}
	}
	return e
}

// kind describes a failure. If reason is empty the code is enough.
type kind struct {
	code         string
	retryable    bool
	reason, hint string
	host         hostlimit.Outcome // what it says about the host, for the breaker
}

// A kind made by failure says nothing about the host, one made by answered says that the host has sent something, and one made by
// unanswered that it has not.
func failure(code string, retryable bool, reason, hint string) kind {
	return kind{code, retryable, reason, hint, hostlimit.Unknown}
}

func answered(retryable bool, reason, hint string) kind {
	return kind{codeConnection, retryable, reason, hint, hostlimit.Answered}
}

func unanswered(reason, hint string) kind {
	return kind{codeConnection, true, reason, hint, hostlimit.Unanswered}
}

const (
	laterOrOther = "Try later, or use another source."
	otherSource  = "Use another source."
)

var (
	noTLS  = failure(codeTLS, false, "the port does not speak TLS", "Try the address with http:// or another port.")
	closed = unanswered("the host closed the connection without a response", laterOrOther)
)

// retryable is an error of a wrapper (see [Config.Wrap]) that says whether another try may end otherwise.
type retryable interface {
	error
	Retryable() bool
}

// The first row whose test holds decides. Its sentence must be true of each cause that the test
// lets through: a host that has answered is never one that does not answer.
var kinds = []struct {
	is func(ctx context.Context, err error) bool
	kind
}{
	{causeIs[*panics.Error](nil), kind{code: codeInternal}},
	{errorIs(errRatio), failure(codeTooLarge, false, "the body expands like a decompression bomb", otherSource)},
	{errorIs(errTooLarge), kind{code: codeTooLarge}},
	{refusedFor(security.BlockedScheme), kind{code: codeInvalidProtocol}},
	{refusedFor(security.BlockedURL), kind{code: codeInvalidURL}},
	{refusedFor(security.BlockedDomain), kind{code: codeDomain}},
	{causeIs(func(e *security.BlockedError) bool { return e.Reason != security.Unresolved }), kind{code: codeSSRFBlocked}},
	{causeIs(func(e *hostlimit.ThrottledError) bool { return e.Broken }),
		failure(codeConnection, true, "the host did not answer several requests and is left alone for now", laterOrOther)},
	{causeIs[*hostlimit.ThrottledError](nil), kind{code: codeRateLimited, retryable: true}},
	{func(ctx context.Context, _ error) bool { return errors.Is(ctx.Err(), context.Canceled) }, kind{code: codeCancelled}},
	{func(ctx context.Context, err error) bool { return ctx.Err() == nil && errors.Is(err, errTooSlow) }, failure(codeTimeout, true, "the host sends its response slower than 100 bytes a second", laterOrOther)},
	{func(ctx context.Context, err error) bool {
		return ctx.Err() != nil || errors.Is(err, errRobotsTimeout)
	}, kind{code: codeTimeout, retryable: true}},
	{causeIs(func(e *cutError) bool { return !e.ofWire }), failure(codeDecompression, false, "the compressed data ends early", laterOrOther)},
	{causeIs[*decodeError](nil), failure(codeDecompression, false, "the body can't be decompressed", "The server sends a broken encoding; try later or use another source.")},
	{causeIs(func(e *proxyError) bool { return e.status == http.StatusProxyAuthRequired }),
		failure(codeConnection, false, "the proxy wants a user name and password (407)", "The operator has to set them in the address of the proxy.")},
	{causeIs(func(e *proxyError) bool { return e.status != 0 }),
		failure(codeConnection, true, "the proxy does not connect to the host", laterOrOther)},
	{causeIs[*proxyError](nil), failure(codeConnection, true, "the proxy does not connect to the host, or can't be reached", "Try later; the operator can check the proxy.")},
	{causeIs[tls.RecordHeaderError](nil), noTLS},
	{errorIs(http.ErrSchemeMismatch), noTLS},
	{causeIs(func(e x509.CertificateInvalidError) bool { return e.Reason == x509.Expired }),
		failure(codeTLS, false, "the certificate of the host is not valid at this time", otherSource)},
	{causeIs[x509.HostnameError](nil), failure(codeTLS, false, "the certificate is for another name than that of the host", "Check the name of the host, or use another source.")},
	{causeIs[x509.UnknownAuthorityError](nil), failure(codeTLS, false, "the certificate of the host is of no known authority", otherSource)},
	{causeIs[*tls.CertificateVerificationError](nil), kind{code: codeTLS}},
	{isTLS, failure(codeTLS, false, "the host and this client do not agree on TLS", otherSource)},
	{causeIs(func(e retryable) bool { return !e.Retryable() }), failure(codeConnection, false, "the request could not be sent", otherSource)},
	{causeIs(func(e *net.DNSError) bool { return !e.IsNotFound }), failure(codeDNS, true, "the name of the host can't be looked up now", laterOrOther)},
	{causeIs[*net.DNSError](nil), kind{code: codeDNS}},
	{causeIs[*security.BlockedError](nil), kind{code: codeDNS}},
	{textHas("TLS handshake timeout"), unanswered("the host does not answer the TLS handshake", laterOrOther)},
	{textHas("malformed MIME header", "Content-Length", "transfer encoding"), answered(false, "the header of the response is not valid", otherSource)},
	{errorIs(errManyHeaders), answered(false, "the header of the response is too long", otherSource)},
	{textHas("response header"), answered(false, "the header of the response is too long", otherSource)},
	{textHas("chunk"), answered(true, "the body of the response is not divided as its header says", laterOrOther)},
	{causeIs[*cutError](nil), answered(true, "the connection ended before the response did", laterOrOther)},
	{textHas(`malformed HTTP response "\x15`), answered(false, "the port speaks TLS", "Try the address with https://.")},
	{textHas("malformed"), answered(true, "what answers there does not speak HTTP", "Check scheme and port, or use another source.")},
	{textHas("unexpected response"), answered(false, "what answers there wants to speak another protocol", otherSource)},
	{errorIs(syscall.ECONNREFUSED), unanswered("the host refuses the connection", "Check scheme and port, or try later.")},
	{errorIs(syscall.ENETUNREACH, syscall.EHOSTUNREACH), failure(codeConnection, true, "no way leads to the host from the network of this program", laterOrOther)},
	{isDial, unanswered("the host does not answer", laterOrOther)},
	{errorIs(io.EOF, io.ErrUnexpectedEOF, io.ErrClosedPipe, net.ErrClosed, syscall.ECONNRESET, syscall.EPIPE), closed},
	{textHas("EOF", "server closed idle connection"), closed},
	{func(context.Context, error) bool { return true }, unanswered("the response of the host can't be read", laterOrOther)},
}

func kindOf(ctx context.Context, err error) kind {
	for i := range kinds {
		if kinds[i].is(ctx, err) {
			return kinds[i].kind
		}
	}
	panic("the last row holds for all")
}

// causeIs returns a test for an error of a type, and for which more holds if that is not nil.
func causeIs[E error](more func(E) bool) func(context.Context, error) bool {
	return func(_ context.Context, err error) bool {
		var e E
		return errors.As(err, &e) && (more == nil || more(e))
	}
}

func errorIs(targets ...error) func(context.Context, error) bool {
	return func(_ context.Context, err error) bool {
		return slices.ContainsFunc(targets, func(target error) bool { return errors.Is(err, target) })
	}
}

func refusedFor(reason security.BlockReason) func(context.Context, error) bool {
	return causeIs(func(e *security.BlockedError) bool { return e.Reason == reason })
}

// textHas returns a test for errors of net/http that have no type: one of parts is in the text.
func textHas(parts ...string) func(context.Context, error) bool {
	return func(_ context.Context, err error) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(err.Error(), part) })
	}
}

func isDial(_ context.Context, err error) bool {
	dial := new(net.OpError)
	return errors.As(err, &dial) && dial.Op == "dial"
}

// crypto/tls has no common type for the errors of a handshake.
func isTLS(_ context.Context, err error) bool {
	if alert, is := errors.AsType[*net.OpError](err); is && (alert.Op == "remote error" || alert.Op == "local error") {
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
