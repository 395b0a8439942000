package webfetch

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// observed begins the Fetch step of call. Steps under the context that it returns
// are reported to the observers of the client and of the call.
func (c *Client) observed(ctx context.Context, call *fetchCall) (context.Context, func(observe.Result)) {
	ctx, end := observe.Begin(observe.With(ctx, c.opts.Observer), observe.Step{Kind: observe.Fetch, ID: call.id, URL: call.url, Method: call.Method})
	if call.Steps {
		call.log = new(observe.Log)
		ctx = observe.With(ctx, call.log)
	}
	return ctx, end
}

// lookUp is the step of looking for a stored response that may be used.
func (c *Client) lookUp(ctx context.Context, call *fetchCall, key string) (stored *CacheEntry, usable *response) {
	ctx, end := observe.Begin(ctx, observe.Step{Kind: observe.Cache, URL: call.url})
	stored = c.cachedEntry(ctx, call, key)
	usable = stored.fresh(call)
	decision := cacheMiss
	if usable != nil {
		decision = cacheHit
	}
	end(observe.Result{Detail: string(decision)})
	return stored, usable
}

// stepResult is the result of a step that ended with err, which may be nil.
func stepResult(op string, err error) observe.Result {
	if err == nil {
		return observe.Result{}
	}
	return observe.Result{Err: err, Code: string(asError(op, nil, err).Code)}
}
