package webfetch

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
	"github.com/webfetch-mcp/webfetch-go/extract/envelope"
	"github.com/webfetch-mcp/webfetch-go/extract/feed"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/extract/notebook"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
	"github.com/webfetch-mcp/webfetch-go/extract/sniff"
	"github.com/webfetch-mcp/webfetch-go/extract/text"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

func newRegistry(opts Options) *extract.Registry {
	r := &extract.Registry{Sniff: sniff.MediaType}
	html := page.Extractor{}
	register(r, html, "text/html", "application/xhtml+xml")
	register(r, markdown.Extractor{HTML: html}, markdown.MediaTypes()...)
	register(r, feed.Extractor{HTML: html}, feed.MediaTypes()...)
	register(r, data.Extractor{HTML: html}, data.MediaTypes()...)
	register(r, notebook.Extractor{Markdown: markdown.Extractor{HTML: html}}, notebook.MediaTypes()...)
	register(r, office.Extractor{HTML: html}, office.MediaTypes()...)
	registerPDF(r)
	register(r, text.Extractor{}, text.MediaTypes()...)
	register(r, envelope.Extractor{Registry: r}, envelope.MediaTypes()...)
	for pattern, e := range opts.Hooks.Extractors {
		if e != nil {
			e = customExtractor{e}
		}
		r.Register(pattern, e)
	}
	return r
}

func register(r *extract.Registry, e extract.Extractor, patterns ...string) {
	for _, p := range patterns {
		r.Register(p, e)
	}
}

func (o Options) transport() transport.Config {
	config := transport.Config{
		Policy: o.Policy, Proxy: o.Proxy, NoProxy: o.NoProxy, OriginHeaders: o.OriginHeaders, RootCAs: o.RootCAs,
		UserAgent: o.UserAgent, RobotsToken: o.RobotsToken,
		MaxRetries: o.Limits.MaxRetries, RatePerHost: o.Limits.RatePerHost, BurstPerHost: o.Limits.BurstPerHost, Limiter: o.Hooks.Limiter,
		Concurrency: o.Limits.Concurrency, ConcurrencyPerHost: o.Limits.ConcurrencyPerHost, ConcurrencyPerPrincipal: o.Limits.ConcurrencyPerPrincipal,
		Wrap: o.Hooks.WrapTransport,
	}
	if o.Hooks.URLPolicy != nil {
		config.Redirect = o.admit
	}
	return config
}

// customExtractor is an extractor of Options.Hooks.Extractors. It checks documents, because later
// stages slice Markdown by their spans, and adds blocks to those without any.
type customExtractor struct{ extract.Extractor }

// Extract implements extract.Extractor. A document that breaks a promise is an error that wraps
// [extract.ErrBrokenDocument]. The document that the extractor returns is not changed.
func (e customExtractor) Extract(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	returned, err := e.Extractor.Extract(ctx, src)
	switch {
	case err != nil:
		return nil, err
	case returned == nil:
		return nil, fmt.Errorf("%w: neither a document nor an error", extract.ErrBrokenDocument)
	}
	if err := returned.Check(); err != nil {
		return nil, fmt.Errorf("%w: %w", extract.ErrBrokenDocument, err)
	}
	doc := *returned
	if err := markdown.Complete(ctx, &doc); err != nil {
		return nil, err
	}
	return &doc, nil
}
