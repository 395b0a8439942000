package mcpserver

import (
	"cmp"
	"errors"
	"log/slog"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

// Options configure a [Server]. The zero value works.
type Options struct {
	// Version is that of the server, for clients. Zero means webfetch.Version.
	Version string
	// Tools configure the tools. Its Logger is the one below where it has none.
	Tools tools.Options
	// Concurrency bounds the calls worked on at one time; more wait. A call that
	// waits for a host is not worked on. Principals take turns, and each of those
	// that host.Auth distinguishes gets a quarter of it at most. Zero means 32.
	Concurrency int
	// MaxCalls bounds the calls of one principal that are under way, those that
	// wait included; more get RATE_LIMITED. Zero means 1000.
	MaxCalls int
	// CallsPerMinute bounds the calls that each principal may make in a minute,
	// of tools and of the prompt fetch; more get RATE_LIMITED. Zero means no
	// bound. It comes beside the pace of requests to a host, which is the
	// client's and the same for all callers.
	CallsPerMinute int
	// RefuseHeaders are names of request headers that callers may not set; one that ends in "*"
	// matches all with that prefix. Nil means none over stdio. Over HTTP it means those of
	// identity (Host, Cookie, Authorization), of proxies (Forwarded, X-Forwarded-*, X-Real-IP,
	// Via and the like) and of metadata services (Metadata-Flavor, X-aws-* and the like).
	RefuseHeaders []string
	// AllowHeaders are names that callers may set although RefuseHeaders refuses
	// them. Zero means none.
	AllowHeaders []string
	// DrainTimeout bounds how long [Server.ServeStdio] goes on after the end of
	// the input, or after its context is done. Calls in flight have four fifths
	// of it before they are cancelled. Zero means 4.5 seconds.
	DrainTimeout time.Duration
	// Logger is notified of panics, with their stacks, of internal errors, whose
	// callers learn nothing of their cause, and of failures of host.Auth.Verify. Nothing
	// else is logged, and nothing of a page. Nil means that nothing is logged at all.
	Logger *slog.Logger
}

func (o Options) validate() error {
	for _, n := range []struct {
		option string
		value  int64
	}{
		{"Options.Concurrency", int64(o.Concurrency)}, {"Options.MaxCalls", int64(o.MaxCalls)},
		{"Options.CallsPerMinute", int64(o.CallsPerMinute)}, {"Options.DrainTimeout", int64(o.DrainTimeout)},
	} {
		if n.value < 0 {
			return errors.New(n.option + " is negative")
		}
	}
	return nil
}

func (o Options) withDefaults() Options {
	o.Version = cmp.Or(o.Version, webfetch.Version)
	o.Concurrency, o.MaxCalls = cmp.Or(o.Concurrency, 32), cmp.Or(o.MaxCalls, 1000)
	o.DrainTimeout = cmp.Or(o.DrainTimeout, 4500*time.Millisecond)
	if o.Tools.Logger == nil {
		o.Tools.Logger = o.Logger
	}
	return o
}
