package meta

import (
	"cmp"
	_ "embed"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/wordlist"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A source is a place where a page may state a field, and the key there, as sources.txt has them. It is its own evidence:
// Result.Sources has the one that each field was taken from.
type source = string

//go:embed sources.txt
var sourcesText string

var sourceLists = sync.OnceValue(func() map[string]wordlist.List { return wordlist.Parse(sourcesText) })

// sourcesOf returns the sources of a field, the most trusted first.
func sourcesOf(field string) []source { return sourceLists()[field].Phrases }

// reader reads the metadata of a page.
type reader struct {
	Result
	page    *measure.Page
	base    *url.URL
	meta    []statement
	main    thing // nil if no work is the page
	heading int   // the index of its block
	lines   []line

	host, publisher string    // host is the name of the host in lower case
	categories      []string  // what the links to categories say; nil before they are asked for
	classed         []classed // nil before they are asked for

	dayFirst bool
	latest   time.Time // later dates are not dates of publication
}

// statement is the content of a meta element under one of its names.
type statement struct {
	key     uint64
	content string
}

func newReader(p *measure.Page, base *url.URL) *reader {
	r := &reader{page: p, base: base, heading: headingBlock(p), meta: make([]statement, 0, len(p.Head.Meta))}
	r.lines, r.linked = nearLines(p, r.heading), readLinkedData(p)
	for _, n := range p.Head.Meta {
		content := strings.TrimSpace(htmltree.Attr(n, "content"))
		for i := 0; i < len(n.Attr) && content != ""; i++ {
			switch a := n.Attr[i]; a.Key {
			case "property": // of RDFa may be several
				for name := range strings.FieldsSeq(a.Val) {
					r.meta = append(r.meta, statement{keyOf(name), content})
				}
			case "name", "http-equiv", "itemprop":
				r.meta = append(r.meta, statement{keyOf(a.Val), content})
			}
		}
	}
	if n := p.Head.Title; n != nil {
		r.SiteTitle = Text(n, 1000)
	}
	if base != nil {
		r.host = strings.ToLower(base.Hostname())
	}
	r.main = r.linked.mainWork(fold(cmp.Or(r.first("title"), CutText(r.SiteTitle, maxHeading))))
	return r
}

// first returns the value of a field by the first of its sources that has one.
func (r *reader) first(field string) string {
	value, _ := r.firstFrom(field)
	return value
}

func (r *reader) firstFrom(field string) (value string, from source) {
	for _, s := range sourcesOf(field) {
		if value = r.value(s); value != "" {
			return value, s
		}
	}
	return "", ""
}

// value returns the first value of a source.
func (r *reader) value(s source) string {
	return cmp.Or(r.values(s, 1)...)
}

// values returns at most limit values of a source.
func (r *reader) values(s source, limit int) []string {
	place, key, _ := strings.Cut(s, " ")
	value := ""
	switch place {
	case "ld":
		switch key {
		case "author":
			return r.linked.authorNames(r.main, false)
		case "keywords":
			var words []string
			for _, k := range namesOf(r.main[key]) {
				words = append(words, k.name)
			}
			return words
		}
		value = r.main.get(key)
	case "site":
		isSite := func(t thing) bool { return t.get("@type") == "WebSite" }
		if i := slices.IndexFunc(r.linked.works, isSite); i >= 0 {
			value = r.linked.works[i].get(key)
		}
	case "meta", "cite":
		var all []string
		for k, i := keyOf(key), 0; i < len(r.meta) && len(all) < limit; i++ {
			if r.meta[i].key == k {
				all = append(all, r.meta[i].content)
			}
		}
		if place == "meta" {
			return all
		}
		if strings.HasSuffix(key, "s") && len(all) > 0 { // all of them in one
			all = strings.Split(all[0], ";")
		}
		return givenNamesFirst(all)
	case "card":
		for _, n := range [...]string{"1", "2", "3"} {
			if label := r.value("meta twitter:label" + n); label != "" && isLead(label) {
				return r.values("meta twitter:data"+n, 1)
			}
		}
	case "prop":
		for _, n := range r.page.Head.Props {
			if strings.Contains(htmltree.Attr(n, "itemprop"), key) && !r.inOtherPart(n, false) {
				value = cmp.Or(htmltree.Attr(n, "content"), htmltree.Attr(n, "datetime"))
				if value == "" {
					value = Text(n, 100)
				}
				break
			}
		}
	case "html":
		if n := r.page.Head.HTML; n != nil {
			value = strings.TrimSpace(htmltree.Attr(n, key))
		}
	case "link":
		value = r.linkTo(key)
	}
	if value == "" {
		return nil
	}
	return []string{value}
}

// linkTo returns where the first link of a relation leads.
func (r *reader) linkTo(relation string) string {
	address := func(n *html.Node) string {
		for rel := range strings.FieldsSeq(htmltree.Attr(n, "rel")) {
			if strings.EqualFold(rel, relation) {
				return resolve(r.base, htmltree.Attr(n, "href"))
			}
		}
		return ""
	}
	for _, n := range r.page.Head.Link {
		if to := address(n); to != "" {
			return to
		}
	}
	for i := 0; i < len(r.page.Links) && relation != "canonical" && relation != "image_src"; i++ {
		if to := address(r.page.Links[i].Node); to != "" {
			return to
		}
	}
	return ""
}

// keyOf returns a hash (FNV-1a) of the name of metadata in lower case without the signs between words.
func keyOf(name string) uint64 {
	key := uint64(14695981039346656037)
	for i := range len(name) {
		if c := name[i]; c != '-' && c != '_' && c != ':' && c != '.' {
			key = (key ^ uint64(c|0x20)) * 1099511628211
		}
	}
	return key
}
