package cloudflare

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/httpapi"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Base is a knowledge base on Cloudflare. Make it with [New]. It is safe for
// concurrent use.
type Base struct {
	opts    Options
	service *service
	store   store
	jobs    *jobs // nil: none are started
	closed  atomic.Bool
}

var _ knowledge.Base = (*Base)(nil)

// New returns a base. Errors name the option that is wrong. Nothing is sent.
func New(opts Options) (*Base, error) {
	opts, err := opts.checked()
	if err != nil {
		return nil, err
	}
	api, err := httpapi.New(httpapi.Options{Policy: opts.Policy, Transport: opts.Transport})
	if err != nil {
		return nil, err
	}
	b := &Base{opts: opts, service: &service{
		api:    api,
		url:    opts.API + "/accounts/" + url.PathEscape(opts.AccountID) + "/ai-search/namespaces/default/instances/" + opts.Instance,
		header: http.Header{"Authorization": {"Bearer " + opts.Token}, "Accept": {"application/json, text/event-stream"}},
	}}
	if opts.R2Bucket == "" {
		b.store = &items{b.service}
		return b, nil
	}
	b.store = newBucket(api, opts)
	if !opts.noJobs {
		b.jobs = newJobs(func(ctx context.Context) error {
			_, err := b.service.call(ctx, "start a job", http.MethodPost, "/jobs", map[string]string{}, nil)
			return err
		})
	}
	return b, nil
}

// usable is the error of a base that was closed, or of a context that is done.
func (b *Base) usable(ctx context.Context) error {
	if b.closed.Load() {
		return knowledge.ErrClosed
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Close ends the base. A synchronization that is due is not waited for.
func (b *Base) Close() error {
	if b.closed.Swap(true) {
		return nil
	}
	if b.jobs != nil {
		b.jobs.close()
	}
	b.service.api.CloseIdleConnections()
	return nil
}

// changed asks for a synchronization, and reports the last one that failed.
func (b *Base) changed(r *knowledge.Receipt) {
	if b.jobs == nil {
		return
	}
	b.jobs.request()
	if err := b.jobs.failure(); err != nil && r != nil {
		r.Warnings = append(r.Warnings, extract.Warning{Type: "sync_failed", Message: "the last synchronization could not be started; the instance follows its schedule", Detail: err.Error()})
	}
}

// Read is [knowledge.Base].
func (b *Base) Read(ctx context.Context, scope knowledge.Scope, key string) (markdown string, offset int, err error) {
	if err := b.usable(ctx); err != nil {
		return "", 0, err
	}
	if !scope.Contains(key) {
		return "", 0, knowledge.ErrNotFound
	}
	f, err := b.store.get(ctx, key)
	if err != nil {
		return "", 0, err
	}
	offset, _ = strconv.Atoi(f.metadata[offsetField]) // none is 0
	return strings.ToValidUTF8(string(f.body), "\ufffd"), max(offset, 0), nil
}
