// Package egress is the way out of a browser: an HTTP proxy on a loopback port
// that lives as long as one page, and sends everything through the dialer of a
// security.Policy. Names are resolved and addresses checked here, once for each
// connection, so that what the browser itself thinks of a name never counts.
//
// A browser asks a proxy in two ways: CONNECT for https and WebSocket, whose
// bytes are passed as they are, and requests in the absolute form (RFC 9112,
// section 3.2.2) for http. Nothing else is answered.
package egress
