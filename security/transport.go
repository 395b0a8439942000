package security

import (
	"crypto/tls"
	"net/http"
	"time"
)

type transport struct {
	policy *Policy
	base   *http.Transport
}

// NewTransport returns a transport that checks the URL of every request and
// the address of every connection, so also those of the redirects that its
// http.Client follows. Nil means the zero Policy. TLS is 1.2 or later and
// verified; HTTP/2 is used where the server has it, HTTP/3 never; the proxy
// variables of the environment are ignored. Response headers are bounded to 256
// KiB. The body is not bounded: that is up to the caller. A request whose URL is
// refused returns a [BlockedError] and nothing is sent.
//
// It is an http.Transport, which repeats a request when a kept connection fails
// and writes the first bytes that a server sends out of turn to the standard
// logger; the client of package webfetch does neither.
//
// http.Client sends Authorization and Cookie headers on to subdomains and
// custom ones everywhere when it follows a redirect; a program that sends
// secrets sets CheckRedirect. The transport is safe for concurrent use, and
// http.Client.CloseIdleConnections closes its idle connections.
func NewTransport(p *Policy) http.RoundTripper {
	p = p.orZero()
	return &transport{policy: p, base: &http.Transport{
		DialContext:            p.DialContext,
		TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2:      true,
		TLSHandshakeTimeout:    10 * time.Second,
		IdleConnTimeout:        90 * time.Second,
		MaxIdleConns:           100,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 256 << 10,
	}}
}

func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := t.policy.CheckURL(req.URL); err != nil {
		if req.Body != nil {
			_ = req.Body.Close()
		}
		return nil, err
	}
	return t.base.RoundTrip(req)
}

func (t *transport) CloseIdleConnections() { t.base.CloseIdleConnections() }
