// Package httpapi calls HTTP APIs that speak JSON, under an egress policy: it
// sends a request, tries it again where that can help, bounds what comes back,
// reads streams of events, and tells failures apart by type.
//
//	c, err := httpapi.New(httpapi.Options{Policy: policy})
//	res, err := c.Do(ctx, httpapi.Request{URL: endpoint, Header: header, Body: body})
//
// # Retries
//
// A request is sent again after the statuses 408, 429 and 5xx (but 501 and 505)
// and where no answer came, up to Options.Attempts times in all. Between them it
// waits as long as Retry-After says, else a random time that doubles from half
// a second on. A wait that the deadline of the call has no room for is not begun:
// the failure is returned at once, with what the server asked for. A stream is
// tried again until its first byte, never after.
//
// # Security considerations
//
// Redirects are never followed, since a request carries secrets. What a server
// says of a failure is kept apart from our own words in [Error], bounded, and
// without the secrets of the request. Everything that comes back is untrusted.
package httpapi
