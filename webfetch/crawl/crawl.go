// Package crawl reads a site as a whole, page by page, in a loop:
//
//	c, err := crawl.New(client, crawl.Options{Seeds: []string{"https://docs.example/"}})
//	...
//	for page, err := range c.Pages(ctx) {
//		if err != nil {
//			continue // page.URL failed
//		}
//		fmt.Println(page.URL, page.Packet.Metadata.Title)
//	}
//
// # What is found
//
// The seeds; the sitemaps that robots.txt names, else /sitemap.xml; the links of /llms.txt;
// then the links of each page, level by level, as far as they are in scope: on the hosts of
// the seeds, below the path prefixes and within the patterns of [Options]. Links with
// rel=nofollow, and those of pages whose robots meta element or X-Robots-Tag says nofollow,
// are not followed. Spellings of an address count as one: fragments, tracking parameters and
// session identifiers are dropped. Parts that a server may distinguish are kept, such as the
// case of paths and the order of parameters.
//
// # Bounds
//
// [Options.MaxPages] bounds the addresses that are asked for, [Options.MaxDepth] the
// distance to a seed. Sites without end (calendars, filters, session identifiers, paths that
// repeat) are bounded by their pattern: of links that differ in numbers, identifiers or
// values of the query only, some are followed, and [Crawl.Stats] counts what was left out.
// Memory grows with MaxPages by about 300 bytes a page, plus what the loop holds.
//
// # Politeness
//
// All requests go through the client: its robots.txt, its pace for each host, its egress
// policy. Hosts take turns, and a slow loop slows the crawl down.
//
// # Resuming
//
// With [Options.Journal] the crawl writes down what it found and did, so that a crawl which
// was stopped, or killed, goes on where it was. A page counts as done when the body of the
// loop has returned. One that was killed in between is asked for again, unless
// [Options.Delivered] says that its result is kept already.
package crawl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/address"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
)

const (
	foundSeed      = "seed"
	foundSitemap   = "sitemap"
	foundLLMsTxt   = "llms.txt"
	foundLink      = "link"
	foundCanonical = "canonical" // the address that a page names as its own
)

const (
	sameAddress = "address" // both lead to, or name as their own, one address
	sameContent = "content" // the same text
	nearContent = "near"    // nearly the same text
)

// Page is a page of a crawl. Everything in it is read-only.
type Page struct {
	// Packet is the page. If the page could not be read it is empty, but never nil.
	*webfetch.Packet
	// URL is the requested address.
	URL string
	// Depth is how many links it is away from a seed.
	Depth int
	// Found says where the address was found first. Referrer is the page or file that contains
	// it, "" for seeds.
	Found    string
	Referrer string
	// LastModified is the date given by a sitemap. Zero means that no sitemap gave one.
	LastModified time.Time
	// DuplicateOf is the URL of an earlier page of the crawl that this one is like,
	// "" for none, and Duplicate says in what: address, content, or near for nearly the
	// same text.
	DuplicateOf string
	Duplicate   string
}

const (
	overBudget  = "max_pages"   // Options.MaxPages addresses were found before
	tooDeep     = "max_depth"   // further away from a seed than Options.MaxDepth
	overPattern = "max_pattern" // Options.MaxPerPattern others are like it
	outOfScope  = "scope"       // another host, path or pattern
	nofollow    = "nofollow"    // the page asks robots not to follow it
	endlessPath = "endless"     // a path that repeats itself or is too long
	notAPage    = "media"       // a picture, an archive, a style sheet
)

// Stats report how far a crawl is.
type Stats struct {
	// Found are the addresses of pages that were accepted, Done those whose loop
	// body has returned, and Failed those of Done that could not be read.
	Found, Done, Failed int
	// LeftOut counts links that were not followed, each as often as it was found.
	// What was found before is not counted.
	LeftOut map[string]int
	// Patterns counts, of LeftOut, those over the bound of their pattern, by
	// pattern ("https://host/calendar/#/#?day"). It has at most 1,000 patterns.
	Patterns map[string]int
	// Sitemaps has each that was asked for, at most 1,000, and why it could not be read, or not
	// to its end; nil otherwise.
	Sitemaps map[string]error
}

