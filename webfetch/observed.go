package webfetch

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/steps"
	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// lookUp is the step of looking for a stored response that may be used.
func (c *Client) lookUp(ctx context.Context, call *fetchCall, key string) (stored *cacheEntry, usable *response) {
	ctx, end := steps.Begin(ctx, observe.Step{Kind: "cache", URL: call.url})
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
