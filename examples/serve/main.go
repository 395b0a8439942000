// Command serve reads pages for clients of two well-known services, so that they can be pointed
// here by their base URL:
//
//	GET /https://example.org/page, POST / with its url     as Jina Reader's
//	POST /v2/scrape, map, crawl and batch/scrape, and /v1  as Firecrawl's
//
// What these services have and webfetch has not is refused by its name.
//
//	serve [-addr 127.0.0.1:3002] [-token-file FILE] [-allow-private]
//
// Beyond this machine it is served with a token only, which clients send as their API key.
package main

import (
	"context"
	"crypto/subtle"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

func main() {
	cli.Run("serve", nil, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) })
}

func run(ctx context.Context, args []string, out, errOut io.Writer) error {
	f := flag.NewFlagSet("serve", flag.ContinueOnError)
	addr := f.String("addr", "127.0.0.1:3002", "`address` to listen on")
	tokenFile := f.String("token-file", "", "`file` with the token that clients send as their API key")
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
	token := ""
	if *tokenFile != "" {
		data, err := os.ReadFile(*tokenFile)
		if err != nil {
			return err
		}
		if token = strings.TrimSpace(string(data)); len(token) < 16 {
			return errors.New("-token-file: a token has at least 16 characters")
		}
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	local := listener.Addr().(*net.TCPAddr).IP.IsLoopback()
	if !local && token == "" {
		return fmt.Errorf("-addr %s can be reached from other machines: give -token-file too", *addr)
	}
	opts := webfetch.Options{Policy: cli.Policy(*allowPrivate)}
	renderer, err := browser.New(browser.Options{Policy: opts.Policy})
	switch {
	case err == nil:
		defer renderer.Close()
		opts.Renderer = renderer
	case !errors.Is(err, browser.ErrNotFound):
		return err
	}
	client, err := webfetch.New(opts)
	if err != nil {
		return err
	}
	defer client.Close()
	s := newService(ctx, client)
	defer s.jobs.end()
	fmt.Fprintf(out, "http://%s\n", listener.Addr())
	return cli.Serve(ctx, listener, guard(s, token, local))
}

// guard lets in who sends the token. Without one it refuses what a page in a browser of this
// machine could send: posts of other origins, and requests under a name that a stranger points
// here (DNS rebinding).
func guard(next http.Handler, token string, local bool) http.Handler {
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if token != "" {
			given, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
			if subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
				w.Header().Set("WWW-Authenticate", "Bearer")
				refuse(w, http.StatusUnauthorized, "UNAUTHORIZED", "the token is missing or wrong")
				return
			}
		} else if local && (!cli.IsHost(r.Host) || r.Header.Get("Sec-Fetch-Site") == "cross-site") {
			refuse(w, http.StatusForbidden, "FORBIDDEN", "this service answers to programs of this machine only")
			return
		}
		w.Header().Set("X-Content-Type-Options", "nosniff")
		next.ServeHTTP(w, r)
	}))
}
