package webfetch

import (
	"fmt"
	"time"
)

// Code names a reason for failure. The list is closed: clients branch on it.
type Code string

// The codes.
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
	// Op is fetch, extract, chunk, compact or view.
	Op string
	// URL is the address the failure belongs to: a redirect's target, not the
	// one it was asked for. User information and fragment are left out.
	URL  string
	Code Code
	// Status is the HTTP status of an HTTPError, 0 otherwise.
	Status int
	// RetryAfter is how long the server asks to wait, 0 if it does not say.
	RetryAfter time.Duration
	// Retryable says that the same call may succeed later.
	Retryable bool
	// Excerpt is the beginning of the body of an HTTP error, at most 2,000
	// code points, as text.
	Excerpt string
	// Retries is how often the request was tried again before giving up.
	Retries int
	// Err is the cause. It may be nil.
	Err error
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

// Is reports whether target is an *Error of the same Code, so that
// errors.Is(err, webfetch.ErrBlocked) works.
func (e *Error) Is(target error) bool {
	t, isError := target.(*Error)
	return isError && t.Code == e.Code && t.Err == nil && t.URL == ""
}

// Errors to compare with by errors.Is; only the Code counts.
var (
	ErrBlocked       = &Error{Code: SSRFBlocked}
	ErrRobots        = &Error{Code: RobotsBlocked}
	ErrRateLimited   = &Error{Code: RateLimited}
	ErrTooLarge      = &Error{Code: ContentTooLarge}
	ErrTimeout       = &Error{Code: Timeout}
	ErrHTTP          = &Error{Code: HTTPError}
	ErrUnsupported   = &Error{Code: UnsupportedContentType}
	ErrBadInput      = &Error{Code: InvalidInput}
	ErrSourceMissing = &Error{Code: SourceNotFound}
)

// Advice returns one sentence that says what to try next.
func (e *Error) Advice() string {
	if a := advice[e.Code]; a != "" {
		return a
	}
	return advice[Internal]
}

var advice = map[Code]string{
	InvalidInput:           "Correct the argument that the message names and call again.",
	InvalidURL:             "Give an absolute http or https URL without user name or password.",
	InvalidProtocol:        "Only http and https can be fetched.",
	SSRFBlocked:            "The address is not on the public internet; the operator can allow it by prefix and port.",
	DomainNotAllowed:       "The operator's allow or block list refuses this domain; use another source.",
	RobotsBlocked:          "The site asks robots not to read this page; use another source or let the user start the fetch.",
	RateLimited:            "Wait as long as retry_after says before you ask this host again.",
	HTTPError:              "Check the address, or try later if the status is 429 or 5xx.",
	DNSError:               "The host name has no address; check its spelling.",
	ConnectionFailed:       "The host does not answer; try later or use another source.",
	TLSError:               "The certificate can't be verified; use another source.",
	Timeout:                "Raise timeout_ms, or try later.",
	Cancelled:              "The caller stopped the call.",
	TooManyRedirects:       "Give the final address, or raise max_redirects.",
	RedirectLoop:           "The site redirects in a circle, often for want of a cookie; use another source.",
	ContentTooLarge:        "Raise max_bytes, or ask for a smaller document.",
	DecompressionFailed:    "The server sends a broken encoding; try later or use another source.",
	UnsupportedContentType: "This format can't be read as text; view=raw returns the bytes.",
	PDFDisabled:            "The operator turned PDF off.",
	ExtractionFailed:       "view=raw returns the document as it is.",
	CaptchaDetected:        "The site asks for a human; use another source.",
	RenderUnavailable:      "No browser is configured; use mode=http.",
	RenderFailed:           "Try mode=http, or try again.",
	RenderTimeout:          "Raise timeout_ms, or use mode=http.",
	SourceNotFound:         "The source_id is unknown or expired; fetch the page again.",
	StartIndexOutOfRange:   "Use a start_index below total_length.",
	AISearchNotConfigured:  "The operator has not configured a knowledge base; use fetch instead.",
	AISearchFailed:         "Try again, or use fetch instead.",
	GatewayFailed:          "Use mode=structural or mode=salience, which need no model.",
	Internal:               "This is a fault of the server; try again or use another source.",
}
