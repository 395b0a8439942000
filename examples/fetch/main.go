// Command fetch shows a person what an agent would get of a page or file.
//
//	fetch [flags] URL|FILE|-
//
// Without flags it prints title, verdict, warnings and outline, then the
// content as Markdown. "-" reads standard input.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"

	"github.com/webfetch-mcp/webfetch-go/chunk/tiktoken"
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

// settings are the flags.
type settings struct {
	json, links, raw, ignoreRobots bool
	view                           string
	chunk, compact                 int
	question, mode, agent          string
	contentType                    string
	timeout                        time.Duration
	source                         string
}

func parse(args []string, errOut io.Writer) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("fetch", flag.ContinueOnError)
	f.SetOutput(errOut)
	f.Usage = func() {
		fmt.Fprintln(errOut, "usage: fetch [flags] URL|FILE|-")
		f.PrintDefaults()
	}
	f.BoolVar(&s.json, "json", false, "print the packet, chunk set or compaction as JSON")
	f.BoolVar(&s.links, "links", false, "print the links of the page to its own site")
	f.BoolVar(&s.raw, "raw", false, "print the body as it is")
	f.StringVar(&s.view, "view", "", "print one view: markdown, plain, html, raw or links")
	f.IntVar(&s.chunk, "chunk", 0, "split into chunks of `N` tokens")
	f.IntVar(&s.compact, "compact", 0, "shrink to `N` tokens")
	f.StringVar(&s.question, "question", "", "with -compact: keep what answers this `text`")
	f.StringVar(&s.mode, "mode", "", "with -compact: structural, salience, map_reduce or question_focused")
	f.StringVar(&s.agent, "user-agent", "", "user agent to send")
	f.StringVar(&s.contentType, "type", "", "media type of a file or of standard input")
	f.BoolVar(&s.ignoreRobots, "ignore-robots-txt", false, "read the page whatever robots.txt says")
	f.DurationVar(&s.timeout, "timeout", 0, "limit of the whole call (0: 30s)")
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, usage{err}
	}
	if f.NArg() != 1 {
		return nil, usage{errors.New("give exactly one URL, file or -; see -help")}
	}
	s.source = f.Arg(0)
	if s.links {
		s.view = string(webfetch.ViewLinks)
	}
	if s.raw {
		s.view = string(webfetch.ViewRaw)
	}
	return s, nil
}

func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) error {
	s, err := parse(args, errOut)
	if err != nil {
		return err
	}
	client, err := s.client()
	if err != nil {
		return usage{err}
	}
	defer client.Close()
	bar := newBar(errOut)
	packet, err := read(ctx, client, s, in, bar.report)
	bar.finish()
	if err != nil {
		return explain(err)
	}
	return show(ctx, client, s, packet, out)
}

// client counts tokens exactly where they matter: the tables take a moment to load.
func (s *settings) client() (*webfetch.Client, error) {
	opts := webfetch.Options{UserAgent: s.agent}
	if s.chunk > 0 || s.compact > 0 {
		counter, err := tiktoken.CL100K()
		if err != nil {
			return nil, err
		}
		opts.Counter = counter
	}
	return webfetch.New(opts)
}

// explain adds what to try next.
func explain(err error) error {
	var e *webfetch.Error
	if errors.As(err, &e) {
		return fmt.Errorf("%w\n%s", err, e.Advice())
	}
	return err
}
