package webfetch

import (
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

// newRegistry wires the built-in extractors, and those of the options over them.
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

// transport returns the part of the options that concerns the network.
func (o Options) transport() transport.Config {
	return transport.Config{
		Policy: o.Policy, Proxy: o.Proxy, NoProxy: o.NoProxy, OriginHeaders: o.OriginHeaders, RootCAs: o.RootCAs,
		UserAgent: o.UserAgent, RobotsToken: o.RobotsToken, MaxCrawlDelay: o.Hosts.MaxCrawlDelay,
		MaxRetries: o.Limits.MaxRetries, RatePerHost: o.Hosts.Rate, BurstPerHost: o.Hosts.Burst, Limiter: o.Hooks.Limiter,
		Concurrency: o.Limits.Concurrency, ConcurrencyPerHost: o.Hosts.Concurrency, ConcurrencyPerPrincipal: o.Limits.ConcurrencyPerPrincipal,
		Wrap: o.Hooks.WrapTransport, Redirect: o.admitRedirect(),
	}
}
