package crawl

import (
	"crypto/sha256"
	"encoding/hex"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/simhash"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
)

type kind string

const (
	kindPage    kind = "page"
	kindRobots  kind = "robots"
	kindSitemap kind = "sitemap"
	kindLLMsTxt kind = "llms"
)

type item struct {
	Kind     kind      `json:"kind"`
	URL      string    `json:"url"`
	Depth    int       `json:"depth,omitempty"`
	Found    string    `json:"found,omitempty"`
	Referrer string    `json:"referrer,omitempty"`
	Modified time.Time `json:"modified,omitzero"`
}

// key identifies an address: enough bytes of its SHA-256 to make collisions negligible.
type key [16]byte

func keyOf(name string) key {
	sum := sha256.Sum256([]byte(name))
	return key(sum[:16])
}

func (it item) key() key {
	if it.Kind == kindPage {
		return keyOf(it.URL)
	}
	return keyOf(string(it.Kind) + " " + it.URL)
}

func (it item) place() schedule.Place {
	u, err := url.Parse(it.URL)
	if err != nil {
		return schedule.Place{Key: it.URL}
	}
	return schedule.Place{Host: strings.ToLower(u.Host), Key: string(it.Kind) + it.URL}
}

// maxPatterns bounds the keys of Stats.Patterns.
const maxPatterns = 1000

// identity names a crawl by what it may read. A journal of another identity is refused.
func (o Options) identity() string {
	h := sha256.New()
	for _, list := range [][]string{o.Seeds, o.Prefixes} {
		for _, s := range list {
			h.Write([]byte(strconv.Quote(s)))
		}
		h.Write([]byte{'\n'})
	}
	for _, r := range o.Include {
		h.Write([]byte("+" + strconv.Quote(r.String())))
	}
	for _, r := range o.Exclude {
		h.Write([]byte("-" + strconv.Quote(r.String())))
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}

// addPage queues the page at u, of which it has the rest. An address that against excludes is counted
// in Stats.LeftOut; seeds never are.
func (c *Crawl) addPage(u *url.URL, it item, nofollow bool) {
	it.Kind, it.URL = kindPage, addresses.Normalize(u)
	if c.seen[it.key()] {
		return
	}
	if it.Found != foundSeed {
		if why := c.against(u, it, nofollow); why != "" {
			c.stats.LeftOut[why]++
			return
		}
	}
	c.accept(it)
}

// against returns the reason not to fetch an address, else counts it towards its pattern.
func (c *Crawl) against(found *url.URL, it item, isNofollow bool) string {
	u, err := url.Parse(it.URL)
	switch {
	case err != nil || !isWeb(found) || !c.inScope(u, it.URL):
		return outOfScope
	case isNofollow:
		return nofollow
	case addresses.IsMedia(u):
		return notAPage
	case addresses.IsEndless(u):
		return endlessPath
	case it.Depth > c.opts.MaxDepth:
		return tooDeep
	case c.stats.Found >= c.opts.MaxPages:
		return overBudget
	case it.Found == foundSitemap || c.opts.MaxPerPattern < 0:
		return ""
	}
	p, varies := addresses.Pattern(u)
	if !varies {
		return ""
	}
	if c.patterns[p] >= c.opts.MaxPerPattern {
		if _, told := c.stats.Patterns[p]; told || len(c.stats.Patterns) < maxPatterns {
			c.stats.Patterns[p]++
		}
		return overPattern
	}
	c.patterns[p]++
	return ""
}

func (c *Crawl) addFile(k kind, u *url.URL, referrer string) {
	if !isWeb(u) {
		return
	}
	it := item{Kind: k, URL: address.Clean(u).String(), Referrer: referrer}
	if strings.Contains(referrer, "://") && !strings.HasSuffix(referrer, "/robots.txt") {
		it.Depth = 1 // of an index
	}
	if c.seen[it.key()] || c.files >= maxSitemaps {
		return
	}
	c.accept(it)
}

func (c *Crawl) accept(it item) {
	c.know(it)
	c.journal.write(entry{Add: &it})
	c.queue.Add(it)
}

func (c *Crawl) know(it item) {
	c.seen[it.key()] = true
	if it.Kind == kindPage {
		c.stats.Found++
	} else {
		c.files++
	}
}

// inScope reports whether u, an address in normal form, is in scope; normal is its text.
func (c *Crawl) inScope(u *url.URL, normal string) bool {
	begins := func(prefix string) bool { return strings.HasPrefix(u.Path, prefix) }
	matches := func(r *regexp.Regexp) bool { return r.MatchString(normal) }
	return c.hosts[withoutWWW(u.Host)] &&
		(c.opts.Prefixes == nil || slices.ContainsFunc(c.opts.Prefixes, begins)) &&
		(len(c.opts.Include) == 0 || slices.ContainsFunc(c.opts.Include, matches)) && !slices.ContainsFunc(c.opts.Exclude, matches)
}

func withoutWWW(host string) string { return strings.TrimPrefix(host, "www.") }

type facts struct {
	Canonical   string `json:"canonical,omitempty"`
	Content     string `json:"content,omitempty"` // hash
	Fingerprint uint64 `json:"fingerprint,omitempty,string"`
}

func factsOf(p *webfetch.Packet) facts {
	f := facts{Content: p.Hashes.ContentHash, Fingerprint: simhash.Fingerprint(p.Content)}
	if u, err := url.Parse(p.CanonicalURL); err == nil {
		f.Canonical = addresses.Normalize(u)
	}
	if p.Content == "" {
		f.Content = "" // that pages are empty does not make them alike
	}
	return f
}

type duplicates struct {
	first map[key]string // the URL of the first page, by names of facts
	near  simhash.Set
}

// names returns in what pages can be the same, and by which name.
func (f facts) names() [2][2]string {
	return [2][2]string{{sameAddress, f.Canonical}, {sameContent, f.Content}}
}

func (d *duplicates) compare(p *Page, f facts) {
	for _, name := range f.names() {
		if of := d.first[keyOf(name[0]+name[1])]; of != "" && of != p.URL {
			p.DuplicateOf, p.Duplicate = of, name[0]
			return
		}
	}
	if f.Fingerprint == 0 {
		return
	}
	if of, found := d.near.Near(f.Fingerprint); found && of != p.URL {
		p.DuplicateOf, p.Duplicate = of, nearContent
	}
}

func (d *duplicates) add(url string, f facts) {
	for _, name := range f.names() {
		if k := keyOf(name[0] + name[1]); name[1] != "" && d.first[k] == "" {
			d.first[k] = url
		}
	}
	if f.Fingerprint != 0 {
		d.near.Add(f.Fingerprint, url)
	}
}
