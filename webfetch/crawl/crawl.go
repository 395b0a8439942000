package crawl

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/schedule"
)

// Crawl reads a site. Make one with [New].
type Crawl struct {
	client *webfetch.Client
	opts   Options
	scope  *scope

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
	begun bool
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
		client: client, opts: opts, scope: newScope(opts), queue: schedule.NewQueue(limits, item.place),
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
		c.addPage(u, item{Found: foundSeed}, false)
		if !c.skips(foundSitemap) {
			c.addFile(kindRobots, u.ResolveReference(&url.URL{Path: "/robots.txt"}), "")
		}
		if !c.skips(foundLLMsTxt) {
			c.addFile(kindLLMsTxt, u.ResolveReference(&url.URL{Path: "/llms.txt"}), "")
		}
	}
	for _, s := range c.opts.Sitemaps {
		if u, err := url.Parse(strings.TrimSpace(s)); err == nil {
			c.addFile(kindSitemap, u, "")
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
		c.mu.Lock()
		was := c.begun
		c.begun = true
		c.mu.Unlock()
		if was {
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
		if err := c.journal.close(); fault == nil {
			fault = err
		}
		if fault != nil && !ended {
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
