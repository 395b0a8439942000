package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"mime"
	"slices"
	"strings"
	"time"
)

type settings struct {
	json, links, raw, explain  bool
	ignoreRobots, allowPrivate bool
	render                     bool
	view                       string
	chunk, compact             int
	question, agent            string
	selectors                  []string
	crawl                      int
	completion                 string
	contentType                string
	timeout                    time.Duration
	maxBytes                   int64
	source                     string
}

func (s *settings) isURL() bool {
	return strings.HasPrefix(s.source, "http://") || strings.HasPrefix(s.source, "https://")
}

// flags is the table of flags, of which completion is made too.
func (s *settings) flags() *flag.FlagSet {
	f := flag.NewFlagSet("fetch", flag.ContinueOnError)
	f.BoolVar(&s.json, "json", false, "print the packet, chunk set or compaction as JSON")
	f.BoolVar(&s.links, "links", false, "print the links of the page to its own site")
	f.BoolVar(&s.raw, "raw", false, "print the body as it is")
	f.BoolVar(&s.explain, "explain", false, "print which rule kept (+) or left out (-) each piece of an HTML page")
	f.StringVar(&s.view, "view", "", "print one `view`: markdown, plain, html, raw or links")
	f.IntVar(&s.chunk, "chunk", 0, "split into chunks of `N` tokens")
	f.IntVar(&s.compact, "compact", 0, "shrink to `N` tokens")
	f.StringVar(&s.question, "ask", "", "print what answers this `text`, in the words of the page and in 1,000 tokens, or in those of -compact")
	f.StringVar(&s.question, "question", "", "the same as -ask `text`")
	f.Func("select", "read the elements of this CSS `selector` alone; may be given more than once", func(selector string) error {
		s.selectors = append(s.selectors, selector)
		return nil
	})
	f.IntVar(&s.crawl, "crawl", 0, "read `N` pages of the site, from the address on; with -json one packet a line")
	f.StringVar(&s.completion, "completion", "", "print what completes these flags in a `shell`: bash, zsh or fish")
	f.StringVar(&s.agent, "user-agent", "", "user agent to send")
	f.StringVar(&s.contentType, "type", "", "media `type` of a file or of standard input, as text/html")
	f.BoolVar(&s.ignoreRobots, "ignore-robots-txt", false, "read the page whatever robots.txt says")
	f.BoolVar(&s.allowPrivate, "allow-private", false, "allow addresses of this machine and of private networks")
	f.BoolVar(&s.render, "render", false, "read the page with a browser, Chromium or Chrome, after its scripts ran")
	f.DurationVar(&s.timeout, "timeout", 0, "limit of the whole call, as 10s (default 30s)")
	f.Int64Var(&s.maxBytes, "max-bytes", 10<<20, "largest document in `bytes`")
	return f
}

// check refuses flags that don't fit each other or the source, and sets flags implied by
// others.
func (s *settings) check(f *flag.FlagSet, sources []string) error {
	if s.completion != "" {
		if scripts[s.completion] == "" {
			return fmt.Errorf("-completion %s is not bash, zsh or fish", s.completion)
		}
		return nil
	}
	if len(sources) != 1 {
		return errors.New("give exactly one URL, file or -; see -help")
	}
	s.source = sources[0]
	set := map[string]bool{}
	f.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if set["ask"] {
		set["question"] = true
	}
	if set["question"] && !set["compact"] {
		s.compact, set["compact"] = 1000, true
	}
	var forms []string
	for _, name := range []string{"view", "links", "raw", "explain", "chunk", "compact"} {
		if set[name] {
			forms = append(forms, "-"+name)
		}
	}
	all := strings.Join(forms, " and ")
	mediaType, _, notAType := mime.ParseMediaType(s.contentType)
	for _, rule := range []struct {
		broken bool
		why    string
	}{
		{set["chunk"] && s.chunk < 1, "-chunk must be at least 1"},
		{set["crawl"] && s.crawl < 1, "-crawl must be at least 1"},
		{set["compact"] && s.compact < 1, "-compact must be at least 1"},
		{set["max-bytes"] && s.maxBytes < 1, "-max-bytes must be at least 1"},
		{set["timeout"] && s.timeout <= 0, "-timeout must be more than 0"},
		{set["question"] && strings.TrimSpace(s.question) == "", "-ask is empty"},
		{set["view"] && !slices.Contains([]string{"markdown", "plain", "html", "raw", "links"}, s.view), "-view " + s.view + " is not markdown, plain, html, raw or links"},
		{set["type"] && (notAType != nil || !strings.Contains(mediaType, "/")), "-type " + s.contentType + " is not a media type, as text/html"},
		{len(forms) > 1, all + " can't be had together"},
		{s.json && (set["view"] || s.links || s.raw || s.explain), "-json prints the packet, not a view; leave " + all + " out"},
		{set["crawl"] && len(forms) > 0, "-crawl prints whole pages; leave " + all + " out"},
		{s.isURL() && set["type"], "-type is for files and standard input; the server names the type of a URL"},
	} {
		if rule.broken {
			return errors.New(rule.why)
		}
	}
	for _, name := range []string{"user-agent", "ignore-robots-txt", "allow-private", "render", "crawl"} {
		if set[name] && !s.isURL() {
			return errors.New("-" + name + " is for URLs, which begin with http:// or https://")
		}
	}
	switch {
	case s.links:
		s.view = "links"
	case s.raw:
		s.view = "raw"
	}
	return nil
}

// scripts complete the flags and the files of a command line. %s is a line for each flag.
var scripts = map[string]string{
	"bash": `# source <(fetch -completion bash)
_fetch() {
	COMPREPLY=()
	[[ $2 == -* ]] && COMPREPLY=($(compgen -W "%s" -- "$2"))
}
complete -o default -F _fetch fetch
`,
	"zsh": `#compdef fetch
# fetch -completion zsh > "${fpath[1]}/_fetch"
_arguments \
%s  '*:file:_files'
`,
	"fish": `# fetch -completion fish > ~/.config/fish/completions/fetch.fish
%s`,
}

func printCompletion(out io.Writer, s *settings) error {
	var b strings.Builder
	(&settings{}).flags().VisitAll(func(f *flag.Flag) {
		value, usage := flag.UnquoteUsage(f)
		usage = strings.NewReplacer("'", "’", "[", "(", "]", ")").Replace(usage)
		switch s.completion {
		case "bash":
			fmt.Fprintf(&b, "-%s ", f.Name)
		case "zsh":
			if value != "" {
				value = ":" + value + ":_files"
			}
			fmt.Fprintf(&b, "  '*-%s[%s]%s' \\\n", f.Name, usage, value)
		case "fish":
			if value != "" {
				value = " -r"
			}
			fmt.Fprintf(&b, "complete -c fetch -o %s -d '%s'%s\n", f.Name, usage, value)
		}
	})
	_, err := fmt.Fprintf(out, scripts[s.completion], b.String())
	return err
}
