package webfetch

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
)

// hinter and reasoned are causes that know what to try next and what failed. Both are asked
// of any cause, also one of a policy, a renderer or a limiter.
type (
	hinter   interface{ Hint() string }
	reasoned interface{ Reason() string }
)

// Hint returns one sentence that says what to try next. It names nothing
// that has to be configured.
func (e *Error) Hint() string {
	if e.Code == HTTPError {
		return e.statusHint()
	}
	if cause := hinter(nil); errors.As(e.Err, &cause) {
		return cause.Hint()
	}
	if e.isRedirectAstray() {
		return "Use another source."
	}
	if e.Code == ContentTooLarge && e.Op == "extract" {
		return "The limit is set by the operator: give a smaller document."
	}
	return codes[rowOf(e.Code)].hint
}

// Reason says what failed, to follow the address and a colon, in words of this module: of the
// cause, where more is known of it than its code.
func (e *Error) Reason() string {
	if cause := reasoned(nil); errors.As(e.Err, &cause) {
		return cause.Reason()
	}
	switch {
	case e.Code == HTTPError:
		return "status " + strconv.Itoa(e.Status)
	case e.isRedirectAstray():
		return "a redirect led to an address that is not valid"
	case e.Code == InvalidURL || e.Code == InvalidProtocol:
		if refused := new(security.BlockedError); errors.As(e.Err, &refused) && refused.Reason == security.BlockedURL {
			return refused.Detail
		} else if e.Err != nil && e.URL == "" { // in words of ours, about the caller's address
			return strings.TrimRight(e.Err.Error(), ".")
		}
	}
	return codes[rowOf(e.Code)].reason
}

// isRedirectAstray reports that it is the site which gave an address that is not valid.
func (e *Error) isRedirectAstray() bool {
	return (e.Code == InvalidURL || e.Code == InvalidProtocol) && len(e.Redirects) > 0
}

// codes say of each code what failed, what to try next, and whether the same call may succeed
// later where nothing more is known.
var codes = [...]struct {
	code         Code
	retryable    bool
	reason, hint string
}{
	{InvalidInput, false, "an argument is not valid", "Correct the argument that the message names and call again."},
	{InvalidURL, false, "the URL is not valid", "Give an absolute http or https URL without user name or password."},
	{InvalidProtocol, false, "the protocol is refused", "Only http and https can be fetched."},
	{SSRFBlocked, false, "the address is refused", "The address is not on the public internet, or its port is not one of the web; the operator can allow it by prefix and port."},
	{DomainNotAllowed, false, "the domain is refused", "The operator's allow or block list refuses this domain; use another source."},
	{RobotsBlocked, false, "robots.txt disallows it", "The site asks robots not to read this page; use another source or let the user start the fetch."},
	{RateLimited, true, "too many requests to the host", "Wait before you ask this host again, or use another source."},
	{DNSError, false, "the name of the host has no address", "The host name has no address; check its spelling."},
	{ConnectionFailed, false, "no connection to the host came about", "Try later, or use another source."},
	{TLSError, false, "the certificate can't be verified", "The certificate can't be verified; use another source."},
	{Timeout, true, "the time for the call ended", "Raise timeout_ms, or try later."},
	{Cancelled, false, "the call was cancelled", "The caller stopped the call."},
	{TooManyRedirects, false, "too many redirects", "Give the final address, or raise max_redirects."},
	{RedirectLoop, false, "its redirects form a loop", "Use another source."},
	{ContentTooLarge, false, "the document is too large", "Raise max_bytes, or ask for a smaller document."},
	{DecompressionFailed, false, "the body can't be decompressed", "The server sends a broken encoding; try later or use another source."},
	{UnsupportedContentType, false, "the format is not known", "This format can't be read as text; look for the same content as a page or a document."},
	{PDFDisabled, false, "it is a PDF", "PDF is turned off here; look for the same content as a page."},
	{ExtractionFailed, false, "no text could be extracted", "The document is damaged or protected; use another source of it."},
	{CaptchaDetected, false, "the site answers with a challenge", "The site asks for a human; use another source."},
	{RenderUnavailable, false, "no browser is configured", "No browser is configured here; mode=http or auto reads what a page has without scripts."},
	{RenderFailed, false, "the browser failed", "Try again, or use mode=http for what the page has without scripts."},
	{RenderTimeout, true, "the browser took too long", "Raise timeout_ms, or use mode=http for what the page has without scripts."},
	{SourceNotFound, false, "there is no such page", "The source_id is unknown or expired; fetch the page again."},
	{StartIndexOutOfRange, false, "the text ends before", "Use a start_index below total_length."},
	{AISearchNotConfigured, false, "the knowledge base can't be used", "The operator has not configured a knowledge base; use fetch instead."},
	{AISearchFailed, false, "the knowledge base can't do it", "Try again, or use fetch instead."},
	{GatewayFailed, false, "the language model failed", "Use mode=structural or mode=salience, which need no model."},
	{HTTPError, false, "the server answers with an error", ""}, // see statusHint
	{Internal, false, "a fault of the server", "This is a fault of the server; try again or use another source."},
}

// rowOf returns the row of a code, that of Internal for a code of others.
func rowOf(code Code) (row int) {
	for row = range codes {
		if codes[row].code == code {
			break
		}
	}
	return row
}

// statusHint is the advice for a response with a status of 400 or more.
func (e *Error) statusHint() string {
	const (
		laterOrOther = "Try later, or use another source."
		blocked      = 999 // a status of some sites for clients that they do not want
	)
	switch e.Status {
	case http.StatusUnauthorized:
		return "The page is for those who are signed in: send the headers of an account, where they may be set, or use another source."
	case http.StatusPaymentRequired:
		return "The site wants to be paid for this page; use another source."
	case http.StatusForbidden, blocked:
		return "The site doesn't let this client read the page; use another source."
	case http.StatusNotFound, http.StatusGone:
		return "Check the address, or search the site for the page."
	case http.StatusProxyAuthRequired:
		return "A proxy in front of the site asks for a password, which the operator has to set; use another source."
	case http.StatusRequestURITooLong:
		return "The address is too long for the server: shorten its query."
	case http.StatusRequestHeaderFieldsTooLarge:
		return "The headers of the request are too long for the server: send fewer of them."
	case http.StatusUnavailableForLegalReasons:
		return "The site may not show the page for legal reasons; use another source."
	case http.StatusNetworkAuthenticationRequired:
		return "The network of this program wants a sign-in, which the operator has to do."
	}
	switch {
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
