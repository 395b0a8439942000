// Package httpapi calls JSON APIs over HTTP under an egress policy. It sends a request,
// retries it where that can help, bounds the response, reads event streams, and returns
// typed errors.
//
//	c, err := httpapi.New(httpapi.Options{Policy: policy})
//	res, err := c.Do(ctx, httpapi.Request{URL: endpoint, Header: header, Body: body})
//
// # Retries
//
// A request is sent again after the statuses 408, 429 and 5xx (except 501 and 505) and if no
// response came, up to Options.Attempts times in all. Between attempts it waits for the time
// in Retry-After, otherwise a random time that doubles from half a second on. If the wait
// would exceed the deadline of the call, the error is returned at once, with the requested
// delay. A stream is retried until its first byte, never after.
//
// # Security considerations
//
// Redirects are never followed, since a request carries secrets. [Error] keeps the message
// of a server in separate fields, bounded, and without the secrets of the request.
// Everything in a response is untrusted.
package httpapi
