package transport

import (
	"context"
	"net/http"
)

func (rt *hop) roundTrip(req *http.Request) (*http.Response, error) {
	if rt.c.sender == nil {
		return rt.c.send(req, rt.repeated)
	}
	if rt.c.proxy != nil {
		req = req.WithContext(context.WithValue(req.Context(), tryKey{}, rt.repeated))
	}
	return rt.c.sender.RoundTrip(req)
}

func (c *Client) send(req *http.Request, try int) (*http.Response, error) {
	switch x := c.proxy; {
	case x == nil || x.isDirect(req.URL):
		return c.conns.RoundTrip(req)
	case x.absolute != nil && req.URL.Scheme == "http":
		return x.roundTrip(req, try)
	default:
		return x.through.RoundTrip(req)
	}
}

type tryKey struct{}

type wrapped struct{ c *Client }

// RoundTrip checks the address again, which the wrapper may have changed.
func (w wrapped) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := w.c.policy.CheckURL(req.URL); err != nil {
		return nil, err
	}
	try, _ := req.Context().Value(tryKey{}).(int)
	return w.c.send(req, try)
}
