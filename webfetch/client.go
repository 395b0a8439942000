package webfetch

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/flight"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/shares"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// Version of the library, as the default user agent tells it.
const Version = "0.1.0"

const defaultAgent = "webfetch-go/" + Version + " (+https://github.com/webfetch-mcp/webfetch-go)"

// Defaults of [Options].
const (
	DefaultTimeout      = 30 * time.Second
	DefaultMaxBytes     = 10 << 20
	DefaultMaxRedirects = 5
	DefaultCacheTTL     = 5 * time.Minute
	DefaultCacheBytes   = 64 << 20
	DefaultExtractBytes = 64 << 20
	DefaultMaxTokens    = 4000
)

// Client fetches pages and makes packets of them. It is safe for concurrent
// use. Make one with [New], share it, and Close it at the end.
type Client struct {
	opts      Options
	transport *transport.Client
	cache     Cache
	closers   []func()
	registry  *extract.Registry
	loads     flight.Group[*load, Progress]
	memory    *shares.Room  // bytes under extraction
	html      recentTexts   // of the view html
	policy    string        // the fingerprint of Options.Policy
	scripted  scriptedSites // that needed the renderer lately
	closed    chan struct{}
	closing   sync.Once
}

// New returns a client. Options{} works. It does no work worth mentioning and
// starts nothing that outlives Close. The error is an *[Error] with
// INVALID_INPUT that names the option, and of a policy the entry.
func New(opts Options) (*Client, error) {
	opts = opts.withDefaults()
	if err := opts.validate(); err != nil {
		return nil, &Error{Op: "new", Code: InvalidInput, Err: err}
	}
	c := &Client{
		opts:     opts,
		registry: newRegistry(opts),
		memory:   shares.New(opts.ExtractBytes),
		closed:   make(chan struct{}),
		policy:   opts.Policy.Fingerprint(),
	}
	connect := opts.transport()
	if c.cache = opts.Cache; c.cache != nil {
		connect.WrapRobots = c.sharedRobots
	} else {
		m := newMemoryCache(opts.CacheBytes)
		c.cache, c.closers = m, append(c.closers, m.store.Close)
	}
	c.transport = transport.New(connect)
	c.closers = append(c.closers, c.transport.Close)
	return c, nil
}

// Close ends idle connections and the work in the background. Calls under way
// finish; later ones fail with CANCELLED. It may be called more than once, and
// always returns nil.
func (c *Client) Close() error {
	c.closing.Do(func() {
		close(c.closed)
		for _, stop := range c.closers {
			stop()
		}
	})
	return nil
}

// Options returns the options of the client with their defaults filled in.
// What they point to is the client's own and not to be changed.
func (c *Client) Options() Options { return c.opts }

func (c *Client) open(op string) *Error {
	select {
	case <-c.closed:
		return &Error{Op: op, Code: Cancelled, Err: errors.New("client is closed")}
	default:
		return nil
	}
}

var defaultClient = sync.OnceValues(func() (*Client, error) { return New(Options{}) })

// Fetch reads a page with a client of default options, which is made on first
// use and shared. Programs that need limits, a policy or a user agent of their
// own make a [Client].
func Fetch(ctx context.Context, url string) (*Packet, error) {
	c, err := defaultClient()
	if err != nil {
		return nil, err
	}
	return c.Fetch(ctx, Request{URL: url})
}

func (o Options) withDefaults() Options {
	if o.Policy == nil {
		o.Policy = &security.Policy{}
	}
	setDefault(&o.UserAgent, defaultAgent)
	setDefault(&o.UserInitiatedAgent, initiated(o.UserAgent))
	setDefault(&o.Timeout, DefaultTimeout)
	setDefault(&o.MaxBytes, DefaultMaxBytes)
	setDefault(&o.MaxRedirects, DefaultMaxRedirects)
	setDefault(&o.CacheTTL, DefaultCacheTTL)
	setDefault(&o.CacheBytes, DefaultCacheBytes)
	setDefault(&o.ExtractBytes, DefaultExtractBytes)
	setDefault(&o.DefaultMaxTokens, DefaultMaxTokens)
	setDefault(&o.Concurrency, 16)
	setDefault(&o.ConcurrencyPerHost, 2)
	return o
}

func setDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

func (o Options) validate() error {
	switch {
	case o.Timeout < 0:
		return errors.New("Options.Timeout is negative")
	case o.MaxBytes < 0:
		return errors.New("Options.MaxBytes is negative")
	case o.CacheBytes < 0:
		return errors.New("Options.CacheBytes is negative")
	case o.ExtractBytes < 0:
		return errors.New("Options.ExtractBytes is negative")
	case o.BurstPerHost < 0:
		return errors.New("Options.BurstPerHost is negative")
	case o.Concurrency < 0 || o.ConcurrencyPerHost < 0 || o.ConcurrencyPerPartition < 0:
		return errors.New("Options.Concurrency is negative")
	case o.DefaultMaxTokens < 0:
		return errors.New("Options.DefaultMaxTokens is negative")
	case o.Quarantine != "" && o.Quarantine != security.Report && o.Quarantine != security.Mark && o.Quarantine != security.Drop:
		return errors.New("Options.Quarantine is not report, mark or drop")
	case o.Proxy != nil && (o.Proxy.Host == "" || o.Proxy.Scheme != "http" && o.Proxy.Scheme != "https"):
		return errors.New("Options.Proxy is not an http or https address")
	}
	if err := o.Policy.Validate(); err != nil {
		return fmt.Errorf("Options.Policy: %w", err)
	}
	return nil
}
