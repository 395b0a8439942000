package crawl

import (
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
)

// replay applies a line of the journal. New calls it for each line, in order, before recover.
func (c *Crawl) replay(e entry) {
	r := &c.resumed
	switch {
	case e.Add != nil:
		if k := e.Add.key(); !c.seen[k] {
			c.know(*e.Add)
			if it := e.Add; it.Kind == kindPage && it.Found != foundSeed && it.Found != foundSitemap {
				if u, err := url.Parse(it.URL); err == nil {
					if p, varies := addresses.Pattern(u); varies {
						c.patterns[p]++
					}
				}
			}
			r.waiting = append(r.waiting, *e.Add)
		}
	case e.Got != "" && e.Facts != nil:
		k := keyOf(e.Got)
		r.state[k] = max(r.state[k], got)
		if *e.Facts != (facts{}) { // of a page that could be read
			c.alike.add(e.Got, *e.Facts)
		}
	case e.Done != nil:
		r.state[e.Done.key()] = done
	}
}

type progress int

const (
	found progress = iota
	got            // the body of the loop may have seen it
	done
)

type resumed struct {
	waiting []item // all that were added, in their order
	state   map[key]progress
}

// recover queues what is not done. Call it once, after all lines were replayed.
func (c *Crawl) recover() {
	for _, it := range c.resumed.waiting {
		state := c.resumed.state[it.key()]
		if state == got && c.opts.Delivered != nil && c.opts.Delivered(it.URL) {
			c.journal.write(entry{Done: &item{Kind: it.Kind, URL: it.URL}})
			state = done
		}
		switch {
		case state != done:
			c.queue.Add(it)
		case it.Kind == kindPage:
			c.stats.Done++
		}
	}
	c.resumed = resumed{}
}
