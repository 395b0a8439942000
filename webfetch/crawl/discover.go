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

func readFile(ctx context.Context, client *webfetch.Client, page webfetch.Request, at string, k kind) outcome {
	size := map[kind]int64{kindRobots: robots.MaxBytes, kindSitemap: maxSitemapBytes, kindLLMsTxt: maxLLMsTxt}
	p, err := client.Fetch(ctx, webfetch.Request{
		URL: at, Mode: "http", MaxBytes: size[k], Extract: webfetch.ExtractOptions{RawOnly: true},
		UserAgent: page.UserAgent, Principal: page.Principal, IgnoreRobots: page.IgnoreRobots,
		UserInitiated: page.UserInitiated, Header: page.Header, Timeout: page.Timeout,
	})
	return outcome{packet: p, err: err}
}

// named is an address that a file names.
type named struct {
	ref       string // as it stands there
	url       *url.URL
	title     string
	modified  time.Time // zero if the file gives none, or none that can be parsed
	isSitemap bool
}

// namesIn gives what a file names until found returns false: the sitemaps of a robots.txt, else
// /sitemap.xml; the pages and sitemaps of a sitemap; the links of an llms.txt (https://llmstxt.org).
func namesIn(k kind, at string, o outcome, found func(named) bool) error {
	base, err := url.Parse(at)
	if err != nil {
		return err
	}
	give := func(n named) bool {
		n.url, err = address.Resolve(base, n.ref)
		return err != nil || found(n)
	}
	switch {
	case k == kindRobots:
		list := []string{}
		if o.err == nil {
			list = robots.Sitemaps(o.packet.Raw)
		}
		if len(list) == 0 {
			list = []string{"/sitemap.xml"}
		}
		for _, ref := range list {
			if !give(named{ref: ref, isSitemap: true}) {
				break
			}
		}
		return nil
	case o.err != nil:
		return o.err
	case k == kindSitemap:
		return parseSitemap(o.packet.Raw, give)
	}
	rest := o.packet.Raw
	if bytes.HasPrefix(bytes.TrimSpace(rest), []byte("<")) {
		return nil // a page that says "not found" with status 200
	}
	for {
		before, after, isLink := bytes.Cut(rest, []byte("]("))
		end := bytes.IndexAny(after, ") \n")
		if !isLink || end < 0 {
			return nil
		}
		title := before[max(bytes.LastIndexByte(before, '['), bytes.LastIndexByte(before, '\n'))+1:]
		if !give(named{ref: string(after[:end]), title: string(title)}) {
			return nil
		}
		rest = after
	}
}

func (c *Crawl) openFile(it item, o outcome) {
	found := map[kind]string{kindSitemap: foundSitemap, kindLLMsTxt: foundLLMsTxt}[it.Kind]
	fault := namesIn(it.Kind, it.URL, o, func(n named) bool {
		switch {
		case !n.isSitemap:
			c.addPage(n.url, item{Depth: 1, Found: found, Referrer: it.URL, Modified: n.modified}, false)
		case it.Depth == 0: // an index does not name another
			c.addFile(kindSitemap, n.url, it.URL)
		}
		return true
	})
	guessed := strings.HasSuffix(it.Referrer, "/robots.txt") && isGuessed(it.URL, fault)
	if it.Kind == kindSitemap && !guessed && len(c.stats.Sitemaps) < maxSitemaps {
		c.stats.Sitemaps[it.URL] = fault
	}
}

// isGuessed reports a sitemap that is not there and that no file has named, as a rule.
func isGuessed(address string, err error) bool {
	var status *webfetch.Error
	return errors.As(err, &status) && status.Status == 404 && strings.HasSuffix(address, "/sitemap.xml")
}

func (c *Crawl) openPage(it item, p *webfetch.Packet) {
	if named, err := url.Parse(p.CanonicalURL); err == nil && p.CanonicalURL != it.URL {
		c.addPage(named, item{Depth: it.Depth, Found: foundCanonical, Referrer: it.URL}, false)
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
		c.addPage(u, item{Depth: it.Depth + 1, Found: foundLink, Referrer: it.URL}, nofollow || slices.Contains(strings.Fields(l.Rel), "nofollow"))
	}
}
