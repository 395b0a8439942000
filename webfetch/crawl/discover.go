package crawl

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
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

// Bounds of one sitemap (https://www.sitemaps.org/protocol.html).
const (
	maxSitemapBytes   = 50 << 20
	maxSitemapEntries = 50_000
)

var (
	errNotASitemap     = errors.New("crawl: not a sitemap")
	errSitemapTooLarge = errors.New("crawl: sitemap with more than 50,000 entries or 50 MB")
)

// parseSitemap reads a sitemap, an index, a feed (RSS or Atom) or a text file of addresses, compressed or
// not, and gives what it names to entry until that returns false. What came before a fault counts.
func parseSitemap(body []byte, entry func(named) bool) error {
	body, cut := inflate(body)
	body = bytes.TrimPrefix(body, []byte("\xef\xbb\xbf"))
	n, wanted := 0, true
	take := func(e named) error {
		if n++; n > maxSitemapEntries {
			return errSitemapTooLarge
		}
		if wanted = entry(e); !wanted {
			return io.EOF
		}
		return nil
	}
	read := readXML
	if head := bytes.TrimSpace(body); len(head) > 0 && head[0] != '<' {
		read = readLines
	}
	err := read(body, take)
	switch {
	case !wanted:
		return nil
	case cut != nil: // that the text ends early is its doing
		return cut
	}
	return err
}

// inflate returns what was read of a compressed body, with the error that ended it.
func inflate(body []byte) ([]byte, error) {
	if bytes.HasPrefix(body, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(bytes.NewReader(body))
		if err != nil {
			return nil, fmt.Errorf("%w: %w", errNotASitemap, err)
		}
		if body, err = io.ReadAll(io.LimitReader(z, maxSitemapBytes+1)); err != nil {
			return body, fmt.Errorf("%w: %w", errNotASitemap, err)
		}
	}
	if len(body) > maxSitemapBytes {
		return body[:maxSitemapBytes], errSitemapTooLarge
	}
	return body, nil
}

// readLines returns errNotASitemap at the first line that is not an address.
func readLines(body []byte, take func(named) error) error {
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if !strings.HasPrefix(line, "http://") && !strings.HasPrefix(line, "https://") {
			return errNotASitemap
		}
		if err := take(named{ref: line}); err != nil {
			return err
		}
	}
	return nil
}

func readXML(body []byte, take func(named) error) error {
	d := xml.NewDecoder(bytes.NewReader(body))
	d.Strict, d.CharsetReader = false, charset.NewReaderLabel
	root := ""
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			if root == "" {
				return errNotASitemap
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errNotASitemap, err)
		}
		start, isStart := token.(xml.StartElement)
		switch {
		case !isStart, root == "" && start.Name.Local == "rss": // in which a channel stands
		case root == "":
			if root = start.Name.Local; !slices.Contains([]string{"urlset", "sitemapindex", "channel", "feed"}, root) {
				return fmt.Errorf("%w: its element is %.40q", errNotASitemap, root)
			}
		default:
			if err := readEntry(d, start, take); err != nil {
				return err
			}
		}
	}
}

func readEntry(d *xml.Decoder, start xml.StartElement, take func(named) error) error {
	var e struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod"`
		Updated string `xml:"updated"` // Atom
		PubDate string `xml:"pubDate"` // RSS
		Link    link   `xml:"link"`
	}
	if err := d.DecodeElement(&e, &start); err != nil {
		return fmt.Errorf("%w: %w", errNotASitemap, err)
	}
	if of := start.Name.Local; of == "item" || of == "entry" {
		e.Loc = cmp.Or(e.Loc, string(e.Link))
	}
	if e.Loc = strings.TrimSpace(e.Loc); e.Loc == "" {
		return nil
	}
	var modified time.Time
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", time.DateOnly, "2006-01", "2006", time.RFC1123Z, time.RFC1123} {
		if t, err := time.Parse(layout, strings.TrimSpace(cmp.Or(e.LastMod, e.Updated, e.PubDate))); err == nil {
			modified = t.UTC()
			break
		}
	}
	return take(named{ref: e.Loc, modified: modified, isSitemap: start.Name.Local == "sitemap"})
}

// link is the first address of a page that an item of RSS or an entry of Atom has.
type link string

func (l *link) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	var e struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
		Text string `xml:",chardata"`
	}
	err := d.DecodeElement(&e, &start)
	if e.Rel == "" || e.Rel == "alternate" {
		*l = cmp.Or(*l, link(e.Href), link(e.Text))
	}
	return err
}

