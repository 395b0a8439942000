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
	canonical, content map[key]string
	near               simhash.Set
}

func (d *duplicates) compare(p *Page, f facts) {
	if of := d.canonical[keyOf(f.Canonical)]; of != "" && of != p.URL {
		p.DuplicateOf, p.Duplicate = of, sameAddress
		return
	}
	if of := d.content[keyOf(f.Content)]; f.Content != "" && of != "" && of != p.URL {
		p.DuplicateOf, p.Duplicate = of, sameContent
		return
	}
	if f.Fingerprint == 0 {
		return
	}
	if of, found := d.near.Near(f.Fingerprint); found && of != p.URL {
		p.DuplicateOf, p.Duplicate = of, nearContent
	}
}

func (d *duplicates) add(url string, f facts) {
	if d.canonical == nil {
		d.canonical, d.content = map[key]string{}, map[key]string{}
	}
	first := func(m map[key]string, name string) {
		if k := keyOf(name); m[k] == "" {
			m[k] = url
		}
	}
	first(d.canonical, f.Canonical)
	if f.Content != "" {
		first(d.content, f.Content)
	}
	if f.Fingerprint != 0 {
		d.near.Add(f.Fingerprint, url)
	}
}
