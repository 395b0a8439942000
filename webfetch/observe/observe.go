// Package observe reports the steps of a client's calls as they happen: to traces
// and metrics through an [Observer], and to the caller of one Fetch through
// [webfetch.FetchStats]. Without an Observer it costs nothing.
//
// Steps nest as the contexts do that they run under:
//
//	tool (of the MCP server)
//	fetch
//	├─ cache
//	├─ robots ── queue, attempt (of robots.txt, where it must be read)
//	├─ queue, attempt (one for each request: redirects and repeated tries)
//	├─ render
//	├─ extract ── scan
//	chunk, compact
//
// A download that several calls share is reported once, below the call that began it.
package observe

import (
	"context"
	"net/url"
	"reflect"
	"time"
)

// Kind names a step. More may be added.
type Kind string

// The kinds of steps.
const (
	Tool    Kind = "tool"    // a call of a tool of the MCP server
	Fetch   Kind = "fetch"   // a whole call of Client.Fetch, or one of a FetchAll
	Cache   Kind = "cache"   // the look-up of a stored response
	Robots  Kind = "robots"  // the check of robots.txt
	Queue   Kind = "queue"   // the wait for the turn of a request
	Attempt Kind = "attempt" // one request and the reading of the response
	Render  Kind = "render"  // the work of a browser
	Extract Kind = "extract" // from the body to the packet
	Scan    Kind = "scan"    // for text that reads like an instruction to a model
	Chunk   Kind = "chunk"   // a call of Client.Chunk
	Compact Kind = "compact" // a call of Client.Compact, or the shortening of a page in a Fetch
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
	Kind Kind // which step it is
	// ID is Receipt.RequestID of the call, of a fetch, and the request_id of the
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
	// Findings counts what a scan found.
	Findings int
	// Exchange reports an attempt. Nil for other steps.
	Exchange *Exchange
}

// Exchange reports how a request went. Times are zero for what did not happen: a
// connection that is used again needs no name and no handshake.
type Exchange struct {
	// Address is the IP address and port that answered, zero where that is not
	// known: of http through a proxy, of a replay, of a connection that did not come about.
	Address string `json:"address,omitempty"`
	// Protocol is "HTTP/1.1" or "HTTP/2.0", zero without response.
	Protocol string `json:"protocol,omitempty"`
	// Reused says that the connection had served another request.
	Reused bool `json:"reused,omitempty"`
	// DNS is the look-up of the name, Connect the way to a connection after it, TLS
	// the handshake, FirstByte from the connection, ready for the request, to the
	// header of the response, and Body from there to the end of the body.
	DNS       time.Duration `json:"dns"`
	Connect   time.Duration `json:"connect"`
	TLS       time.Duration `json:"tls"`
	FirstByte time.Duration `json:"first_byte"`
	Body      time.Duration `json:"body"`
}

// key is that of the Observer in a context.
type key struct{}

// With returns a context whose steps are reported to o too, if they are not already.
// If o is nil it returns ctx.
func With(ctx context.Context, o Observer) context.Context {
	if o == nil {
		return ctx
	}
	if outer := from(ctx); outer != nil {
		if includes(outer, o) {
			return ctx
		}
		o = joined{outer, o}
	}
	return context.WithValue(ctx, key{}, o)
}

// includes reports whether o gets the steps that outer gets. Values that can't be compared
// are never the same.
func includes(outer, o Observer) bool {
	if j, both := outer.(joined); both {
		return includes(j.first, o) || includes(j.second, o)
	}
	return reflect.ValueOf(o).Comparable() && reflect.ValueOf(outer).Comparable() && outer == o
}

func from(ctx context.Context) Observer {
	o, _ := ctx.Value(key{}).(Observer)
	return o
}

// Observed reports whether anybody is notified of the steps under a context.
func Observed(ctx context.Context) bool { return from(ctx) != nil }

// Begin begins a step under a context. The function that it returns is never
// nil; it must be called when the step has ended.
func Begin(ctx context.Context, step Step) (context.Context, func(Result)) {
	o := from(ctx)
	if o == nil {
		return ctx, ignore
	}
	under, end := o.Begin(ctx, step)
	if end == nil {
		end = ignore
	}
	return under, end
}

func ignore(Result) {}

// joined reports each step to two observers.
type joined struct{ first, second Observer }

// Begin begins a step for both, the second under the context of the first.
func (j joined) Begin(ctx context.Context, step Step) (context.Context, func(Result)) {
	ctx, first := j.first.Begin(ctx, step)
	ctx, second := j.second.Begin(ctx, step)
	return ctx, func(r Result) {
		if second != nil {
			second(r)
		}
		if first != nil {
			first(r)
		}
	}
}