// Options say what to read. Only Seeds is required.
type Options struct {
	// Seeds are the addresses to begin with, http or https. They are read even if they are out
	// of scope. Their hosts are in scope; "www." before one makes no difference.
	Seeds []string
	// Skip names what addresses are not taken from: "sitemap" for the sitemaps of the hosts of
	// Seeds, "llms.txt" for their /llms.txt, "link" for the links of pages. Nil means all are used.
	Skip []string

	// Prefixes are beginnings of paths that are in scope ("/docs/"). Nil means all.
	Prefixes []string
	// Include and Exclude are matched with the address: one of Include must match,
	// if there are any, and none of Exclude.
	Include, Exclude []*regexp.Regexp

	// MaxPages bounds the addresses that are asked for, whether they answer or
	// not; sitemaps, llms.txt and robots.txt do not count. Zero means 1,000.
	MaxPages int
	// MaxDepth bounds how many links a page is away from a seed; what a sitemap or
	// llms.txt names is one away. Zero means 5.
	MaxDepth int
	// MaxPerPattern bounds the links that are followed of those which differ only
	// in numbers, identifiers and the values of their query. What sitemaps name is
	// not counted. Zero means 100, negative means no bound.
	MaxPerPattern int

	// Request is sent for each page, with its URL, and with links asked for.
	Request webfetch.Request
	// Journal is the path of a file that the crawl is written down in. If it is
	// there, the crawl goes on. One crawl at a time may use it. Zero means none.
	Journal string
	// Delivered is asked when a crawl goes on, for pages whose loop body may have
	// been under way when it ended. True means that the result is kept, and the
	// page is not asked for again. Nil means that it is not known.
	Delivered func(url string) bool
}

func (o Options) validate() error {
	switch {
	case len(o.Seeds) == 0:
		return errors.New("crawl: no seeds")
	case o.MaxPages < 0 || o.MaxDepth < 0:
		return errors.New("crawl: MaxPages or MaxDepth is negative")
	case o.Request.URL != "":
		return errors.New("crawl: Request has a URL; the crawl sets it")
	}
	for _, source := range o.Skip {
		if source != foundSitemap && source != foundLLMsTxt && source != foundLink {
			return fmt.Errorf("crawl: Skip has %q, which is not sitemap, llms.txt or link", source)
		}
	}
	for _, s := range o.Seeds {
		if u, err := url.Parse(strings.TrimSpace(s)); err != nil || !isWeb(u) {
			return fmt.Errorf("crawl: %q is not an http or https address", s)
		}
	}
	return nil
}

func isWeb(u *url.URL) bool {
	return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && u.User == nil
}

// Crawl reads a site. Make one with [New].
type Crawl struct {
	client *webfetch.Client
	opts   Options
	hosts  map[string]bool // of the seeds, without www.
	begun  atomic.Bool

	// The fields below belong to the goroutine of the loop over Pages, except stats
	// and read, which mu guards.
	queue    *schedule.Queue[item]
	journal  *journal
	seen     map[key]bool // addresses that were accepted
	patterns map[string]int
	alike    duplicates
	files    int

	mu    sync.Mutex
	stats Stats
	read  map[key]bool // addresses that answered, also by a redirect
}

var errBegun = errors.New("crawl: this crawl was begun before; make another")

// New prepares a crawl and opens its journal. Nothing is sent before the loop.
func New(client *webfetch.Client, opts Options) (*Crawl, error) {
	if err := opts.validate(); err != nil {
		return nil, err
	}
	opts.MaxPages, opts.MaxDepth, opts.MaxPerPattern = cmp.Or(opts.MaxPages, 1000), cmp.Or(opts.MaxDepth, 5), cmp.Or(opts.MaxPerPattern, 100)
	opts.Request.Extract.Links = true
	o := client.Options()
	limits := schedule.Limits{Total: o.Limits.Concurrency, PerHost: o.Limits.ConcurrencyPerHost}
	c := &Crawl{
		client: client, opts: opts, hosts: map[string]bool{}, queue: schedule.NewQueue(limits, item.place),
		alike: duplicates{first: map[key]string{}}, seen: map[key]bool{}, patterns: map[string]int{}, read: map[key]bool{},
		stats: Stats{LeftOut: map[string]int{}, Patterns: map[string]int{}, Sitemaps: map[string]error{}},
	}
	if opts.Journal != "" {
		if err := c.resume(); err != nil {
			return nil, err
		}
	}
	c.addSeeds()
	return c, c.journal.flush()
}

