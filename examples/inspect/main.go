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
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/local"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
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
	return local.Serve(ctx, *addr, *allowPrivate, out, newHandler)
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
	return s.routes(), func() { s.client.Close() }, nil
}
