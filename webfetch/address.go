package webfetch

import (
	"context"
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

// maxURL bounds the length of an address in bytes.
const maxURL = 8 << 10

// parseURL parses the address of a request. It converts the path to the spelling in which it
// is sent, so that all later comparisons use that spelling.
func parseURL(raw string) (*url.URL, *Error) {
	fail := func(code Code, why string) (*url.URL, *Error) {
		return nil, &Error{Op: "fetch", Code: code, Err: errors.New(why)}
	}
	raw = address.Repair(strings.TrimSpace(raw))
	switch {
	case raw == "":
		return fail(InvalidInput, "url is empty")
	case len(raw) > maxURL:
		return fail(InvalidURL, "it is too long: "+strconv.Itoa(len(raw))+" bytes, where "+strconv.Itoa(maxURL)+" are the most")
	}
	u, err := url.Parse(raw)
	if err != nil {
		return fail(InvalidURL, unparsed(raw, err))
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme == "":
		return fail(InvalidURL, "it has no scheme; it must start with http:// or https://")
	case u.Scheme != "http" && u.Scheme != "https":
		return fail(InvalidProtocol, "scheme "+u.Scheme+" is not http or https")
	case u.Opaque != "" || u.Host == "":
		return fail(InvalidURL, "it has no host")
	case u.User != nil:
		return fail(InvalidURL, "it holds a user name")
	}
	if n, err := strconv.ParseUint(u.Port(), 10, 16); u.Port() != "" && (err != nil || n == 0) {
		return fail(InvalidURL, "its port "+line.Clip(u.Port(), 20)+" is not a number from 1 to 65535")
	}
	return address.Clean(u), nil
}

// unparsed says why url.Parse can't parse an address, without its user information, path and query.
func unparsed(raw string, err error) string {
	_, rest, _ := strings.Cut(raw, "://")
	host, _, _ := strings.Cut(rest, "/")
	wrong, escape := url.InvalidHostError(""), url.EscapeError("")
	switch {
	case strings.ContainsAny(host, " \u00a0"):
		return "its host has a space in it"
	case strings.Contains(host, "[") != strings.Contains(host, "]"):
		return "its host has a bracket without the other"
	case strings.Contains(err.Error(), "invalid port"):
		return "its port is not a number from 1 to 65535"
	case errors.As(err, &wrong), errors.As(err, &escape):
		return "its host has a character that no host may have"
	case strings.Contains(err.Error(), "control character"):
		return "it has a control character in it"
	case strings.Contains(err.Error(), "scheme"):
		return "it has no scheme; it must start with http:// or https://"
	}
	return "it can't be parsed"
}

func bareHost(u *url.URL) string {
	return strings.TrimPrefix(address.Host(u.Scheme, u.Host), "www.")
}

// admit returns an *Error if Options.Hooks.URLPolicy refuses u, else nil. from is the address
// that led to u; nil means that the caller named u.
func (o *Options) admit(ctx context.Context, from, u *url.URL) error {
	if o.Hooks.URLPolicy == nil {
		return nil
	}
	if from != nil {
		ctx = urlpolicy.WithRedirect(ctx, from)
	}
	asked := *u // it may not be changed
	err := func() (err error) {
		defer panics.Catch(&err)
		return o.Hooks.URLPolicy(ctx, &asked)
	}()
	if err == nil {
		return nil
	}
	e := &Error{Op: "fetch", URL: transport.RedactURL(u), Code: DomainNotAllowed, Err: err}
	switch code := codeOf(err); {
	case errors.As(err, new(*panics.Error)), ctx.Err() != nil && (code == Cancelled || code == Timeout):
		e.Code = code
	}
	return e
}

// admitLoad asks Options.Hooks.URLPolicy about the addresses of resp and of the redirects to
// it. The transport asks only for the call that downloads; a response from the cache, or
// shared with another call, is checked here.
func (c *Client) admitLoad(ctx context.Context, call *fetchCall, resp *response) error {
	if c.opts.Hooks.URLPolicy == nil || resp.URL.String() == call.url.String() && len(resp.Redirects) == 0 {
		return nil
	}
	from := call.url
	for _, raw := range resp.Redirects {
		if u, err := url.Parse(raw); err == nil && raw != transport.RedactURL(call.url) {
			if err := c.opts.admit(ctx, from, u); err != nil {
				return err
			}
			from = u
		}
	}
	return c.opts.admit(ctx, from, resp.URL)
}
