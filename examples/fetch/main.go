// Command fetch shows a person what an agent would get of a page or file.
//
//	fetch [flags] URL|FILE|-
//
// Flags may stand behind the address too. Without flags it prints title, verdict, warnings and outline, then the
// content as Markdown. "-" reads standard input.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"os"
	"os/signal"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/security"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "fetch:", err)
		os.Exit(exitCode(err))
	}
}

// usage is a mistake on the command line.
type usage struct{ error }

// exitCode is 2 for wrong usage, 1 for a page that can't be had.
func exitCode(err error) int {
	if errors.As(err, new(usage)) {
		return 2
	}
	return 1
}

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	s, err := parse(args, errOut)
	if err != nil {
		return err
	}
	opts, err := s.options()
	if err != nil {
		return usage{err}
	}
	end, err := s.attachBrowser(&opts)
	if err != nil {
		return err
	}
	defer end()
	client, err := webfetch.New(opts)
	if err != nil {
		return usage{err}
	}
	defer client.Close()
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	bar := newBar(errOut)
	packet, err := read(ctx, client, s, in, bar.report)
	bar.finish()
	if err != nil {
		return explain(err)
	}
	return show(ctx, client, s, packet, out)
}

// options count tokens exactly where they matter: the tables take a moment to load.
func (s *settings) options() (webfetch.Options, error) {
	opts := webfetch.Options{UserAgent: s.agent, Limits: webfetch.Limits{MaxBytes: s.maxBytes}}
	if s.allowPrivate {
		opts.Policy = &security.Policy{Allow: privateNetworks()}
	}
	if s.chunk > 0 || s.compact > 0 {
		counter, err := tiktoken.CL100K()
		if err != nil {
			return opts, err
		}
		opts.Counter = counter
	}
	return opts, nil
}

// privateNetworks are those of this machine and this site (RFC 1122, 1918, 4193,
// 6598), on every port. Link-local ones are not among them: cloud metadata live
// there.
func privateNetworks() []security.AddrRule {
	var rules []security.AddrRule
	for _, prefix := range []string{"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7"} {
		rules = append(rules, security.AddrRule{Prefix: netip.MustParsePrefix(prefix), AnyPort: true})
	}
	return rules
}

// explained is an error in words for a person, with what to try next.
type explained struct {
	error
	text string
}

func (e explained) Error() string { return e.text }
func (e explained) Unwrap() error { return e.error }

// explain says what failed, why, and what to try next.
func explain(err error) error {
	var e *webfetch.Error
	if !errors.As(err, &e) {
		return err
	}
	text := strings.TrimPrefix(strings.TrimPrefix(e.Error(), "webfetch: "+e.Op), ": ")
	return explained{err, strings.TrimSpace(text) + "\n" + hint(e)}
}

// hint is that of the error, in terms of the flags.
func hint(e *webfetch.Error) string {
	switch e.Code {
	case webfetch.SSRFBlocked:
		return "The address is not on the public internet; -allow-private allows this machine and private networks."
	case webfetch.ContentTooLarge:
		return "Raise -max-bytes, or ask for a smaller document."
	case webfetch.Timeout:
		return "Raise -timeout, or try later."
	case webfetch.RobotsBlocked:
		return "The site asks robots not to read this page; -ignore-robots-txt reads it all the same."
	case webfetch.UnsupportedContentType:
		return "This format can't be read as text; -raw writes the bytes."
	case webfetch.GatewayFailed:
		return "Use -mode structural or -mode salience, which need no model."
	}
	return e.Hint()
}
