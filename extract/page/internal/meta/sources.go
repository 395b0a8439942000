package meta

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// A source is a place where a page may state a field, and the key there:
//
//	ld KEY     a property of the thing of JSON-LD that the page is, see mainWork
//	site KEY   the same of the WebSite of JSON-LD
//	meta KEY   the content of meta elements with this name, property, itemprop or http-equiv. Case and
//	           signs don't count: "publish-date" is "publishDate"
//	cite KEY   the same, where catalogues write the family name first: "Finch, Ada"
//	card KEY   the value of a card of Twitter whose label has a word of this class of names.txt
//	prop KEY   microdata outside of meta elements
//	html KEY   an attribute of the html element
//	link KEY   where the first link of this relation leads, of the head or, but for canonical and image_src, of the page
//
// A source is its own evidence: Result.Sources has the one that each field was taken from.
type source = string

// The sources of each field, the most trusted first. What a page shows, but doesn't state, comes
// after all of them: see authors.go, dates.go and title.go.
var (
	titleSources       = []source{"meta og:title", "meta twitter:title", "meta dc.title", "meta dcterms.title", "meta citation_title"}
	descriptionSources = []source{"meta og:description", "meta description", "ld description", "meta twitter:description", "meta dc.description"}
	siteNameSources    = []source{"meta og:site_name", "site name", "meta application-name", "meta apple-mobile-web-app-title"}
	languageSources    = []source{"html lang", "html xml:lang", "meta content-language", "meta og:locale", "ld inLanguage", "meta dc.language", "meta language"}
	sectionSources     = []source{"meta article:section", "ld articleSection", "meta section", "meta parsely-section"}
	tagSources         = []source{"meta article:tag", "ld keywords", "meta keywords"}
	imageSources       = []source{"meta og:image:secure_url", "meta og:image", "meta og:image:url", "meta twitter:image", "meta twitter:image:src", "ld image", "link image_src"}
	licenseSources     = []source{"ld license", "meta dc.rights", "meta dcterms.license", "meta license", "link license"}
	canonicalSources   = []source{"link canonical", "meta og:url"}

	authorSources = []source{"ld author", "meta author", "meta article:author", "meta parsely-author", "cite citation_author", "cite dc.creator", "meta dcterms.creator",
		"meta sailthru.author", "meta byl", "meta og:article:author", "meta nar_author", "meta cxenseparse:author", "meta authors", "cite citation_authors", "meta og:author",
		"meta shareaholic:article_author_name", "meta bt:author", "card lead"}

	publishedSources = []source{"ld datePublished", "meta article:published_time", "meta og:article:published_time", "ld dateCreated", "ld uploadDate",
		"meta og:published_time", "meta article:published", "meta datePublished", "meta parsely-pub-date", "meta sailthru.date", "meta citation_publication_date", "meta citation_date",
		"meta citation_online_date", "meta dc.date.issued", "meta dcterms.created", "meta dcterms.date", "meta dc.date", "meta dc.date.created", "meta dc.created", "meta pubdate", "meta publish_date",
		"meta published_date", "meta published_on", "meta date", "meta article_date_original", "meta cxenseparse:recs:publishtime", "meta vr:published_time", "meta dateCreated",
		"prop datePublished", "prop dateCreated"}

	modifiedSources = []source{"ld dateModified", "meta article:modified_time", "meta og:updated_time", "meta dcterms.modified", "meta dc.date.modified", "meta last-modified",
		"meta dateModified", "prop dateModified"}
)

// reader reads the metadata of a page.
type reader struct {
	Result
	page    *measure.Page
	base    *url.URL
	meta    []statement
	main    thing // nil if no work is the page
	heading int   // the index of its block
	lines   []line

	publisher, host string    // host is the label of the host that its owner chose
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
	r.main = r.linked.mainWork(fold(cmp.Or(r.first(titleSources...), CutText(r.SiteTitle, maxHeading))))
	return r
}

// first returns the value of the first of some sources that has one.
func (r *reader) first(sources ...source) string {
	value, _ := r.firstFrom(sources)
	return value
}

func (r *reader) firstFrom(sources []source) (value string, from source) {
	for _, s := range sources {
		for _, value := range r.values(s, 1) {
			return value, s
		}
	}
	return "", ""
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
		if key == "image" {
			value = cmp.Or(value, r.main.get("thumbnailUrl"))
		}
	case "site":
		value = r.linked.first("WebSite").get(key)
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
			if label := r.first("meta twitter:label" + n); label != "" && isLead(label) {
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
