package webfetch

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/security/injection"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

// None turns a limit off whose comment names it. Zero means the default everywhere; other
// negative values mean the same as None, and are refused where a comment does not name it.
const None = -1

type number struct {
	option string
	value  int64
}

func noneNegative(numbers ...number) error {
	for _, n := range numbers {
		if n.value < 0 {
			return errors.New(n.option + " is negative")
		}
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Policy == nil {
		o.Policy = &security.Policy{}
	}
	o.UserAgent = cmp.Or(o.UserAgent, defaultAgent)
	o.RobotsToken = cmp.Or(o.RobotsToken, robots.Token(o.UserAgent))
	o.Limits.Timeout = cmp.Or(o.Limits.Timeout, 30*time.Second)
	o.Limits.MaxBytes = cmp.Or(o.Limits.MaxBytes, 10<<20)
	o.Limits.MaxRedirects = cmp.Or(o.Limits.MaxRedirects, 5)
	o.Limits.MaxRetries = cmp.Or(o.Limits.MaxRetries, 2)
	o.Limits.RatePerHost = cmp.Or(o.Limits.RatePerHost, 60)
	o.Limits.BurstPerHost = cmp.Or(o.Limits.BurstPerHost, 5)
	o.Limits.Concurrency = cmp.Or(o.Limits.Concurrency, 16)
	o.Limits.ConcurrencyPerHost = cmp.Or(o.Limits.ConcurrencyPerHost, 2)
	o.Limits.CacheTTL = cmp.Or(o.Limits.CacheTTL, 5*time.Minute)
	o.Limits.CacheBytes = cmp.Or(o.Limits.CacheBytes, 64<<20)
	o.Limits.ExtractBytes = cmp.Or(o.Limits.ExtractBytes, 64<<20)
	return o
}

// validate reports the first field that [New] refuses: a negative limit that [None] does not
// turn off, an unknown quarantine, a proxy that is no http, https or socks5 address, headers
// that can't be sent, or a policy that can't be understood.
func (o Options) validate() error {
	err := noneNegative(
		number{"Options.Limits.Timeout", int64(o.Limits.Timeout)}, number{"Options.Limits.MaxBytes", o.Limits.MaxBytes},
		number{"Options.Limits.BurstPerHost", int64(o.Limits.BurstPerHost)}, number{"Options.Limits.Concurrency", int64(o.Limits.Concurrency)},
		number{"Options.Limits.ConcurrencyPerHost", int64(o.Limits.ConcurrencyPerHost)},
		number{"Options.Limits.ConcurrencyPerPrincipal", int64(o.Limits.ConcurrencyPerPrincipal)},
		number{"Options.Limits.CacheBytes", o.Limits.CacheBytes},
		number{"Options.Limits.ExtractBytes", o.Limits.ExtractBytes},
	)
	if err != nil {
		return err
	}
	switch o.Quarantine {
	case "", injection.Report, injection.Mark, injection.Drop:
	default:
		return errors.New("Options.Quarantine is not report, mark or drop")
	}
	if o.Proxy != nil {
		if err := transport.CheckProxy(o.Proxy); err != nil {
			return fmt.Errorf("Options.Proxy %w", err)
		}
	}
	if err := transport.CheckOriginHeaders(o.OriginHeaders); err != nil {
		return fmt.Errorf("Options.OriginHeaders %w", err)
	}
	if err := o.Policy.Validate(); err != nil {
		return fmt.Errorf("Options.Policy %w", err)
	}
	return nil
}

// validate checks all of a request but its URL. Its defaults are filled in before.
func (r *Request) validate() error {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return fmt.Errorf("Request.Method %q is not GET or HEAD", clip(r.Method, 20))
	case r.Mode != "auto" && r.Mode != "http" && r.Mode != "render":
		return fmt.Errorf("Request.Mode %q is not auto, http or render", clip(r.Mode, 20))
	case r.CacheOnly && (r.Mode == "render" || r.CacheTTL < 0):
		return errors.New("Request.CacheOnly can't be had with mode render or without a cache")
	case r.Method == http.MethodHead && r.Mode == "render":
		return errors.New("Request.Mode render can't be asked for with method HEAD")
	}
	err := noneNegative(
		number{"Request.Timeout", int64(r.Timeout)}, number{"Request.MaxBytes", r.MaxBytes}, number{"Request.Render.Wait", int64(r.Render.Wait)},
	)
	if err != nil {
		return err
	}
	return r.Extract.validate()
}

func (o *ExtractOptions) validate() error {
	return noneNegative(
		number{"ExtractOptions.MaxTokens", int64(o.MaxTokens)}, number{"ExtractOptions.MaxPages", int64(o.MaxPages)},
		number{"ExtractOptions.MaxOutput", int64(o.MaxOutput)},
	)
}
