package webfetch

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/compact"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
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
	switch {
	case e.URL != "":
		text += " " + e.URL
	case e.OriginalURL != "" && !strings.Contains(e.OriginalURL, "@"): // no address, and no password
		text += " " + strconv.Quote(line.Clip(e.OriginalURL, 100))
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

// hinter and reasoned are causes that know what to try next and what failed. Both are asked
// of any cause, also one of a policy, a renderer or a limiter.
type (
	hinter   interface{ Hint() string }
	reasoned interface{ Reason() string }
)

// failure is the row of a code in the table from which messages, advice and
// docs/troubleshooting.md are made.
type failure struct {
	code      Code
	status    int  // that of HTTP with which a server answers its own caller
	retryable bool // the same call may succeed later, where nothing more is known
	// sentence says what failed. PAGE in it is replaced with the address, (PAGE) with the address
	// in brackets, both with nothing if there is none, and CAUSE with a colon and the text of the
	// cause, if that is in words of this module.
	sentence string
	// hint says what to try next.
	hint string
}

var failures = [...]failure{
	{InvalidInput, 400, false, "Invalid argument CAUSE", "Correct the argument that the message names and call again."},
	{InvalidURL, 400, false, "The URL (PAGE) is not valid", "Give an absolute http or https URL without user name or password."},
	{InvalidProtocol, 400, false, "The URL (PAGE) is not valid", "Only http and https can be fetched."},
	{SSRFBlocked, 403, false, "Failed to fetch PAGE: the address is refused", "The address is not on the public internet, or its port is not one of the web; the operator can allow it by prefix and port."},
	{DomainNotAllowed, 403, false, "Failed to fetch PAGE: the domain is refused", "The operator's allow or block list refuses this domain; use another source."},
	{RobotsBlocked, 403, false, "Failed to fetch PAGE: robots.txt disallows it", "The site asks robots not to read this page; use another source or let the user start the fetch."},
	{RateLimited, 429, true, "Too many requests to the host (PAGE)", "Wait before you ask this host again, or use another source."},
	{HTTPError, 422, false, "Failed to fetch PAGE: the server answers with a status of 400 or more", "See the list of statuses below."},
	{DNSError, 422, false, "Failed to connect to PAGE", "The host name has no address; check its spelling."},
	{ConnectionFailed, 422, false, "Failed to connect to PAGE", "Try later, or use another source."},
	{TLSError, 422, false, "Failed to connect to PAGE", "The certificate can't be verified; use another source."},
	{Timeout, 408, true, "The time for the call ended (PAGE)", "Raise timeout_ms, or try later."},
	{Cancelled, 422, false, "The call was cancelled", "The caller stopped the call."},
	{TooManyRedirects, 422, false, "Failed to fetch PAGE: too many redirects", "Give the final address, or raise max_redirects."},
	{RedirectLoop, 422, false, "Failed to fetch PAGE: its redirects form a loop", "Use another source."},
	{ContentTooLarge, 422, false, "The document (PAGE) is too large CAUSE", "Raise max_bytes, or ask for a smaller document."},
	{DecompressionFailed, 422, false, "Failed to fetch PAGE: the body can't be decompressed", "The server sends a broken encoding; try later or use another source."},
	{UnsupportedContentType, 422, false, "Failed to fetch PAGE: its format can't be read as text", "Look for the same content as a page or a document."},
	{PDFDisabled, 422, false, "Failed to fetch PAGE: it is a PDF", "PDF is turned off here; look for the same content as a page."},
	{ExtractionFailed, 422, false, "Failed to fetch PAGE: no text could be extracted", "The document is damaged or protected; use another source of it."},
	{CaptchaDetected, 422, false, "Failed to fetch PAGE: in place of the page the site shows a check for people, or that it refuses programs", "Use another source."},
	{RenderUnavailable, 501, false, "Failed to fetch PAGE: no browser is configured here", "Use mode=http or auto for what the page has without scripts."},
	{RenderFailed, 422, false, "Failed to fetch PAGE: the browser failed", "Try again, or use mode=http for what the page has without scripts."},
	{RenderTimeout, 408, true, "Failed to fetch PAGE: the browser took too long", "Raise timeout_ms, or use mode=http for what the page has without scripts."},
	{SourceNotFound, 422, false, "No such page is stored CAUSE", "The source_id is unknown or expired; fetch the page again."},
	{StartIndexOutOfRange, 422, false, "There is no text at that place CAUSE", "Use a start_index below total_length."},
	{AISearchNotConfigured, 422, false, "There is no knowledge base", "The operator has not configured one; go on without it."},
	{AISearchFailed, 422, false, "The knowledge base failed", "Try again, or go on without it."},
	{GatewayFailed, 422, false, "The language model failed", "Use mode=structural or mode=salience, which need no model."},
	{Internal, 422, false, "Internal error", "This is a fault of the server; try again or use another source."},
}

func failureOf(code Code) (row failure) {
	for _, row = range failures {
		if row.code == code {
			break
		}
	}
	return row
}

// HTTPStatus returns the status with which a server of HTTP answers its own caller, such as 403
// for SSRFBlocked, and 422 where the reason is in the page or its site.
func (c Code) HTTPStatus() int { return failureOf(c).status }

// Hint returns one sentence that says what to try next. It names nothing
// that has to be configured.
func (e *Error) Hint() string {
	if e.Code == HTTPError && e.Status != 0 {
		return e.statusHint()
	}
	if cause := hinter(nil); errors.As(e.Err, &cause) && cause.Hint() != "" {
		if e.head && cause.Hint() == laterOrOther && e.Code == ConnectionFailed {
			return "Use method=GET, since some servers do not answer HEAD, or try later."
		}
		return cause.Hint()
	}
	if e.isRedirectAstray() || e.Code == DNSError && len(e.Redirects) > 0 {
		return "Use another source."
	}
	if e.Code == ContentTooLarge && e.Op == "extract" {
		return "The limit is set by the operator: give a smaller document."
	}
	return failureOf(e.Code).hint
}

// Sentence says what failed, without a full stop and in words of this module: more exactly than
// the code where the cause does. page is the address to name, "" for none.
func (e *Error) Sentence(page string) string {
	const failed = "Failed to fetch PAGE: "
	form, cause := failureOf(e.Code).sentence, reasoned(nil)
	switch {
	case e.Op == "fetch" && errors.As(e.Err, &cause):
		form = failed + cause.Reason()
	case e.Code == HTTPError && e.Status != 0:
		form = failed + "status " + strconv.Itoa(e.Status)
	case e.Code == SSRFBlocked:
		if refused := new(security.BlockedError); errors.As(e.Err, &refused) {
			form += ": " + refused.Detail
		}
	case e.isRedirectAstray() && e.Code == InvalidProtocol:
		form = failed + "a redirect led to an address that is not http or https, as those of apps are"
	case e.isRedirectAstray():
		form = failed + "a redirect led to an address that is not valid"
	case e.Code == InvalidURL || e.Code == InvalidProtocol:
		if refused := new(security.BlockedError); errors.As(e.Err, &refused) && refused.Reason == security.BlockedURL {
			form += ": " + refused.Detail
		} else if e.Err != nil && e.URL == "" { // in words of ours, about the caller's address
			form += ": " + strings.TrimRight(e.Err.Error(), ".")
		}
	case e.Code == RateLimited && e.URL == "": // the caller's own quota
		form = "Too many calls CAUSE"
	}
	said, inBrackets := "", ""
	if e.Err != nil {
		said = ": " + strings.TrimRight(strings.Join(strings.Fields(e.Err.Error()), " "), ".")
	}
	if page == "" && e.Op == "extract" { // of a document that was handed in
		form = strings.Replace(form, failed, "Failed to read the document: ", 1)
	}
	if page != "" {
		page, inBrackets = " "+page, " ("+page+")"
		if len(e.Redirects) > 0 && e.Code != TooManyRedirects && e.Code != RedirectLoop && !e.isRedirectAstray() { // the failure belongs to the target
			page = " the address to which" + page + " redirects"
		}
	}
	return strings.NewReplacer(" CAUSE", said, " (PAGE)", inBrackets, " PAGE", page).Replace(form)
}

// isRedirectAstray reports that it is the site which gave an address that is not valid.
func (e *Error) isRedirectAstray() bool {
	return (e.Code == InvalidURL || e.Code == InvalidProtocol) && len(e.Redirects) > 0
}

const (
	laterOrOther = "Try later, or use another source."
	notForUs     = "The site doesn't let this client read the page; use another source."
	checkAddress = "Check the address, or search the site for the page."
)

// statusHints are the hints for statuses of 400 and more that say what is wrong, 999 among them, by
// which some sites answer clients that they do not want.
var statusHints = map[int]string{
	http.StatusUnauthorized:                  "The page is for those who are signed in: send the headers of an account, where they may be set, or use another source.",
	http.StatusPaymentRequired:               "The site wants to be paid for this page; use another source.",
	http.StatusForbidden:                     notForUs,
	999:                                      notForUs,
	http.StatusNotFound:                      checkAddress,
	http.StatusGone:                          checkAddress,
	http.StatusProxyAuthRequired:             "A proxy in front of the site asks for a password, which the operator has to set; use another source.",
	http.StatusRequestURITooLong:             "The address is too long for the server: shorten its query.",
	http.StatusRequestHeaderFieldsTooLarge:   "The headers of the request are too long for the server: send fewer of them.",
	http.StatusUnavailableForLegalReasons:    "The site may not show the page for legal reasons; use another source.",
	http.StatusNetworkAuthenticationRequired: "The network of this program wants a sign-in, which the operator has to do.",
}

// plainHTTP matches what nginx, Apache and net/http answer to a request without TLS.
var plainHTTP = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)plain HTTP request was sent to HTTPS port|plain HTTP to an SSL-enabled|HTTP request to an HTTPS server`)
})

func (e *Error) statusHint() string {
	switch hint := statusHints[e.Status]; {
	case e.head && (hint == notForUs || hint == checkAddress):
		return strings.TrimSuffix(hint, ".") + ", or use method=GET, since some servers refuse HEAD alone."
	case hint != "":
		return hint
	case e.Status == http.StatusBadRequest && strings.HasPrefix(e.URL, "http:") && plainHTTP().MatchString(e.Excerpt):
		return "The port speaks TLS: try the address with https://."
	case e.Retryable && e.RetryAfter > 0:
		return "Wait as long as the site asks, or use another source."
	case e.Retryable:
		return laterOrOther
	case e.head: // any other refusal may be of the method alone
		return "The server may have no answer to HEAD for this page: use method=GET."
	case e.Status >= http.StatusInternalServerError:
		return laterOrOther
	}
	return "Check the address, or use another source."
}

// nextStep is one sentence that says what to try with a page that is not plain
// content, of what this client can do; "" for content.
func (c *Client) nextStep(p *Packet, head bool) string {
	rendered, url := p.Provenance.Via == "render", p.Provenance.Via != "bytes"
	browser := c.opts.Renderer != nil && url && !rendered
	switch kind := p.Verdict.Kind; {
	case kind == extract.VerdictContent && p.Verdict.Next == extract.NextRender && browser && !head:
		return "Fetch it with mode=render for its headings and links."
	case kind == extract.VerdictContent:
		return ""
	case head:
		return "Use method=GET to read the page."
	case p.Verdict.Next == extract.NextTarget:
		return extract.NextTarget
	case kind == extract.VerdictJSShell && browser:
		return "Fetch it with mode=render: scripts make the content."
	case kind == extract.VerdictJSShell && rendered:
		return "A browser found no content either: look for data in view=raw, or use another page or source."
	case kind == extract.VerdictJSShell && !url:
		return "Look for data in view=raw, or fetch the page by its address."
	case kind == extract.VerdictJSShell:
		return "No browser is configured here: look for data in view=raw, or use another page or source."
	case kind == extract.VerdictConsent && browser:
		return "Fetch it with mode=render, or use another source."
	case kind == extract.VerdictConsent:
		return "Use another source, or send the cookies of a visitor who has chosen, where headers may be set."
	case kind == extract.VerdictLogin && url:
		return "Look for a public copy, or send the headers of an account, where they may be set."
	case kind == extract.VerdictPaywall:
		return "Use it as the part that it is, or look for another source."
	case kind == extract.VerdictEmpty && browser:
		return "Check the address, or fetch it with mode=render."
	case kind == extract.VerdictEmpty && len(p.Raw) > 0:
		return "Check the address, or ask for view=raw to see what is there."
	case kind == extract.VerdictEmpty:
		return "Check the address, or use another source."
	}
	return p.Verdict.Next
}

func asError(op string, page *url.URL, err error) *Error {
	if e, is := errors.AsType[*Error](err); is {
		return e
	}
	if t, is := errors.AsType[*transport.Error](err); is {
		return &Error{
			Op: op, URL: t.URL, Code: Code(t.Code), RetryAfter: t.RetryAfter,
			Retryable: t.Retryable, Retries: t.Retries, Redirects: t.Redirects, Err: t.Err,
		}
	}
	code := codeOf(err)
	return &Error{Op: op, URL: transport.RedactURL(page), Code: code, Retryable: failureOf(code).retryable, Err: err}
}

func codeOf(err error) Code {
	if stopped := new(panics.Error); errors.As(err, &stopped) {
		return Internal
	}
	for _, m := range []struct {
		target error
		code   Code
	}{
		{context.DeadlineExceeded, Timeout},
		{context.Canceled, Cancelled},
		{extract.ErrUnsupported, UnsupportedContentType},
		{extract.ErrBadSelector, InvalidInput},
		{extract.ErrTooLarge, ContentTooLarge},
		{extract.ErrMalformed, ExtractionFailed},
		{extract.ErrEncrypted, ExtractionFailed},
		{chunk.ErrOptions, InvalidInput},
		{compact.ErrOptions, InvalidInput},
	} {
		if errors.Is(err, m.target) {
			return m.code
		}
	}
	return Internal
}

func (e Error) ofRequest(req Request, index int) *Error {
	e.OriginalURL, e.Index, e.head = req.URL, index, req.Method == http.MethodHead
	return &e
}

func (c *Client) logPanic(ctx context.Context, err error) {
	if stopped, is := errors.AsType[*panics.Error](err); is && c.opts.Logger != nil {
		c.opts.Logger.LogAttrs(ctx, slog.LevelError, stopped.Error(), slog.String("stack", string(stopped.Stack)))
	}
}

// maxErrorBody bounds how many bytes of an error page are extracted for its excerpt.
const maxErrorBody = 1 << 20

func (c *Client) statusError(ctx context.Context, resp *response) *Error {
	e := &Error{
		Op: "fetch", URL: transport.RedactURL(resp.URL), Code: HTTPError, Status: resp.Status, RetryAfter: resp.retryAfter,
		Retryable: transport.MayPass(resp.Status), Err: errors.New(http.StatusText(resp.Status)),
	}
	if len(resp.Body) == 0 {
		return e
	}
	src := &extract.Source{URL: resp.URL, MediaType: resp.Header.Get("Content-Type"), Body: resp.Body[:min(len(resp.Body), maxErrorBody)]}
	doc, err := extractSafely(ctx, c.registry, src)
	c.logPanic(ctx, err)
	switch {
	case err == nil && doc.Verdict.Kind == extract.VerdictBotWall && !onlyNamesStatus(doc.Verdict, resp.Status):
		wall := challengeError(resp.URL, doc.Verdict, resp.Status)
		wall.RetryAfter = e.RetryAfter
		return wall
	case err == nil:
		e.Excerpt = line.Clip(strings.TrimSpace(doc.Markdown), maxExcerpt)
	case isText(src.MediaType):
		e.Excerpt = line.Clip(decoded(src.Body, src.MediaType), maxExcerpt)
	}
	c.scanExcerpt(ctx, e)
	return e
}

// onlyNamesStatus reports that an error page has no more of a bot wall than its status as title:
// "403 Forbidden" is what servers write by themselves, for a folder without an index too.
func onlyNamesStatus(v extract.Verdict, status int) bool {
	return len(v.Evidence) == 1 && v.Evidence[0] == strings.ToLower(fmt.Sprintf("title: %d %s", status, http.StatusText(status)))
}

// scanExcerpt looks for instructions to a model in the excerpt of e, as in the content of a
// page. If the scan is incomplete it drops the excerpt: when ctx is done, and, if the
// options drop findings, when their scanner fails.
func (c *Client) scanExcerpt(ctx context.Context, e *Error) {
	found, failed, err := scanAll(ctx, c.opts.Hooks.Scanner, e.Excerpt, nil)
	if err != nil {
		e.Excerpt = ""
		return
	}
	text, ledger := injection.Quarantine(e.Excerpt, found, c.opts.Quarantine)
	e.Injections = withPlaces(found, ledger, text)
	if failed != nil {
		e.Warnings = append(e.Warnings, extract.Warning{Type: "scanner_failed", Message: scannerFailed})
		if c.opts.Quarantine == injection.Drop {
			text, e.Injections = "", movedTo(e.Injections, "")
		}
	}
	e.Excerpt = text
}

// challengeError is the error of a page that asks for a human (verdict bot_wall). Its
// Status is 0 where the challenge came with a status of success.
func challengeError(page *url.URL, v extract.Verdict, status int) *Error {
	if status < http.StatusBadRequest {
		status = 0
	}
	return &Error{
		Op: "fetch", URL: transport.RedactURL(page), Code: CaptchaDetected, Status: status,
		Err: fmt.Errorf("the site answered with a challenge: %s", strings.Join(v.Evidence, "; ")),
	}
}
