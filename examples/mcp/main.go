// Command mcp serves web fetching over the Model Context Protocol, on stdio or
// with --http over streamable HTTP. It starts without any configuration; --help
// lists what can be set.
package main

import (
	"context"
	"errors"
	"flag"
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
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/webfetch-mcp/webfetch-go/examples/mcp/internal/config"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/mcpserver/host"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func main() {
	delayCollection()
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
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if settings.ShowVersion {
		_, err := fmt.Fprintln(stdout, "webfetch", version())
		return err
	}
	if settings.BrowserURL != "" && settings.RenderEnabled != "false" {
		fmt.Fprintln(stderr, "webfetch: warning: BROWSER_URL: the egress policy does not hold for what pages of a remote browser connect to; its own network has to keep them from private addresses")
	}
	opts, err := settings.ClientOptions()
	if err != nil {
		return err
	}
	opts.Counter = newTokenizer()
	opts.Logger = slog.New(slog.NewTextHandler(stderr, nil)) // panics; its lines about fetches are below its level
	renderer, err := newRenderer(settings, opts, opts.Logger, stderr)
	if err != nil {
		return err
	}
	if renderer != nil {
		defer renderer.Close()
		opts.Renderer = renderer
	}
	models, err := newModels(settings)
	if err != nil {
		return err
	}
	if models != nil {
		defer models.Close()
		opts.Summarizer = models
		if settings.EmbeddingModel() != "" {
			opts.Embedder = models
		}
	}
	serverOpts := settings.ServerOptions(version())
	serverOpts.Logger = opts.Logger
	opts.Hooks.URLPolicy, serverOpts.Tools.Seen = settings.URLPolicy()
	stopSharing, err := shareState(settings, &opts, &serverOpts, opts.Logger)
	if err != nil {
		return err
	}
	defer stopSharing()
	limitMemory()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	client, err := webfetch.New(opts)
	if err != nil {
		return err
	}
	defer client.Close()
	search, closeSearch, err := newSearch(ctx, settings, models)
	if err != nil {
		return err
	}
	defer closeSearch()
	serverOpts.Tools.Search = search
	if home, err := os.UserHomeDir(); settings.SiteTools && (err == nil || settings.StateDir("") == settings.SearchStateDir) {
		serverOpts.Tools.Journals = filepath.Join(settings.StateDir(home), "crawls")
	}
	server, err := mcpserver.New(client, serverOpts)
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

// delayCollection has garbage collected from 8 MB on, not 4, until a second later, unless GOGC
// sets another value than 100; a limit of memory counts all the same. What the packages of the
// formats build would have it begin before the answer to initialize, which took a tenth of that
// time.
func delayCollection() {
	if usual := debug.SetGCPercent(200); usual == 100 {
		time.AfterFunc(time.Second, func() { debug.SetGCPercent(usual) })
	} else {
		debug.SetGCPercent(usual)
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
