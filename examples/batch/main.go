// Command batch reads many pages.
//
//	batch [flags] URL...              these pages
//	batch [flags] -i FILE             one address a line; "-" is standard input
//	batch [flags] -sitemap URL        the pages of a sitemap
//	batch [flags] -site URL           a site, link by link
//	batch -redis URL -job NAME -work  help with a job that another process has
//	batch [flags] -simulate WHAT      how long workers would take, in virtual time
//
// The output is a file of JSON lines (-o pages.jsonl), a directory of Markdown files (-o
// pages/), or a web archive (-o pages.warc.gz). It has one result for every address: the
// page or an error. With -resume a run that was stopped or killed goes on; addresses in the
// output are not fetched again. A terminal shows the progress.
//
// With -redis, the addresses are tasks of asynq (github.com/hibiken/asynq) in that Redis,
// and any number of processes on any number of machines with -work and the same -job read
// them, at one pace for each host in all. The process that was given the addresses writes
// the output. Tasks of a worker that died are taken over after a minute or two; those that
// failed for good can be looked at with asynq's own tools: asynq task ls
// --queue=batch-NAME-0 --state=archived.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/bar"
	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

func main() {
	cli.Run("batch", nil, func(ctx context.Context) error { return run(ctx, os.Args[1:], os.Stdin, os.Stderr) })
}

type usage = cli.Usage

func run(ctx context.Context, args []string, in io.Reader, errOut io.Writer) error {
	s, err := parse(args, errOut)
	if err != nil {
		return err
	}
	switch {
	case s.fleet != nil:
		s.fleet.run().write(errOut, s.fleet)
		return nil
	case s.work:
		return s.help(ctx)
	}
	out, err := openOutput(s.out, s.resume)
	if err != nil {
		return err
	}
	opts := s.options()
	if out.cassette != nil {
		opts.Hooks.WrapTransport = out.cassette.Transport
	}
	client, err := webfetch.New(opts)
	if err != nil {
		return errors.Join(usage{Err: err}, out.close())
	}
	defer client.Close()
	t := &tally{out: out, bar: bar.New(errOut), began: time.Now()}
	switch {
	case s.site != "":
		err = s.crawl(ctx, client, t)
	case s.redis != "":
		err = s.runShared(ctx, client, in, t)
	default:
		err = s.fetchAll(ctx, client, in, t)
	}
	err = errors.Join(err, out.close())
	t.bar.Finish()
	fmt.Fprint(errOut, t.last())
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("stopped; -resume goes on from here")
	case t.kept > 0 && t.failed == t.kept:
		return errors.New("no page could be read; the output has the reasons")
	}
	return nil
}
