package crawl

import (
	"bytes"
	"context"
	"errors"
	"iter"
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
	p, err := c.client.Fetch(ctx, fileRequest(c.opts.Request, it.URL, it.Kind))
	return outcome{packet: p, err: err}
}

// fileRequest returns the request for a file, sent as page would be.
func fileRequest(page webfetch.Request, at string, k kind) webfetch.Request {
	r := webfetch.Request{
		URL: at, Mode: webfetch.ModeHTTP, MaxBytes: maxLLMsTxt, Extract: webfetch.ExtractOptions{RawOnly: true},
		UserAgent: page.UserAgent, Principal: page.Principal, IgnoreRobots: page.IgnoreRobots,
		UserInitiated: page.UserInitiated, Header: page.Header, Timeout: page.Timeout,
	}
	switch k {
	case kindRobots:
		r.MaxBytes = robots.MaxBytes
	case kindSitemap:
		r.MaxBytes = maxSitemapBytes
	}
	return r
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
	base, err := url.Parse(it.URL)
	if err != nil {
		return
	}
	for _, u := range sitemapsOf(base, o) {
		c.addFile(kindSitemap, u, it.URL)
	}
}

// sitemapsOf returns the sitemaps that a robots.txt names, else /sitemap.xml.
func sitemapsOf(base *url.URL, o outcome) (list []*url.URL) {
	named := []string{}
	if o.err == nil {
		named = robots.Sitemaps(o.packet.Raw)
	}
	if len(named) == 0 {
		named = []string{base.Scheme + "://" + base.Host + "/sitemap.xml"}
	}
	for _, s := range named {
		if u, err := address.Resolve(base, s); err == nil {
			list = append(list, u)
		}
	}
	return list
}

func (c *Crawl) openSitemap(it item, o outcome) {
	fault := o.err
	if fault == nil {
		base, _ := url.Parse(it.URL)
		fault = parseSitemap(o.packet.Raw, func(e sitemapEntry) bool {
			u, err := address.Resolve(base, e.URL)
			switch {
			case err != nil:
			case !e.IsSitemap:
				c.addPage(candidate{url: u, depth: 1, found: foundSitemap, referrer: it.URL, modified: e.LastModified})
			case it.Depth == 0: // an index does not name another
				c.addFile(kindSitemap, u, it.URL)
			}
			return true
		})
	}
	if strings.HasSuffix(it.Referrer, "/robots.txt") && isGuessed(it.URL, fault) {
		return
	}
	if len(c.stats.Sitemaps) < maxSitemaps {
		c.stats.Sitemaps[it.URL] = fault
	}
}

// isGuessed reports a sitemap that is not there and that no file has named, as a rule.
func isGuessed(address string, err error) bool {
	var status *webfetch.Error
	return errors.As(err, &status) && status.Status == 404 && strings.HasSuffix(address, "/sitemap.xml")
}

// openLLMsTxt adds the links of a Markdown file (https://llmstxt.org).
func (c *Crawl) openLLMsTxt(it item, text []byte) {
	base, err := url.Parse(it.URL)
	if err != nil {
		return
	}
	for u := range llmsTxtLinks(base, text) {
		c.addPage(candidate{url: u, depth: 1, found: foundLLMsTxt, referrer: it.URL})
	}
}

func llmsTxtLinks(base *url.URL, text []byte) iter.Seq2[*url.URL, string] {
	return func(yield func(*url.URL, string) bool) {
		if bytes.HasPrefix(bytes.TrimSpace(text), []byte("<")) {
			return // a page that says "not found" with status 200
		}
		for rest := text; ; {
			before, after, found := bytes.Cut(rest, []byte("]("))
			end := bytes.IndexAny(after, ") \n")
			if !found || end < 0 {
				return
			}
			title := before[max(bytes.LastIndexByte(before, '['), bytes.LastIndexByte(before, '\n'))+1:]
			if u, err := address.Resolve(base, string(after[:end])); err == nil && !yield(u, string(title)) {
				return
			}
			rest = after
		}
	}
}

func (c *Crawl) openPage(it item, p *webfetch.Packet) {
	if named, err := url.Parse(p.CanonicalURL); err == nil && p.CanonicalURL != it.URL {
		c.addPage(candidate{url: named, depth: it.Depth, found: foundCanonical, referrer: it.URL})
	}
	if c.skips(foundLink) {
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
			url: u, depth: it.Depth + 1, found: foundLink, referrer: it.URL,
			nofollow: nofollow || slices.Contains(strings.Fields(l.Rel), "nofollow"),
		})
	}
}

// candidate is an address that was found.
type candidate struct {
	url      *url.URL
	depth    int
	found    string
	referrer string
	modified time.Time
	nofollow bool
}
