package webfetch

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/webfetch/observe"
)

// observed begins a fetch for those who want to know. Its steps are told to them
// by the context that it returns.
func (c *Client) observed(ctx context.Context, t *task) (context.Context, func(observe.Result)) {
	ctx, end := observe.Begin(observe.With(ctx, c.opts.Observer), observe.Step{Kind: observe.Fetch, ID: t.id, URL: t.url, Method: t.Method})
	if t.Steps {
		t.log = new(observe.Log)
		ctx = observe.With(ctx, t.log)
	}
	return ctx, end
}

// look is the step of looking for a stored response that may be used.
func (c *Client) look(ctx context.Context, t *task, key string) (held *CacheEntry, usable *load) {
	ctx, end := observe.Begin(ctx, observe.Step{Kind: observe.Cache, URL: t.url})
	held = c.held(ctx, t, key)
	usable = held.fresh(t)
	decision := CacheMiss
	if usable != nil {
		decision = CacheHit
	}
	end(observe.Result{Detail: string(decision)})
	return held, usable
}

// failure is the result of a step that ended with err, which may be nil.
func failure(op string, err error) observe.Result {
	if err == nil {
		return observe.Result{}
	}
	return observe.Result{Err: err, Code: string(asError(op, nil, err).Code)}
}
