package crawl

import (
	"net/url"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/addresses"
	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/simhash"
)

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
