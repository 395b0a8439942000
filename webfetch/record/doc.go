// Package record writes the requests of a client and their responses to a file, and replays
// them. Tests of agents then run without network, and a run can be inspected and repeated
// later. The file, a cassette, is WARC/1.1, which the tools of web archives read.
//
//	cassette, err := record.Open("testdata/agent.warc.gz", record.Options{Mode: record.Replay})
//	...
//	defer cassette.Close()
//	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{WrapTransport: cassette.Transport}})
//
// Record it once with record.Record instead of record.Replay. A Cassette wraps any
// http.RoundTripper, so that clients of other services can use the same file.
//
// # What is kept
//
// Requests and responses as they are sent, robots.txt, redirects and failed tries included:
// status, header fields, the body before content decoding, the address that answered. What
// [Redaction] names as secret is replaced before anything is written. The order and the case
// of the names of header fields are not kept. A request that no response came to is not
// kept: on replay it is a [MissError].
//
// # What is found
//
// A request finds the recording of one with the same method, URL and body, and with the same
// values of the header fields that decided about the response: those that its Vary names
// (RFC 9110, section 12.5.5) except User-Agent, Range, and the conditions of caches. Secrets are compared as
// they are kept, that is, only whether they are there. Where a request was recorded more
// than once its recordings are given in their order, and the last of them from then on.
//
// # Security considerations
//
// The egress policy of a webfetch client holds for what it replays too, as far as addresses
// of pages are concerned; no name is resolved and nothing is connected to. A cassette is
// input like any other: its reader is bounded.
package record
