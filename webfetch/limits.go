package webfetch

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
)

// Defaults of [Options].
const (
	DefaultTimeout            = 30 * time.Second
	DefaultMaxBytes           = 10 << 20
	DefaultMaxRedirects       = 5
	DefaultMaxRetries         = 2
	DefaultRatePerHost        = 60
	DefaultBurstPerHost       = 5
	DefaultConcurrency        = 16
	DefaultConcurrencyPerHost = 2
	DefaultMaxCrawlDelay      = 30 * time.Second
	DefaultCacheTTL           = 5 * time.Minute
	DefaultCacheBytes         = 64 << 20
	DefaultExtractBytes       = 64 << 20
	DefaultMaxTokens          = 4000
)

// Values that turn a limit of [Options] or [Request] off. Zero means the default
// everywhere; what is negative means the same as the constant that the comment of
// a field names, and is refused where it names none.
const (
	NoLimit     = -1 // RatePerHost: no bound
	NoRedirects = -1 // MaxRedirects: a redirect is an error
	NoRetries   = -1 // MaxRetries: each request is sent once
	NoCache     = -1 // CacheTTL: nothing is read from the cache or stored in it
)

// OptionError is the cause of an INVALID_INPUT about a field of [Options],
// [Request] or [ExtractOptions].
type OptionError struct {
	// Option is the field with its type, as "Options.Timeout".
	Option string
	// Err says what is wrong with its value.
	Err error
}

// Error names the option and says what is wrong.
func (e *OptionError) Error() string { return e.Option + " " + e.Err.Error() }

// Unwrap returns what is wrong, which of a policy is the error of its Validate.
func (e *OptionError) Unwrap() error { return e.Err }

func badOption(option, format string, args ...any) error {
	return &OptionError{Option: option, Err: fmt.Errorf(format, args...)}
}

var errNegative = errors.New("is negative")

// number is a field that may not be negative.
type number struct {
	option string
	value  int64
}

func noneNegative(numbers ...number) error {
	for _, n := range numbers {
		if n.value < 0 {
			return &OptionError{Option: n.option, Err: errNegative}
		}
	}
	return nil
}

func (o Options) withDefaults() Options {
	if o.Policy == nil {
		o.Policy = &security.Policy{}
	}
	o.UserAgent = cmp.Or(o.UserAgent, defaultAgent)
	o.UserInitiatedAgent = cmp.Or(o.UserInitiatedAgent, initiated(o.UserAgent))
	o.Timeout = cmp.Or(o.Timeout, DefaultTimeout)
	o.MaxBytes = cmp.Or(o.MaxBytes, DefaultMaxBytes)
	o.MaxRedirects = cmp.Or(o.MaxRedirects, DefaultMaxRedirects)
	o.MaxRetries = cmp.Or(o.MaxRetries, DefaultMaxRetries)
	o.RatePerHost = cmp.Or(o.RatePerHost, DefaultRatePerHost)
	o.BurstPerHost = cmp.Or(o.BurstPerHost, DefaultBurstPerHost)
	o.Concurrency = cmp.Or(o.Concurrency, DefaultConcurrency)
	o.ConcurrencyPerHost = cmp.Or(o.ConcurrencyPerHost, DefaultConcurrencyPerHost)
	o.MaxCrawlDelay = cmp.Or(o.MaxCrawlDelay, DefaultMaxCrawlDelay)
	o.CacheTTL = cmp.Or(o.CacheTTL, DefaultCacheTTL)
	o.CacheBytes = cmp.Or(o.CacheBytes, DefaultCacheBytes)
	o.ExtractBytes = cmp.Or(o.ExtractBytes, DefaultExtractBytes)
	o.DefaultMaxTokens = cmp.Or(o.DefaultMaxTokens, DefaultMaxTokens)
	return o
}

// Validate reports the first field that [New] would refuse, as an [*OptionError]:
// a negative limit that has no constant for it, an unknown quarantine, a proxy
// that is no http or https address, or a policy that can't be understood. The
// zero Options are valid.
func (o Options) Validate() error {
	err := noneNegative(
		number{"Options.Timeout", int64(o.Timeout)}, number{"Options.MaxBytes", o.MaxBytes},
		number{"Options.BurstPerHost", int64(o.BurstPerHost)}, number{"Options.Concurrency", int64(o.Concurrency)},
		number{"Options.ConcurrencyPerHost", int64(o.ConcurrencyPerHost)},
		number{"Options.ConcurrencyPerPartition", int64(o.ConcurrencyPerPartition)},
		number{"Options.MaxCrawlDelay", int64(o.MaxCrawlDelay)}, number{"Options.CacheBytes", o.CacheBytes},
		number{"Options.ExtractBytes", o.ExtractBytes}, number{"Options.DefaultMaxTokens", int64(o.DefaultMaxTokens)},
	)
	if err != nil {
		return err
	}
	switch o.Quarantine {
	case "", security.Report, security.Mark, security.Drop:
	default:
		return badOption("Options.Quarantine", "is not report, mark or drop")
	}
	if p := o.Proxy; p != nil && (p.Host == "" || p.Scheme != "http" && p.Scheme != "https") {
		return badOption("Options.Proxy", "is not an http or https address")
	}
	if err := o.Policy.Validate(); err != nil {
		return &OptionError{Option: "Options.Policy", Err: err}
	}
	return nil
}

// validate checks all of a request but its URL, whose defaults are filled in.
func (r *Request) validate() error {
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return badOption("Request.Method", "%q is not GET or HEAD", clip(r.Method, 20))
	case r.Mode != ModeAuto && r.Mode != ModeHTTP && r.Mode != ModeRender:
		return badOption("Request.Mode", "%q is not auto, http or render", clip(string(r.Mode), 20))
	case r.Since != nil && (r.Method == http.MethodHead || r.Extract.RawOnly):
		return badOption("Request.Since", "can't be compared with a page that is not extracted")
	case r.Method == http.MethodHead && r.Mode == ModeRender:
		return badOption("Request.Mode", "render can't be asked for with method HEAD")
	}
	err := noneNegative(
		number{"Request.Timeout", int64(r.Timeout)}, number{"Request.MaxBytes", r.MaxBytes}, number{"Request.Render.Wait", int64(r.Render.Wait)},
		number{"Request.Render.Width", int64(r.Render.Width)}, number{"Request.Render.Height", int64(r.Render.Height)},
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
