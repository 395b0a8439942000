package webfetch

import (
	"context"
	"net/http"
	"net/url"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
)

// Request is one call of [Client.Fetch]. Only URL is required.
type Request struct {
	// URL is absolute, http or https. A fragment names the section that is
	// wanted; it is not sent.
	URL string
	// Method is GET or HEAD. Zero means GET. HEAD returns a packet without
	// content.
	Method string
	// Mode is "http", "render", for the Renderer or RENDER_UNAVAILABLE, or "auto": HTTP, and the
	// Renderer where the page needs scripts and one is configured. Zero means auto.
	Mode string
	// Header holds extra request headers. They go to the origin of URL only and
	// are dropped when a redirect leaves it. Host, Connection and other
	// headers of the transport are refused. Fetch keeps a copy: the map is the
	// caller's again when it has returned.
	Header http.Header
	// UserAgent replaces that of the Options. Zero means theirs.
	UserAgent string
	// Timeout bounds the whole call: DNS, robots.txt, queueing, retries, body.
	// Zero means that of the Options.
	Timeout time.Duration
	// MaxBytes bounds the body after content decoding; more is an error with
	// CONTENT_TOO_LARGE. Zero means that of the Options.
	MaxBytes int64
	// MaxRedirects bounds the redirects followed. Zero means that of the
	// Options, [None] none.
	MaxRedirects int
	// CacheTTL bounds the age of a cached response, and how long this one is
	// kept. Zero means that of the Options. [None] always asks the server. If the cache has a
	// copy, the new response replaces it, for as long as the Options say; if not, nothing is stored.
	CacheTTL time.Duration
	// CacheOnly sends no request. A copy in the cache answers, with a warning stale_copy if it is
	// not fresh any more; without a copy the error is SOURCE_NOT_FOUND. With mode render, or with
	// CacheTTL [None], it is INVALID_INPUT. Zero means that the network is asked.
	CacheOnly bool
	// WholeOnly makes a body that ends before it is complete an error, CONNECTION_FAILED.
	// Zero means that what came of it is read, and a warning truncated says so.
	WholeOnly bool
	// Principal names for whom the call is, such as a user of a server. Cached responses
	// and shared downloads of one principal are kept from the others, and where requests
	// wait, principals take turns. Zero is a principal like any other.
	Principal string
	// IgnoreRobots reads a page that robots.txt disallows. Zero means that of
	// the Options.
	IgnoreRobots bool
	// UserInitiated marks a fetch that a person asked for in so many words: no
	// robots check, and the comment of the user agent gets "; user-initiated".
	UserInitiated bool
	// Render tunes the Renderer.
	Render RenderOptions
	// Extract tunes what is made of the body.
	Extract ExtractOptions
	// Progress, when set, is called with how far the call is, also where the download
	// is shared with another call that began it: by several goroutines, one at a time, and
	// not after Fetch has returned. It must not block. stage is robots, queue, download, render,
	// extract or compact; done and total are in units of the stage, bytes or pages of a PDF,
	// and total is 0 while unknown.
	Progress func(stage string, done, total int64)
}

// ExtractOptions tune [Client.Extract], and Fetch after the transfer.
type ExtractOptions struct {
	extract.Options
	// RawExcerpt adds the beginning of the raw body to the packet.
	RawExcerpt bool
	// Links adds the links of the page to the packet.
	Links bool
	// Style says how content shows images and links. Zero means as the page has
	// them, with their addresses.
	Style linkstyle.Style
	// RawOnly leaves the body as it is: the packet has Raw and hashes, but no content. What
	// of it reads like an instruction to a model is found by [Client.View].
	RawOnly bool
	// MaxTokens shrinks Content to that many tokens; what was
	// left out is named in a warning. Zero means no budget.
	MaxTokens int
	// Question makes MaxTokens keep what answers it. Without MaxTokens the budget is 4,000.
	Question string
}

// RenderOptions tune a [Renderer].
type RenderOptions struct {
	// WaitUntil says when a page is done: load and domcontentloaded mean these
	// events, networkidle half a second without a request after load. Zero means
	// that neither the document changed nor a request was under way for a quarter
	// of a second.
	WaitUntil string
	// Wait is an extra wait after WaitUntil. Zero means none.
	Wait time.Duration
	// AllowThirdParty loads resources of other sites, that is of other
	// registrable domains. Zero means that they are blocked.
	AllowThirdParty bool
	// Screenshot takes a PNG of the whole page.
	Screenshot bool
	// Selector is a CSS selector to wait for before WaitUntil. Zero means none.
	Selector string
	// Admit is set by the client, and called before the page leads to another document. The
	// renderer makes one call of it at a time, and none after Render has returned. An error of
	// Admit ends the rendering, and Render returns it. Nil means that every document may be
	// loaded that the egress policy allows.
	Admit func(ctx context.Context, next *url.URL) error
}
