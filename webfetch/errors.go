package webfetch

import (
	"fmt"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Code names a reason for failure. The list is closed: clients branch on it. A
// code is an error to compare with: errors.Is(err, webfetch.Timeout) reports
// whether the code of an [*Error] in the chain of err is that.
type Code string

// Error returns the name of the code.
func (c Code) Error() string { return string(c) }

// The codes. [Error.Sentence] says what each means, [Error.Hint] what to try next.
const (
	InvalidInput           Code = "INVALID_INPUT"
	InvalidURL             Code = "INVALID_URL"
	InvalidProtocol        Code = "INVALID_PROTOCOL"
	SSRFBlocked            Code = "SSRF_BLOCKED"
	DomainNotAllowed       Code = "DOMAIN_NOT_ALLOWED"
	RobotsBlocked          Code = "ROBOTS_BLOCKED"
	RateLimited            Code = "RATE_LIMITED"
	HTTPError              Code = "HTTP_ERROR"
	DNSError               Code = "DNS_ERROR"
	ConnectionFailed       Code = "CONNECTION_FAILED"
	TLSError               Code = "TLS_ERROR"
	Timeout                Code = "TIMEOUT"
	Cancelled              Code = "CANCELLED"
	TooManyRedirects       Code = "TOO_MANY_REDIRECTS"
	RedirectLoop           Code = "REDIRECT_LOOP"
	ContentTooLarge        Code = "CONTENT_TOO_LARGE"
	DecompressionFailed    Code = "DECOMPRESSION_FAILED"
	UnsupportedContentType Code = "UNSUPPORTED_CONTENT_TYPE"
	PDFDisabled            Code = "PDF_DISABLED"
	ExtractionFailed       Code = "EXTRACTION_FAILED"
	CaptchaDetected        Code = "CAPTCHA_DETECTED"
	RenderUnavailable      Code = "RENDER_UNAVAILABLE"
	RenderFailed           Code = "RENDER_FAILED"
	RenderTimeout          Code = "RENDER_TIMEOUT"
	SourceNotFound         Code = "SOURCE_NOT_FOUND"
	StartIndexOutOfRange   Code = "START_INDEX_OUT_OF_RANGE"
	AISearchNotConfigured  Code = "AI_SEARCH_NOT_CONFIGURED"
	AISearchFailed         Code = "AI_SEARCH_FAILED"
	GatewayFailed          Code = "GATEWAY_FAILED"
	Internal               Code = "INTERNAL"
)

// Error is the error of every method of [Client].
type Error struct {
	// Op is new, fetch, extract, chunk, compact or view. Other packages of this module
	// have operations of their own, such as search of a knowledge base.
	Op string
	// URL is the address the failure belongs to: a redirect's target, not the
	// one it was asked for. User information and fragment are left out.
	URL string
	// Code is the reason, one of the constants above.
	Code Code
	// OriginalURL is the address as the request gave it, of Fetch and FetchAll.
	OriginalURL string
	// Index is the place of the request among those of a FetchAll, counted from
	// 0. It is 0 otherwise.
	Index int
	// Status is the HTTP status of an HTTPError, 0 otherwise.
	Status int
	// RetryAfter is how long the server asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// Retryable says that the same call may succeed later.
	Retryable bool
	// Excerpt is the beginning of the body of an HTTP error, at most 2,000 code points, as text,
	// with findings replaced as Options.Quarantine says. It is empty if it could not be scanned:
	// when the context is done before the scan has ended, and with [injection.Drop] when
	// Options.Hooks.Scanner fails.
	Excerpt string
	// Injections are the parts of Excerpt that read like instructions to a model.
	Injections []Finding
	// Warnings are about Excerpt, as those of a packet are about its content: today
	// only scanner_failed.
	Warnings []extract.Warning
	// Redirects are the addresses that led to URL, in order.
	Redirects []string
	// Retries is how often the request was tried again before giving up.
	Retries int
	// Err is the cause. It may be nil. Where an extractor, a renderer, a cache or other code under
	// a call panicked, the code is Internal; the panic costs that call only, and Options.Logger
	// gets its stack at error level.
	Err error

	head bool // the request was a HEAD
}

// Error says operation, subject and cause.
func (e *Error) Error() string {
	text := "webfetch: " + e.Op
	if e.URL != "" {
		text += " " + e.URL
	}
	text += ": " + string(e.Code)
	if e.Status != 0 {
		text += fmt.Sprintf(" %d", e.Status)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the [Code] of e, so that
// errors.Is(err, webfetch.SSRFBlocked) works.
func (e *Error) Is(target error) bool { return target == e.Code }