func (c *Crawl) addSeeds() {
	for _, s := range c.opts.Seeds {
		u, err := url.Parse(strings.TrimSpace(s))
		if err != nil {
			continue // validate has refused it
		}
		c.hosts[withoutWWW(address.Host(u.Scheme, u.Host))] = true
		c.addPage(u, item{Found: foundSeed}, false)
		if !c.skips(foundSitemap) {
			c.addFile(kindRobots, u.ResolveReference(&url.URL{Path: "/robots.txt"}), "")
		}
		if !c.skips(foundLLMsTxt) {
			c.addFile(kindLLMsTxt, u.ResolveReference(&url.URL{Path: "/llms.txt"}), "")
		}
	}
}

// Pages reads the site, once: each page is yielded as it arrives. Where one can't
// be read the error is an *[webfetch.Error], and the page has its address. The
// page is never nil. Another error is one of the journal, or of a second loop, with a
// page without URL, and ends the crawl.
//
// Ending the loop early, or ctx, cancels what is under way and closes the
// journal, in which that is still to be done. Pages that ctx cancelled are not
// yielded.
func (c *Crawl) Pages(ctx context.Context) iter.Seq2[*Page, error] {
	return func(yield func(*Page, error) bool) {
		if c.begun.Swap(true) {
			yield(&Page{Packet: &webfetch.Packet{}}, errBegun)
			return
		}
		fault, ended := error(nil), false
		schedule.Run(ctx, schedule.Job[item, outcome]{
			Queue: c.queue,
			Work:  c.work,
			Each: func(it item, o outcome) bool {
				if ctx.Err() != nil {
					return false
				}
				ended, fault = c.take(it, o, yield)
				return !ended && fault == nil
			},
		})
		if fault = cmp.Or(fault, c.journal.close()); fault != nil && !ended {
			yield(&Page{Packet: &webfetch.Packet{}}, fault)
		}
	}
}

// Stats report how far the crawl is. It may be called at any time.
func (c *Crawl) Stats() Stats {
	c.mu.Lock()
	defer c.mu.Unlock()
	s := c.stats
	s.LeftOut, s.Patterns, s.Sitemaps = maps.Clone(s.LeftOut), maps.Clone(s.Patterns), maps.Clone(s.Sitemaps)
	return s
}

func (c *Crawl) skips(source string) bool { return slices.Contains(c.opts.Skip, source) }

type outcome struct {
	packet *webfetch.Packet
	err    error
	known  bool // a redirect of another page has led there already
}

func (c *Crawl) work(ctx context.Context, it item) outcome {
	if it.Kind != kindPage {
		return readFile(ctx, c.client, c.opts.Request, it.URL, it.Kind)
	}
	c.mu.Lock()
	known := c.read[it.key()]
	c.mu.Unlock()
	if known {
		return outcome{known: true}
	}
	r := c.opts.Request
	r.URL = it.URL
	p, err := c.client.Fetch(ctx, r)
	if err == nil {
		c.mu.Lock()
		for _, u := range append(p.Provenance.Redirects, p.Provenance.FinalURL) {
			if parsed, err := url.Parse(u); err == nil {
				c.read[keyOf(addresses.Normalize(parsed))] = true
			}
		}
		c.mu.Unlock()
	}
	return outcome{packet: p, err: err}
}

// take writes to the journal what the page has led to before the body of the loop gets it, and
// after it that the item is done: a crawl that is killed in between asks for the page again.
func (c *Crawl) take(it item, o outcome, yield func(*Page, error) bool) (ended bool, err error) {
	page, err := c.open(it, o)
	if err != nil {
		return false, err
	}
	if page == nil {
		return false, c.journal.done(it)
	}
	more := yield(page, o.err)
	c.mu.Lock()
	if c.stats.Done++; o.err != nil {
		c.stats.Failed++
	}
	c.mu.Unlock()
	return !more, c.journal.done(it)
}

// open adds the addresses that an outcome names. The page is nil for a file, or one read before.
func (c *Crawl) open(it item, o outcome) (*Page, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case o.known:
		c.stats.Done++
		return nil, nil
	case it.Kind != kindPage:
		c.openFile(it, o)
		return nil, nil
	}
	if o.err != nil {
		o.packet = &webfetch.Packet{}
	}
	page := &Page{Packet: o.packet, URL: it.URL, Depth: it.Depth, Found: it.Found, Referrer: it.Referrer, LastModified: it.Modified}
	var f facts
	if o.err == nil {
		c.openPage(it, o.packet)
		f = factsOf(o.packet)
		c.alike.compare(page, f)
		c.alike.add(it.URL, f)
	}
	c.journal.write(entry{Got: it.URL, Facts: &f})
	return page, c.journal.flush()
}
