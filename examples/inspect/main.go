// Command inspect is a page on this machine on which a person sees what an agent would get
// of a page or file, and why: which piece was kept, left out, hidden or flagged, by which
// rule and with which score. What came out wrong can be saved as a case for a report.
//
//	inspect [-addr 127.0.0.1:8700] [-allow-private]
//	inspect -check CASE.zip...
//
// It listens on a loopback address only.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

func main() {
	cli.Run("inspect", nil, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
}

func run(ctx context.Context, args []string, out, errOut io.Writer) error {
	f := flag.NewFlagSet("inspect", flag.ContinueOnError)
	addr := f.String("addr", "127.0.0.1:8700", "loopback `address` to listen on; port 0 means any")
	allowPrivate := f.Bool("allow-private", false, "allow pages of this machine and of private networks")
	check := f.Bool("check", false, "extract saved cases again, and say what differs from what was wanted")
	var cases []string
	err := cli.Parse(f, args, errOut, "inspect [flags]\n       inspect -check CASE.zip...", "", func(rest []string) error {
		if cases = rest; len(rest) > 0 && !*check {
			return fmt.Errorf("%q is no flag; addresses are pasted into the page", rest[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if *check {
		return checkCases(ctx, cases, out)
	}
	opts := webfetch.Options{Policy: cli.Policy(*allowPrivate)}
	listener, err := listen(*addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	renderer, err := browser.New(browser.Options{Policy: opts.Policy})
	switch {
	case err == nil:
		defer renderer.Close()
		opts.Renderer = renderer
	case !errors.Is(err, browser.ErrNotFound):
		return err
	}
	handler, end, err := newHandler(opts)
	if err != nil {
		return err
	}
	defer end()
	fmt.Fprintf(out, "http://%s\n", listener.Addr())
	return cli.Serve(ctx, listener, handler)
}

func listen(addr string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	ip, err := netip.ParseAddr(host)
	if err != nil || !ip.IsLoopback() {
		return nil, fmt.Errorf("-addr %s: this page is for this machine alone; give a loopback address, as 127.0.0.1:8700", addr)
	}
	return net.Listen("tcp", net.JoinHostPort(ip.String(), port))
}

// newHandler returns the page and what answers it. end closes the client.
func newHandler(opts webfetch.Options) (handler http.Handler, end func(), err error) {
	s := &server{}
	if s.counter, err = tiktoken.O200K(); err != nil {
		return nil, nil, err
	}
	opts.Counter, opts.Hooks.Observer = s.counter, observer{}
	if s.client, err = webfetch.New(opts); err != nil {
		return nil, nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("POST /read", s.read)
	mux.HandleFunc("GET /page/{id}", s.page)
	mux.HandleFunc("POST /case/{id}", s.save)
	return onlyHere(http.NewCrossOriginProtection().Handler(mux)), func() { s.client.Close() }, nil
}
