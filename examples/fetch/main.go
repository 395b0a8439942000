// Command fetch shows a person what an agent would get of a page or file.
//
//	fetch [flags] URL|FILE|-
//
// Flags may stand behind the address too. The content is written to standard output as Markdown;
// title, verdict, warnings and outline to standard error, so that "fetch URL > page.md" writes the
// content alone. "-" reads standard input. -help lists the flags and the exit codes.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/browser"
)

func main() {
	cli.Run("fetch", exitCode, func(ctx context.Context) error {
		return run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	})
}

type usage = cli.Usage

const synopsis = "fetch [flags] URL|FILE|-\n\nContent is written to standard output, what is said of it to standard error.\n"

const exitCodes = `Exit codes: 0 it was read; 1 another failure; 2 wrong usage; 3 refused by the egress policy or by
robots.txt; 4 not reached, or too slow; 5 the server answered with an error or a CAPTCHA; 6 what came
can't be read; 130 interrupted.
`

var classes = map[webfetch.Code]int{
	webfetch.InvalidURL: 2, webfetch.InvalidProtocol: 2, webfetch.InvalidInput: 2,
	webfetch.SSRFBlocked: 3, webfetch.DomainNotAllowed: 3, webfetch.RobotsBlocked: 3,
	webfetch.DNSError: 4, webfetch.ConnectionFailed: 4, webfetch.TLSError: 4, webfetch.Timeout: 4, webfetch.RateLimited: 4,
	webfetch.TooManyRedirects: 4, webfetch.RedirectLoop: 4, webfetch.RenderUnavailable: 4, webfetch.RenderFailed: 4, webfetch.RenderTimeout: 4,
	webfetch.HTTPError: 5, webfetch.CaptchaDetected: 5,
	webfetch.ContentTooLarge: 6, webfetch.DecompressionFailed: 6, webfetch.UnsupportedContentType: 6, webfetch.PDFDisabled: 6, webfetch.ExtractionFailed: 6,
	webfetch.Cancelled: 130,
}

func exitCode(err error) int {
	var e *webfetch.Error
	switch {
	case errors.As(err, new(usage)):
		return 2
	case errors.As(err, &e) && classes[e.Code] > 0:
		return classes[e.Code]
	}
	return 1
}

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	s := &settings{}
	f := s.flags()
	err := cli.Parse(f, args, errOut, synopsis, "\n"+exitCodes, func(sources []string) error { return s.check(f, sources) })
	if err != nil {
		return err
	}
	if s.completion != "" {
		return printCompletion(out, s)
	}
	opts, err := s.options()
	if err != nil {
		return usage{Err: err}
	}
	if s.isURL() { // without -render, for pages that are nothing without scripts
		r, err := browser.New(browser.Options{Policy: opts.Policy, UserAgent: opts.UserAgent})
		switch {
		case err == nil:
			defer r.Close()
			opts.Renderer = r
		case s.render:
			return fmt.Errorf("-render: %w", err)
		}
	}
	client, err := webfetch.New(opts)
	if err != nil {
		return usage{Err: err}
	}
	defer client.Close()
	if s.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.timeout)
		defer cancel()
	}
	progress := bar.New(errOut)
	if s.crawl > 0 {
		return crawlSite(ctx, client, s, progress, newPen(out), newPen(errOut))
	}
	packet, err := read(ctx, client, s, in, progress.Report)
	progress.Finish()
	if err != nil {
		return explain(err)
	}
	return show(ctx, client, s, packet, newPen(out), newPen(errOut))
}

func (s *settings) options() (webfetch.Options, error) {
	opts := webfetch.Options{UserAgent: s.agent, Limits: webfetch.Limits{MaxBytes: s.maxBytes}, Policy: cli.Policy(s.allowPrivate, cli.CarrierNAT)}
	if s.chunk > 0 || s.compact > 0 {
		counter, err := tiktoken.CL100K()
		if err != nil {
			return opts, err
		}
		opts.Counter = counter
	}
	return opts, nil
}

type explained struct {
	error
	text string
}

func (e explained) Error() string { return e.text }
func (e explained) Unwrap() error { return e.error }

func explain(err error) error {
	e, is := errors.AsType[*webfetch.Error](err)
	if !is {
		return err
	}
	text := strings.TrimPrefix(strings.TrimPrefix(e.Error(), "webfetch: "+e.Op), ": ")
	hint := e.Hint()
	if hint == (&webfetch.Error{Code: e.Code, Op: e.Op}).Hint() { // the cause knows nothing better
		hint = cmp.Or(hints[e.Code], hint)
	}
	return explained{err, strings.TrimSpace(text) + "\n" + hint}
}

// hints are those that name a flag.
var hints = map[webfetch.Code]string{
	webfetch.SSRFBlocked:            "The address is not on the public internet; -allow-private allows this machine and private networks.",
	webfetch.ContentTooLarge:        "Raise -max-bytes, or ask for a smaller document.",
	webfetch.Timeout:                "Raise -timeout, or try later.",
	webfetch.RobotsBlocked:          "The site asks robots not to read this page; -ignore-robots-txt reads it all the same.",
	webfetch.UnsupportedContentType: "This format can't be read as text; -raw writes the bytes.",
}
