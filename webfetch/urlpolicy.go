package webfetch

import (
	"context"
	"errors"
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/panics"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/urlpolicy"
)

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
