package crawl

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/robots"
)

const (
	maxSitemaps = 1000    // files of a crawl: sitemaps, robots.txt and llms.txt
	maxLLMsTxt  = 2 << 20 // bytes of an llms.txt
)

// readFile fetches a file that only names addresses: robots.txt, a sitemap or llms.txt.
func (c *Crawl) readFile(ctx context.Context, it item) outcome {
	r := webfetch.Request{
		URL: it.URL, Mode: webfetch.ModeHTTP, MaxBytes: maxLLMsTxt, Extract: webfetch.ExtractOptions{RawOnly: true},
		UserAgent: c.opts.Request.UserAgent, Principal: c.opts.Request.Principal, IgnoreRobots: c.opts.Request.IgnoreRobots,
		UserInitiated: c.opts.Request.UserInitiated, Header: c.opts.Request.Header, Timeout: c.opts.Request.Timeout,
	}
	switch it.Kind {
	case kindRobots:
		r.MaxBytes = robots.MaxBytes
	case kindSitemap:
		r.MaxBytes = MaxSitemapBytes
	}
	p, err := c.client.Fetch(ctx, r)
	return outcome{packet: p, err: err}
}

// openFile adds the addresses that a robots.txt, sitemap or llms.txt names.
func (c *Crawl) openFile(it item, o outcome) {
	switch it.Kind {
	case kindRobots:
		c.openRobots(it, o)
	case kindSitemap:
		c.openSitemap(it, o)
	case kindLLMsTxt:
		if o.err == nil {
			c.openLLMsTxt(it, o.packet.Raw)
		}
	}
}

// openRobots adds the sitemaps that a robots.txt names. If it names none, or could not be
// read, /sitemap.xml is added.
func (c *Crawl) openRobots(it item, o outcome) {
	named := []string{}
	if o.err == nil {
		named = robots.Sitemaps(o.packet.Raw)
	}
	base, err := url.Parse(it.URL)
	if err != nil {
		return
	}
	if len(named) == 0 {
		named = []string{base.Scheme + "://" + base.Host + "/sitemap.xml"}
	}
	for _, s := range named {
		if u, err := address.Resolve(base, s); err == nil {
			c.addFile(kindSitemap, u, it.URL)
		}
	}
}

func (c *Crawl) openSitemap(it item, o outcome) {
	told := Sitemap{URL: it.URL, Err: o.err}
	if o.err == nil {
		base, _ := url.Parse(it.URL)
		told.Err = ParseSitemap(o.packet.Raw, func(e SitemapEntry) bool {
			told.Entries++
			u, err := address.Resolve(base, e.URL)
			switch {
			case err != nil:
			case !e.IsSitemap:
				c.addPage(candidate{url: u, depth: 1, found: FoundSitemap, referrer: it.URL, modified: e.LastModified})
			case it.Depth == 0: // an index does not name another
				c.addFile(kindSitemap, u, it.URL)
			}
			return true
		})
	}
	var status *webfetch.Error
	guessed := strings.HasSuffix(it.Referrer, "/robots.txt") && strings.HasSuffix(it.URL, "/sitemap.xml")
	if errors.As(told.Err, &status) && status.Status == 404 && guessed {
		return // the address was a guess
	}
	if len(c.stats.Sitemaps) < maxSitemaps {
		c.stats.Sitemaps = append(c.stats.Sitemaps, told)
	}
}

// openLLMsTxt adds the links of a Markdown file (https://llmstxt.org).
func (c *Crawl) openLLMsTxt(it item, text []byte) {
	base, err := url.Parse(it.URL)
	if err != nil || bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
		return // a page that says "not found" with status 200
	}
	for rest := text; ; {
		_, after, found := bytes.Cut(rest, []byte("]("))
		if !found {
			return
		}
		rest = after
		end := bytes.IndexAny(rest, ") \n")
		if end < 0 {
			return
		}
		if u, err := address.Resolve(base, string(rest[:end])); err == nil {
			c.addPage(candidate{url: u, depth: 1, found: FoundLLMsTxt, referrer: it.URL})
		}
	}
}

// openPage adds the links of a page.
func (c *Crawl) openPage(it item, p *webfetch.Packet) {
	if named, err := url.Parse(p.CanonicalURL); err == nil && p.CanonicalURL != it.URL {
		c.addPage(candidate{url: named, depth: it.Depth, found: FoundCanonical, referrer: it.URL})
	}
	if c.opts.IgnoreLinks {
		return
	}
	said := robots.Directives(p.Provenance.Directives, c.client.Options().RobotsToken)
	nofollow := slices.Contains(said, "nofollow") || slices.Contains(said, "none")
	for _, l := range p.Links {
		u, err := url.Parse(l.URL)
		if err != nil || !isWeb(u) {
			continue
		}
		c.addPage(candidate{
			url: u, depth: it.Depth + 1, found: FoundLink, referrer: it.URL,
			nofollow: nofollow || containsWord(l.Rel, "nofollow"),
		})
	}
}

func containsWord(words, word string) bool {
	for w := range strings.FieldsSeq(words) {
		if w == word {
			return true
		}
	}
	return false
}

// candidate is an address that was found.
type candidate struct {
	url      *url.URL
	depth    int
	found    Found
	referrer string
	modified time.Time
	nofollow bool
}
