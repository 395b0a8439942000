package webfetch

import "github.com/webfetch-mcp/webfetch-go/extract"

// Registry returns the extractors of a client, for tests that watch what an extractor does
// with its context: a client hands on contexts of its own, made from that of the call.
func Registry() *extract.Registry { return newRegistry(Options{}) }
