package main

import (
	"context"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

// baseOnDemand is a local base whose file is opened, and made where it is not there, by the
// first call that needs it. A file that can't be opened fails that call; the next one tries again.
type baseOnDemand struct {
	open func(context.Context) (*local.Base, error)

	mu     sync.Mutex
	base   *local.Base
	closed bool
}

type openError struct{ error }

func (openError) Reason() string { return "its file can't be opened" }

func (e openError) Unwrap() error { return e.error }

func (b *baseOnDemand) opened(ctx context.Context) (*local.Base, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
		return nil, knowledge.ErrClosed
	case b.base != nil:
		return b.base, nil
	}
	base, err := b.open(context.WithoutCancel(ctx)) // it serves other calls too
	if err != nil {
		return nil, openError{err}
	}
	b.base = base
	return base, nil
}

func on[T any](ctx context.Context, b *baseOnDemand, call func(*local.Base) (T, error)) (T, error) {
	base, err := b.opened(ctx)
	if err != nil {
		var none T
		return none, err
	}
	return call(base)
}

func (b *baseOnDemand) Put(ctx context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	return on(ctx, b, func(base *local.Base) (*knowledge.Receipt, error) { return base.Put(ctx, doc) })
}

func (b *baseOnDemand) Query(ctx context.Context, q knowledge.Query) (*knowledge.Answer, error) {
	return on(ctx, b, func(base *local.Base) (*knowledge.Answer, error) { return base.Query(ctx, q) })
}

func (b *baseOnDemand) Delete(ctx context.Context, scope knowledge.Scope, names ...string) (int, error) {
	return on(ctx, b, func(base *local.Base) (int, error) { return base.Delete(ctx, scope, names...) })
}

func (b *baseOnDemand) Read(ctx context.Context, scope knowledge.Scope, key string) (markdown string, offset int, err error) {
	base, err := b.opened(ctx)
	if err != nil {
		return "", 0, err
	}
	return base.Read(ctx, scope, key)
}

func (b *baseOnDemand) Conversation(ctx context.Context, workspace, threadKey string) (string, error) {
	return on(ctx, b, func(base *local.Base) (string, error) { return base.Conversation(ctx, workspace, threadKey) })
}

func (b *baseOnDemand) Close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	if b.base == nil {
		return nil
	}
	return b.base.Close()
}
