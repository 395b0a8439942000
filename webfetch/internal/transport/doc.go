// Package transport fetches one address over HTTP, politely and within bounds.
//
// [Client.Do] follows redirects by hand: every hop passes the egress policy,
// robots.txt and the pace of its host, and is repeated after passing failures,
// all under the one deadline of the caller's context. What comes back is the
// body as one byte slice, content encodings removed.
//
// # Bounds
//
// The caller bounds the body after decoding; more is an error, never a cut. A
// compressed body may have one encoding, a zstd window of at most 8 MB, and
// beyond 16 MiB at most 200 bytes for one on the wire. Response headers have
// at most 256 KiB and 500 fields. A body that brings less than 100 bytes a
// second for 10 seconds is given up.
//
// # Proxy
//
// With Config.Proxy every connection goes through an HTTP proxy by CONNECT,
// also for http. Names are resolved and checked here and the proxy is asked for
// the checked address, so the policy holds. What is lost: the proxy's view of
// DNS is unused, so names that only it can resolve fail; the last check at the
// socket sees the proxy, so the proxy is trusted to connect where it is asked to;
// and proxies that allow CONNECT to port 443 only refuse plain http.
package transport
