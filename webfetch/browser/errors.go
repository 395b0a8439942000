package browser

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/url"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser/internal/egress"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

var (
	errNotAPage = errors.New("the address leads to a download, not to a page; mode=http reads files")
	errTooLarge = errors.New("rendered page is larger than max_bytes")
	errCrashed  = errors.New("the page crashed, or took more memory than it may")
	errBrowser  = errors.New("the browser ended")
	errNowhere  = errors.New("the page went to an address that is none of the web")
)

func (t *tab) loadFailure(text string) error {
	d, _ := t.act.top()
	e := &loadError{text: text}
	if t.proxy.Exhausted() {
		return egress.ErrTooLarge
	}
	if u, err := url.Parse(d.url); err == nil {
		e.cause = t.proxy.Failure(u.Hostname(), portOf(u))
	}
	return e
}

func portOf(u *url.URL) uint16 {
	if port, err := strconv.ParseUint(u.Port(), 10, 16); err == nil {
		return uint16(port)
	}
	if u.Scheme == "https" {
		return 443
	}
	return 80
}

// loadError is the browser's reason, as net::ERR_EMPTY_RESPONSE. cause may be nil.
type loadError struct {
	text  string
	cause error
}

func (e *loadError) Error() string {
	if e.cause != nil {
		return "the page did not load: " + e.cause.Error()
	}
	return "the page did not load: " + e.text
}

func (e *loadError) Unwrap() error { return e.cause }

// admitError is an error of RenderOptions.Admit. The caller gets it unchanged.
type admitError struct{ error }

// unavailableError is the reason why no browser could be started or reached.
type unavailableError struct{ error }

func (e *unavailableError) Unwrap() error { return e.error }

func failure(page *url.URL, err error) error {
	if refused := new(admitError); errors.As(err, &refused) {
		return refused.error
	}
	code, retryable := classify(err)
	return &webfetch.Error{Op: "fetch", URL: transport.RedactURL(page), Code: code, Retryable: retryable, Err: err}
}

func classify(err error) (code webfetch.Code, retryable bool) {
	var refused *security.BlockedError
	var load *loadError
	switch {
	case errors.As(err, new(*unavailableError)):
		return webfetch.RenderUnavailable, false
	case errors.As(err, &refused):
		codes := map[security.BlockReason]webfetch.Code{
			security.BlockedScheme: webfetch.InvalidProtocol, security.BlockedURL: webfetch.InvalidURL,
			security.BlockedDomain: webfetch.DomainNotAllowed, security.Unresolved: webfetch.DNSError,
		}
		return cmp.Or(codes[refused.Reason], webfetch.SSRFBlocked), false
	case errors.Is(err, egress.ErrTooLarge), errors.Is(err, errTooLarge):
		return webfetch.ContentTooLarge, false
	case errors.Is(err, errTooManyRedirects):
		return webfetch.TooManyRedirects, false
	case errors.Is(err, errNotAPage):
		return webfetch.UnsupportedContentType, false
	case errors.Is(err, errSelector):
		return webfetch.InvalidInput, false
	case errors.Is(err, context.DeadlineExceeded):
		return webfetch.RenderTimeout, true
	case errors.As(err, &load):
		return load.code()
	}
	return webfetch.RenderFailed, true
}

// code sorts the errors of Chromium's network stack (net_error_list.h).
func (e *loadError) code() (code webfetch.Code, retryable bool) {
	text := strings.TrimPrefix(e.text, "net::")
	switch dns := new(net.DNSError); {
	case errors.As(e.cause, &dns):
		return webfetch.DNSError, !dns.IsNotFound
	case e.cause != nil:
		return webfetch.ConnectionFailed, true
	case strings.HasPrefix(text, "ERR_CERT_"), strings.HasPrefix(text, "ERR_SSL_"), strings.HasPrefix(text, "ERR_BAD_SSL_"):
		return webfetch.TLSError, false
	case text == "ERR_TOO_MANY_REDIRECTS":
		return webfetch.RedirectLoop, false
	case text == "ERR_ABORTED":
		return webfetch.UnsupportedContentType, false
	case strings.HasPrefix(text, "ERR_CONNECTION_"), text == "ERR_CONTENT_LENGTH_MISMATCH", text == "ERR_INCOMPLETE_CHUNKED_ENCODING",
		text == "ERR_EMPTY_RESPONSE", text == "ERR_TUNNEL_CONNECTION_FAILED", text == "ERR_SOCKET_NOT_CONNECTED":
		return webfetch.ConnectionFailed, true
	case strings.HasPrefix(text, "ERR_CONTENT_DECODING_"):
		return webfetch.DecompressionFailed, false
	}
	return webfetch.RenderFailed, true
}
