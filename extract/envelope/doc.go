// Package envelope reads documents that are wrapped in another format: one more layer of gzip or zlib than the transport undid, web
// pages saved as MHTML (RFC 2557), and mail (RFC 5322), whose attachments are listed but not read.
package envelope
