// Package observe has the types of an [Observer], which is notified of the steps of a client's
// calls as they happen: for traces and metrics. It is a value for webfetch.Options. Without
// one nothing is noted.
//
// Steps nest as the contexts do that they run under:
//
//	tool (of package tools)
//	fetch
//	├─ cache
//	├─ robots ── queue, attempt (of robots.txt, where it must be read)
//	├─ queue, attempt (one for each request: redirects and repeated tries)
//	├─ render
//	├─ extract ── scan
//	chunk, compact
//
// A download that several calls share is reported once, below the call that began it. Times of
// the connection (name, TLS, first byte) are those of net/http/httptrace: the context that Begin
// returns for an attempt may have a trace.
package observe

import (
	"context"
	"net/url"
)

// Observer is notified of each step. It is called from many goroutines at a time, on
// their way: it must not block.
type Observer interface {
	// Begin is called when a step begins. It returns the context that the step runs under, which
	// is ctx or made of it, and a function that is called once when the step has ended, maybe
	// from another goroutine. The function may be nil.
	Begin(ctx context.Context, step Step) (context.Context, func(Result))
}

// Step describes a step when it begins.
type Step struct {
	// Kind names the step, as the overview of the package does: "tool" is a call of a tool,
	// "fetch" one of Client.Fetch or one page of a FetchAll, "cache" the look-up of a stored
	// response, "robots" the check of robots.txt, "queue" the wait for the turn of a request,
	// "attempt" one request with its response, "render" the work of a browser, "extract" the
	// way from the body to the packet, "scan" the search for text that reads like an
	// instruction to a model, and "chunk" and "compact" the calls of these names, "compact" also
	// the shortening of a page within a fetch. More may be added.
	Kind string
	// ID is FetchStats.RequestID of the call, of a fetch, and the request_id of the
	// result, of a tool.
	ID string
	// Name is that of the tool. Zero for other steps.
	Name string
	// URL is the address that the step is about, or nil. It must not be changed. Its query can
	// hold secrets.
	URL *url.URL
	// Method is that of the request, of a fetch and of an attempt.
	Method string
	// Try counts the attempts at one address from 0, of queue and attempt.
	Try int
}

// Result is the result of a step.
type Result struct {
	// Err is the error of a failed step, or nil. Code is its webfetch.Code, or "" if it has
	// none.
	Err  error
	Code string
	// Detail is a decision: of cache and fetch the cache decision ("hit"), of robots the verdict
	// of the rules ("allowed: …"), of extract the verdict ("content").
	Detail string
	// Status is that of the response, of fetch, attempt and render. Zero means that
	// there was none.
	Status int
	// Bytes counts, of attempt and extract, the body after content decoding; of
	// fetch, that of the packet.
	Bytes int64
}
