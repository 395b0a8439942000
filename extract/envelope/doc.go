// Package envelope reads documents that are wrapped in another format: one more
// layer of gzip than the transport undid, and web pages saved as MHTML
// (RFC 2557).
package envelope
