package main

import (
	"errors"
	"flag"
	"io"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/examples/internal/cli"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

type settings struct {
	urls               []string
	in, sitemap, site  string
	paths              []string
	include, exclude   []*regexp.Regexp
	out                string
	resume             bool
	maxPages, maxDepth int
	concurrency        int
	perHost, rate      int
	timeout            time.Duration
	agent              string
	ignoreRobots       bool
	allowPrivate       bool
	redis, job         string
	work, noWork       bool
	fleet              *fleet // to be simulated
}

func parse(args []string, errOut io.Writer) (*settings, error) {
	s := &settings{}
	f := flag.NewFlagSet("batch", flag.ContinueOnError)
	f.StringVar(&s.in, "i", "", "read addresses from `file`, one a line; - is standard input")
	f.StringVar(&s.sitemap, "sitemap", "", "read the pages of the sitemap at `URL`")
	f.StringVar(&s.site, "site", "", "read the site at `URL`, link by link")
	f.Func("path", "with -site and -sitemap: read addresses whose path begins with `/docs/`; may be repeated", func(p string) error {
		s.paths = append(s.paths, "/"+strings.TrimPrefix(p, "/"))
		return nil
	})
	f.Func("include", "with -site and -sitemap: read addresses that match `regexp`; may be repeated, one of them has to match", patterns(&s.include))
	f.Func("exclude", "with -site and -sitemap: leave out addresses that match `regexp`; may be repeated", patterns(&s.exclude))
	f.StringVar(&s.out, "o", "pages.jsonl", "write to `file`: name.jsonl, name.warc.gz, or a directory for Markdown, name/")
	f.BoolVar(&s.resume, "resume", false, "go on with the output of a run that was stopped or killed")
	f.IntVar(&s.maxPages, "max-pages", 1000, "with -site: read `N` pages at most")
	f.IntVar(&s.maxDepth, "max-depth", 5, "with -site: follow links `N` levels deep at most")
	f.IntVar(&s.concurrency, "concurrency", 16, "have `N` requests under way at most")
	f.IntVar(&s.perHost, "per-host", 2, "have `N` requests under way to one host at most")
	f.IntVar(&s.rate, "rate", 60, "send `N` requests a minute to one host at most; less than 0 is no limit")
	f.DurationVar(&s.timeout, "timeout", 0, "limit of each page, as 10s (default 30s)")
	f.StringVar(&s.agent, "user-agent", "", "user agent to send")
	f.BoolVar(&s.ignoreRobots, "ignore-robots-txt", false, "read pages whatever robots.txt says")
	f.BoolVar(&s.allowPrivate, "allow-private", false, "allow addresses of this machine and of private networks")
	f.StringVar(&s.redis, "redis", "", "share the work through the Redis at `URL`: redis://host:6379/0")
	f.StringVar(&s.job, "job", "", "with -redis: the `name` of the job, of letters, digits and -")
	f.BoolVar(&s.work, "work", false, "with -redis: help with the job, until stopped")
	f.BoolVar(&s.noWork, "no-work", false, "with -redis: leave the work to others")
	simulated, simulates := "", false
	f.Func("simulate", "read nothing: say how long workers would take, as `"+fleetFields+"`; concurrency, rate and timeout are those of the other flags", func(text string) error {
		simulated, simulates = text, true
		return nil
	})
	return s, cli.Parse(f, args, errOut, "batch [flags] URL...", "", func(urls []string) (err error) {
		if s.urls = urls; simulates {
			s.fleet, err = parseFleet(simulated, s)
			return err
		}
		return s.check()
	})
}

func patterns(all *[]*regexp.Regexp) func(string) error {
	return func(text string) error {
		r, err := regexp.Compile(text)
		*all = append(*all, r)
		return err
	}
}

func (s *settings) wants(address string) bool {
	matches := func(r *regexp.Regexp) bool { return r.MatchString(address) }
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	return (len(s.paths) == 0 || slices.ContainsFunc(s.paths, func(p string) bool { return strings.HasPrefix(u.EscapedPath(), p) })) &&
		(len(s.include) == 0 || slices.ContainsFunc(s.include, matches)) && !slices.ContainsFunc(s.exclude, matches)
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

var jobName = regexp.MustCompile(`^[A-Za-z0-9-]{1,60}$`)

func (s *settings) check() error {
	sources := 0
	for _, given := range []bool{len(s.urls) > 0, s.in != "", s.sitemap != "", s.site != ""} {
		if given {
			sources++
		}
	}
	switch {
	case s.work && (sources > 0 || s.resume):
		return errors.New("-work takes no addresses and no -resume: they belong to the process that has the job")
	case s.work && s.redis == "":
		return errors.New("-work needs -redis")
	case s.redis != "" && !jobName.MatchString(s.job):
		return errors.New("-redis needs -job, a name of letters, digits and -")
	case s.redis == "" && (s.job != "" || s.noWork):
		return errors.New("-job and -no-work need -redis")
	case slices.ContainsFunc(s.urls, isFile):
		return errors.New("an argument is a file; -i reads addresses from it")
	case !s.work && sources != 1:
		return errors.New("give either addresses, -i, -sitemap or -site; see -help")
	case len(s.paths)+len(s.include)+len(s.exclude) > 0 && s.site == "" && s.sitemap == "":
		return errors.New("-path, -include and -exclude need -site or -sitemap")
	case s.redis != "" && s.site != "":
		return errors.New("-site can't be shared with -redis; -sitemap can")
	case strings.HasSuffix(s.out, ".warc"):
		return errors.New("a web archive is compressed: its name ends in .warc.gz")
	case s.redis != "" && isArchive(s.out):
		return errors.New("a web archive is written by the process that reads the pages, so that it can't be had with -redis")
	case s.maxPages < 1 || s.maxDepth < 1 || s.concurrency < 1 || s.perHost < 1 || s.rate == 0 || s.timeout < 0:
		return errors.New("-max-pages, -max-depth, -concurrency, -per-host, -rate and -timeout must be more than 0")
	}
	return nil
}

func (s *settings) options() webfetch.Options {
	return webfetch.Options{
		Policy: cli.Policy(s.allowPrivate, cli.CarrierNAT), UserAgent: s.agent, IgnoreRobots: s.ignoreRobots,
		Limits: webfetch.Limits{Timeout: s.timeout, Concurrency: s.concurrency, ConcurrencyPerHost: s.perHost, RatePerHost: s.rate},
	}
}

func isArchive(name string) bool { return strings.HasSuffix(name, ".warc.gz") }
