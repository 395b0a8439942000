// Command mcp serves web fetching over the Model Context Protocol, on stdio or
// with --http over streamable HTTP. It starts without any configuration; --help
// lists what can be set.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/gateway"
)

func main() {
	// Nothing but JSON-RPC may reach the real stdout.
	stdout := os.Stdout
	os.Stdout = os.Stderr
	// Libraries quote what sites send on the standard logger.
	log.SetOutput(io.Discard)
	// A reader of stdout or stderr that has gone makes writing fail; it must
	// not end the program in the middle of a call.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	stderr := newLogWriter(os.Stderr)
	err := run(os.Args[1:], os.Stdin, stdout, stderr)
	failed := err != nil && !errors.Is(err, context.Canceled)
	if failed {
		fmt.Fprintln(stderr, "webfetch:", err)
	}
	stderr.close(time.Second)
	if failed {
		os.Exit(1)
	}
}

func run(args []string, stdin, stdout *os.File, stderr io.Writer) error {
	settings, err := config.Parse(args, os.Environ(), stdout)
	if errors.Is(err, config.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if settings.ShowVersion {
		_, err := fmt.Fprintln(stdout, "webfetch", version())
		return err
	}
	for _, line := range settings.Unavailable() {
		fmt.Fprintln(stderr, "webfetch: warning:", line)
	}
	var opened closers
	defer func() { opened.close() }()
	opts, models, err := clientOptions(settings, stderr, &opened)
	if err != nil {
		return err
	}
	serverOpts := settings.ServerOptions(version())
	stopSharing, err := shareState(settings, &opts, &serverOpts, opts.Logger)
	if err != nil {
		return err
	}
	opened.add(stopSharing)
	limitMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	policy, seen := settings.URLPolicy()
	opts.Hooks.URLPolicy = policy
	serverOpts.Logger, serverOpts.Tools.Seen = opts.Logger, seen
	server, err := newServer(ctx, settings, opts, serverOpts, models, &opened)
	if err != nil {
		return err
	}
	if settings.HTTPAddr != "" {
		return serveHTTP(ctx, settings, server, stderr)
	}
	if term.IsTerminal(int(stdin.Fd())) {
		fmt.Fprintln(stderr, "webfetch: reading MCP messages from this terminal, one a line. An MCP client starts this program by itself; --help tells more, Ctrl-D ends it.")
	}
	return server.ServeStdio(ctx, stdin, stdout)
}

type closers []func()

func (c *closers) add(f func()) { *c = append(*c, f) }

func (c closers) close() {
	for _, f := range slices.Backward(c) {
		f()
	}
}

func clientOptions(settings *config.Config, stderr io.Writer, opened *closers) (opts webfetch.Options, models *gateway.Client, err error) {
	if opts, err = settings.ClientOptions(); err != nil {
		return opts, nil, err
	}
	opts.Counter = newTokenizer()
	opts.Logger = slog.New(slog.NewTextHandler(stderr, nil)) // panics; its lines about fetches are below its level
	renderer, err := newRenderer(settings, opts, opts.Logger, stderr)
	if err != nil {
		return opts, nil, err
	}
	if renderer != nil {
		opened.add(func() { _ = renderer.Close() })
		opts.Renderer = renderer
	}
	if models, err = newModels(settings); err != nil || models == nil {
		return opts, nil, err
	}
	opened.add(func() { _ = models.Close() })
	opts.Summarizer = models
	if settings.EmbeddingModel() != "" {
		opts.Embedder = models
	}
	return opts, models, nil
}

func newServer(ctx context.Context, settings *config.Config, opts webfetch.Options, serverOpts mcpserver.Options, models *gateway.Client, opened *closers) (*mcpserver.Server, error) {
	client, err := webfetch.New(opts)
	if err != nil {
		return nil, err
	}
	opened.add(func() { _ = client.Close() })
	search, closeSearch, err := newSearch(ctx, settings, models)
	if err != nil {
		return nil, err
	}
	opened.add(func() { _ = closeSearch() })
	serverOpts.Tools.Search = search
	if home, err := os.UserHomeDir(); settings.SiteTools && (err == nil || settings.StateDir("") == settings.SearchStateDir) {
		serverOpts.Tools.Journals = filepath.Join(settings.StateDir(home), "crawls")
	}
	return mcpserver.New(client, serverOpts)
}

func serveHTTP(ctx context.Context, settings *config.Config, server *mcpserver.Server, stderr io.Writer) error {
	opts, err := settings.HTTPOptions()
	if err != nil {
		return err
	}
	listener, err := host.Listen(ctx, settings.HTTPAddr, opts.Auth != nil)
	if err != nil {
		return err
	}
	handler := host.Handler(server, opts) // counts processors: it leaves one free
	shareProcessors(os.Getenv("GOMAXPROCS"))
	fmt.Fprintf(stderr, "webfetch: serving http://%s/mcp\n", listener.Addr())
	grace := time.Duration(settings.HTTPShutdownTimeoutS) * time.Second
	return host.Serve(ctx, listener, handler, grace)
}

// shareProcessors sets GOMAXPROCS to twice the number of processors, unless it is
// configured. The operating system then schedules the threads and gives a processor at once
// to one that has waited. The scheduler of Go would let a busy goroutine run for 10 ms.
// Measured beside callers whose documents take seconds each: the 95th percentile of small
// calls is about 2 times that of an idle server with two processors, not 2.8 times.
func shareProcessors(configured string) {
	if configured == "" {
		runtime.GOMAXPROCS(2 * runtime.GOMAXPROCS(0))
	}
}

// limitMemory has garbage collected eagerly above 512 MiB, so that it doesn't double what large
// pages take, unless GOMEMLIMIT has set a limit already. Work that needs more still gets it.
func limitMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(512 << 20)
	}
}

func version() string {
	info, known := debug.ReadBuildInfo()
	if !known || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return webfetch.Version
	}
	return info.Main.Version
}
