// Package local serves programs and browsers of this machine alone.
package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

// Serve prints the URL of addr, a loopback address, and answers there until ctx ends. open makes the
// handler, and the function that ends it, with options that have the egress policy, with private
// networks or without, and a browser where one is found.
func Serve(ctx context.Context, addr string, private bool, out io.Writer, open func(webfetch.Options) (http.Handler, func(), error)) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if host == "localhost" {
		host = "127.0.0.1"
	}
	if ip, err := netip.ParseAddr(host); err != nil || !ip.IsLoopback() {
		return fmt.Errorf("-addr %s: this is for this machine alone; give a loopback address, as 127.0.0.1:8700", addr)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if err != nil {
		return err
	}
	defer listener.Close()
	opts := webfetch.Options{Policy: cli.Policy(private)}
	switch renderer, err := browser.New(browser.Options{Policy: opts.Policy}); {
	case err == nil:
		defer renderer.Close()
		opts.Renderer = renderer
	case !errors.Is(err, browser.ErrNotFound):
		return err
	}
	handler, end, err := open(opts)
	if err != nil {
		return err
	}
	defer end()
	fmt.Fprintf(out, "http://%s\n", listener.Addr())
	server := &http.Server{Handler: Guard(handler), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// Guard refuses requests for a host that is not localhost or a loopback address, since a stranger can
// point a name at 127.0.0.1 (DNS rebinding), and those that pages of other sites send.
func Guard(next http.Handler) http.Handler {
	return http.NewCrossOriginProtection().Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
		if host != "localhost" && (err != nil || !ip.IsLoopback()) || r.Header.Get("Sec-Fetch-Site") == "cross-site" {
			http.Error(w, "only programs of this machine are answered", http.StatusForbidden)
			return
		}
		for name, value := range map[string]string{
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Cache-Control": "no-store",
		} {
			w.Header().Set(name, value)
		}
		next.ServeHTTP(w, r)
	}))
}
