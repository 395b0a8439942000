// Command serve reads pages for clients of two well-known services, so that they can be pointed
// here by their base URL:
//
//	GET /https://example.org/page                          as Jina Reader's
//	POST /v2/scrape, map, crawl and batch/scrape, and /v1  as Firecrawl's
//
// What these services have and webfetch has not is refused by its name.
//
//	serve [-addr 127.0.0.1:3002] [-allow-private]
//
// It listens on a loopback address only. What clients send as their API key is not looked at.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/local"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func main() {
	cli.Run("serve", nil, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
}

func run(ctx context.Context, args []string, out, errOut io.Writer) error {
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := f.String("addr", "127.0.0.1:3002", "loopback `address` to listen on")
	allowPrivate := f.Bool("allow-private", false, "allow pages of this machine and of private networks")
	err := cli.Parse(f, args, errOut, "serve [flags]", "", func(rest []string) error {
		if len(rest) > 0 {
			return fmt.Errorf("%q is no flag", rest[0])
		}
		return nil
	})
	if err != nil {
		return err
	}
	return local.Serve(ctx, *addr, *allowPrivate, out, func(opts webfetch.Options) (http.Handler, func(), error) {
		client, err := webfetch.New(opts)
		if err != nil {
			return nil, nil, err
		}
		s := newService(ctx, client)
		return s, func() {
			s.jobs.end()
			client.Close()
		}, nil
	})
}
