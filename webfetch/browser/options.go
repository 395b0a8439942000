package browser

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"slices"
	"time"

	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/transport"
)

// Options configure a [Renderer]. The zero value works where a browser is
// installed.
type Options struct {
	// Path is the browser's binary. Zero means the first that is installed: a chromium-headless-shell
	// before a whole browser.
	Path string
	// Remote is the address of a running browser to use instead of starting one: the ws or wss
	// address of its DevTools protocol, or http://HOST:PORT/ to ask for that. This process can't
	// guard the connections of its pages, so AllowUnguarded has to be set too. Zero means that a
	// browser is started.
	Remote string
	// AllowUnguarded says that the network of the Remote browser keeps its pages from
	// what Policy refuses. Requests that the page itself reports are still checked
	// by name and address, but the browser resolves names again, and workers,
	// WebSockets and WebRTC go unseen; MaxTransfer and PageMemory have no
	// effect. Zero means that a Remote browser is refused.
	AllowUnguarded bool
	// Policy decides what pages may connect to. Nil means the zero
	// security.Policy: the public internet, on ports 80, 443, 8080 and 8443.
	Policy *security.Policy
	// Proxy is an HTTP or SOCKS5 proxy for all requests of pages, which is asked to
	// connect to checked addresses. Zero means none.
	Proxy *url.URL
	// NoProxy lists hosts that are asked without Proxy (see webfetch.Options). Zero means none.
	NoProxy string
	// UserAgent is sent for calls that don't name one. Zero means that of the browser.
	UserAgent string
	// Concurrency is how many pages are open at one time; more wait. Zero means 4.
	Concurrency int
	// Timeout bounds one page, beside the deadline of its call. Zero means a minute.
	Timeout time.Duration
	// MaxTransfer bounds the bytes that one page sends and receives. What is
	// beyond it isn't loaded. Zero means 64 MiB.
	MaxTransfer int64
	// PageMemory bounds what one page may take, in bytes: a quarter of it for objects
	// of scripts, and where it can be measured (Linux) all of it for its process,
	// which is killed above that. Zero means 1 GiB.
	PageMemory int64
	// IdleTimeout is after how long without a page the browser is ended; the
	// next page starts it again. Zero means 5 minutes, negative never.
	IdleTimeout time.Duration
	// Sandbox is required, to refuse to render without the sandbox of the browser, or off. Zero means
	// wherever the system allows it.
	Sandbox string
	// Logger gets a record when a browser starts and ends, at debug level, and for
	// one without a sandbox, at warning level. Nil means that nothing is logged.
	Logger *slog.Logger

	// For tests: flags are added to the command line, and the others replace the constants.
	flags                 []string
	maxPages              int
	longestWait, patience time.Duration
}

func (o Options) withDefaults() Options {
	if o.Policy == nil {
		o.Policy = new(security.Policy)
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Concurrency = cmp.Or(o.Concurrency, 4)
	o.Timeout = cmp.Or(o.Timeout, 60*time.Second)
	o.MaxTransfer = cmp.Or(o.MaxTransfer, 64<<20)
	o.maxPages = cmp.Or(o.maxPages, maxPages)
	o.PageMemory = cmp.Or(o.PageMemory, 1<<30)
	o.IdleTimeout = cmp.Or(o.IdleTimeout, 5*time.Minute)
	o.longestWait = cmp.Or(o.longestWait, longestWait)
	o.patience = cmp.Or(o.patience, patience)
	return o
}

func (o Options) validate() error {
	for name, value := range map[string]int64{
		"Concurrency": int64(o.Concurrency), "Timeout": int64(o.Timeout), "MaxTransfer": o.MaxTransfer,
		"PageMemory": o.PageMemory,
	} {
		if value < 0 {
			return fmt.Errorf("browser: Options.%s is negative", name)
		}
	}
	switch {
	case o.Sandbox != "" && o.Sandbox != "required" && o.Sandbox != "off":
		return errors.New("browser: Options.Sandbox is not auto, required or off")
	case o.Sandbox == "required" && runtime.GOOS != "linux" && runtime.GOOS != "darwin" && runtime.GOOS != "windows":
		return errors.New("browser: Options.Sandbox can't be required on " + runtime.GOOS)
	case o.Proxy != nil && transport.CheckProxy(o.Proxy) != nil:
		return errors.New("browser: Options.Proxy is not an http, https or socks5 address")
	}
	if o.Remote != "" {
		u, err := url.Parse(o.Remote)
		if err != nil || u.Host == "" || !slices.Contains([]string{"ws", "wss", "http", "https"}, u.Scheme) {
			return errors.New("browser: Options.Remote is not a ws, wss, http or https address")
		}
		if !o.AllowUnguarded {
			return fmt.Errorf("browser: %w", errUnguarded)
		}
	}
	if err := o.Policy.Validate(); err != nil {
		return fmt.Errorf("browser: Options.Policy: %w", err)
	}
	return nil
}
