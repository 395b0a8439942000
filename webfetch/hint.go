package webfetch

import (
	"errors"
	"net/http"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// hinter is a cause that knows what to try next.
type hinter interface{ Hint() string }

// Hint returns one sentence that says what to try next. It names nothing
// that has to be configured.
func (e *Error) Hint() string {
	if e.Code == HTTPError {
		return e.statusHint()
	}
	if cause := hinter(nil); errors.As(e.Err, &cause) {
		return cause.Hint()
	}
	if e.Code == ContentTooLarge && e.Op == "extract" {
		return "The limit is set by the operator: give a smaller document."
	}
	for i := range hints {
		if hints[i].code == e.Code {
			return hints[i].next
		}
	}
	return "This is a fault of the server; try again or use another source."
}

// hints say what to try after an error of a code.
var hints = [...]struct {
	code Code
	next string
}{
	{InvalidInput, "Correct the argument that the message names and call again."},
	{InvalidURL, "Give an absolute http or https URL without user name or password."},
	{InvalidProtocol, "Only http and https can be fetched."},
	{SSRFBlocked, "The address is not on the public internet, or its port is not one of the web; the operator can allow it by prefix and port."},
	{DomainNotAllowed, "The operator's allow or block list refuses this domain; use another source."},
	{RobotsBlocked, "The site asks robots not to read this page; use another source or let the user start the fetch."},
	{RateLimited, "Wait before you ask this host again, or use another source."},
	{DNSError, "The host name has no address; check its spelling."},
	{ConnectionFailed, "Try later, or use another source."},
	{TLSError, "The certificate can't be verified; use another source."},
	{Timeout, "Raise timeout_ms, or try later."},
	{Cancelled, "The caller stopped the call."},
	{TooManyRedirects, "Give the final address, or raise max_redirects."},
	{RedirectLoop, "Often a cookie is wanted; use another source."},
	{ContentTooLarge, "Raise max_bytes, or ask for a smaller document."},
	{DecompressionFailed, "The server sends a broken encoding; try later or use another source."},
	{UnsupportedContentType, "This format can't be read as text; look for the same content as a page or a document."},
	{PDFDisabled, "PDF is turned off here; look for the same content as a page."},
	{ExtractionFailed, "The document is damaged or protected; use another source of it."},
	{CaptchaDetected, "The site asks for a human; use another source."},
	{RenderUnavailable, "No browser is configured here; mode=http or auto reads what a page has without scripts."},
	{RenderFailed, "Try again, or use mode=http for what the page has without scripts."},
	{RenderTimeout, "Raise timeout_ms, or use mode=http for what the page has without scripts."},
	{SourceNotFound, "The source_id is unknown or expired; fetch the page again."},
	{StartIndexOutOfRange, "Use a start_index below total_length."},
	{AISearchNotConfigured, "The operator has not configured a knowledge base; use fetch instead."},
	{AISearchFailed, "Try again, or use fetch instead."},
	{GatewayFailed, "Use mode=structural or mode=salience, which need no model."},
}

// statusHint is the advice for a response with a status of 400 or more.
func (e *Error) statusHint() string {
	switch e.Status {
	case http.StatusUnauthorized:
		return "The page is for those who are signed in: send the headers of an account, where they may be set, or use another source."
	case http.StatusPaymentRequired:
		return "The site wants to be paid for this page; use another source."
	case http.StatusForbidden:
		return "The site doesn't let this client read the page; use another source."
	case http.StatusNotFound, http.StatusGone:
		return "Check the address, or search the site for the page."
	case http.StatusMethodNotAllowed, http.StatusNotImplemented:
		if e.head {
			return "The server has no answer to HEAD for this page: use method=GET."
		}
	case http.StatusProxyAuthRequired:
		return "A proxy in front of the site asks for a password, which the operator has to set; use another source."
	case http.StatusRequestURITooLong:
		return "The address is too long for the server: shorten its query."
	case http.StatusUnavailableForLegalReasons:
		return "The site may not show the page for legal reasons; use another source."
	}
	switch {
	case e.Retryable && e.RetryAfter > 0:
		return "Wait as long as the site asks, or use another source."
	case e.Retryable || e.Status >= http.StatusInternalServerError:
		return "Try later, or use another source."
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
