// Package transport fetches one address over HTTP, politely and within bounds.
//
// [Client.Do] follows redirects by hand: every hop passes the egress policy, robots.txt and
// the pace of its host, and is repeated after passing failures, all under the one deadline
// of the caller's context. Cookies that sites set on the way are sent on within the call and
// forgotten with it. The body is one byte slice with content encodings removed. Of a body
// that ends early it is the part that arrived; Response.Cut reports that.
//
// Connections are those of net/http. It writes one quoted line to the standard logger where
// a server sends bytes out of turn on a connection that has no request; nothing else is
// logged.
//
// # Bounds
//
// The caller bounds the body after decoding; more is an error, never a cut. A compressed
// body may have one encoding, a zstd window of at most 8 MB, and beyond 16 MiB at most 200
// bytes for one on the wire. Response headers have at most 256 KiB and 500 fields. A body
// that brings less than 100 bytes a second for 10 seconds is given up.
//
// # Proxy
//
// With Config.Proxy every connection goes through a proxy, but for those to hosts that
// Config.NoProxy names: by SOCKS5, or by CONNECT of an HTTP proxy, which gets requests for
// http in the absolute form. Names are resolved and checked here and the proxy is asked for
// the checked address, so the policy holds. What is lost: the proxy's view of DNS is unused,
// so names that only it can resolve fail; and the last check at the socket sees the proxy,
// so the proxy is trusted to connect where it is asked to.
package transport