// MapEntry is an address of a site that [Map] or [SitemapPages] has found.
type MapEntry struct {
	// URL is in the form that a crawl has it: without fragment and tracking parameters.
	URL string
	// Title is that of the page of [Map] itself, or the text of the link that names the
	// address. It is empty for addresses from sitemaps.
	Title string
	// LastModified is the date given by a sitemap. Zero means that none was given.
	LastModified time.Time
	// Found says where: seed, sitemap, llms.txt or link.
	Found string
}

// Map lists addresses of a site with one page of it read: that page, which r is the request
// for, its links, those of /llms.txt, and the sitemaps that robots.txt names, else
// /sitemap.xml. Addresses of the page's host, its subdomains and www. before it belong to the
// site; pictures, archives and the like are left out. Each address comes once.
//
// If the page or a sitemap can't be read, Map yields an error with an entry that has its URL, and goes
// on. A missing /llms.txt or /sitemap.xml is not an error. Map ends with ctx.
func Map(ctx context.Context, client *webfetch.Client, r webfetch.Request) iter.Seq2[MapEntry, error] {
	return func(yield func(MapEntry, error) bool) {
		site, err := url.Parse(r.URL)
		if err != nil {
			yield(MapEntry{URL: r.URL, Found: foundSeed}, err)
			return
		}
		home, seen := "", map[string]bool{}
		add := func(u *url.URL, e MapEntry) (more bool) {
			host := withoutWWW(strings.ToLower(u.Hostname()))
			e.URL = addresses.Normalize(u)
			if !isWeb(u) || host != home && !strings.HasSuffix(host, "."+home) || addresses.IsMedia(u) || seen[e.URL] {
				return true
			}
			seen[e.URL] = true
			return yield(e, nil)
		}
		page := r
		page.Extract.Links = true
		p, err := client.Fetch(ctx, page)
		if err != nil {
			if !yield(MapEntry{URL: r.URL, Found: foundSeed}, err) {
				return
			}
			p = &webfetch.Packet{}
		} else if final, err := url.Parse(p.Provenance.FinalURL); err == nil && final.Host != "" {
			site = final
		}
		home = withoutWWW(strings.ToLower(site.Hostname()))
		if err == nil && !add(site, MapEntry{Title: p.Metadata.Title, Found: foundSeed}) {
			return
		}
		for _, l := range p.Links {
			if u, err := url.Parse(l.URL); err == nil && !add(u, MapEntry{Title: l.Text, Found: foundLink}) {
				return
			}
		}
		more := true
		read := func(path string, k kind, found func(named) bool) {
			at := site.ResolveReference(&url.URL{Path: path}).String()
			_ = namesIn(k, at, readFile(ctx, client, r, at, k), found) // a missing one is not an error
		}
		read("/llms.txt", kindLLMsTxt, func(n named) bool {
			more = add(n.url, MapEntry{Title: n.title, Found: foundLLMsTxt})
			return more
		})
		if !more {
			return
		}
		var sitemaps []string
		read("/robots.txt", kindRobots, func(n named) bool {
			sitemaps = append(sitemaps, n.url.String())
			return true
		})
		for e, err := range sitemapPages(ctx, client, r, sitemaps) {
			switch u, _ := url.Parse(e.URL); {
			case len(sitemaps) == 1 && isGuessed(e.URL, err):
			case err != nil && !yield(e, err), err == nil && u != nil && !add(u, e):
				return
			}
		}
	}
}

// SitemapPages reads sitemaps, and those that an index among them names, and
// yields the pages of each; it reads no page. An error, beside an entry with the
// URL of the sitemap, reports one that could not be read, or not to its end; the
// others follow. 1,000 sitemaps are read at most. It ends with ctx.
func SitemapPages(ctx context.Context, client *webfetch.Client, sitemaps ...string) iter.Seq2[MapEntry, error] {
	return sitemapPages(ctx, client, webfetch.Request{}, sitemaps)
}

func sitemapPages(ctx context.Context, client *webfetch.Client, page webfetch.Request, sitemaps []string) iter.Seq2[MapEntry, error] {
	return func(yield func(MapEntry, error) bool) {
		left := maxSitemaps
		for list, depth := sitemaps, 0; depth < 2; depth++ { // an index does not name another
			var indexed []string
			for _, at := range list {
				if left--; left < 0 || ctx.Err() != nil {
					return
				}
				more := true
				err := namesIn(kindSitemap, at, readFile(ctx, client, page, at, kindSitemap), func(n named) bool {
					switch {
					case !isWeb(n.url):
					case n.isSitemap:
						indexed = append(indexed, n.url.String())
					default:
						more = yield(MapEntry{URL: n.url.String(), LastModified: n.modified, Found: foundSitemap}, nil)
					}
					return more
				})
				if !more || err != nil && !yield(MapEntry{URL: at, Found: foundSitemap}, err) {
					return
				}
			}
			list = indexed
		}
	}
}
