// Package meta reads what a page says about itself.
//
// Each field is taken from the first source that has it, in an order of trust: sources.go has a
// table of what pages state. What a page shows but doesn't state follows: title.go chooses between
// headings and the head, authors.go and dates.go read bylines and dates near the first heading.
package meta

import (
	"cmp"
	"net/url"
	"strings"
	"time"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces: the parser must not leave them out.
const ReadAttributes = "class content datetime href http-equiv itemprop itemtype lang name property rel src value xml:lang"

// Result is the metadata of a page, and other data from its head.
type Result struct {
	extract.Metadata
	// Sources say where fields of Metadata were found.
	Sources Sources
	// DateCaveat says why the date of publication is of low confidence; empty
	// when it is not.
	DateCaveat string
	// Body is the text of the article as JSON-LD has it.
	Body string
	// Recipe is what the page states of how to make or do something; empty if it states nothing.
	Recipe Recipe
	// NotFreeToRead reports that JSON-LD says the page isn't accessible for free, FreeToRead that it or the
	// content_tier of Open Graph says that it is.
	NotFreeToRead, FreeToRead bool
	// SiteTitle is the <title>, white space folded.
	SiteTitle string
	// Headed reports that Title is a heading that the head agrees with.
	Headed bool

	linked linkedData

	guess struct {
		date    bool // the page doesn't mark the date of publication as its own
		loneDay bool // the date is a guess, but the only one on the page
		authors bool // only a class or words mark the authors
	}
}

// Sources has the winning source of each field, "" for a field without a value: one of the table in
// sources.go, or a place where the page shows the value: "heading", "title element", "itemprop author",
// "rel author", "class of an author", "byline", "name at the heading", "address", "time element", "line".
type Sources struct{ Title, Authors, Published string }

// Read reads the metadata of a measured page. base resolves its addresses; nil
// leaves them as they are. A date of publication more than two days ahead of the clock is left out.
func Read(p *measure.Page, base *url.URL) Result {
	r := Result{}
	h := readHead(p)
	if n := p.Head.Title; n != nil {
		r.SiteTitle = Text(n, 1000)
	}
	first := func(sources []source) string {
		value, _ := h.first(sources)
		return value
	}
	// More words that the title of the page begins with are the title, which some programs give for the name of the site.
	const maxSiteNameWords = 6
	title := fold(cmp.Or(first(titleSources[:1]), r.SiteTitle))
	for _, s := range siteNameSources {
		if name := first([]source{s}); r.SiteName == "" && (len(strings.Fields(name)) <= maxSiteNameWords || !hasPrefixFold(title, fold(name))) {
			r.SiteName = name
		}
	}
	r.chooseTitle(&h, base)
	r.Description = fold(first(descriptionSources[:]))
	r.Section = fold(first(sectionSources[:]))
	r.chooseAuthors(&h, base)
	r.Language = h.language()
	r.chooseDates(&h, base, time.Now())
	r.Tags = h.tags()
	r.Image = resolve(base, first(imageSources[:]))
	r.License = first(licenseSources[:])
	r.links(p, base)
	r.CanonicalURL = cmp.Or(r.CanonicalURL, resolve(base, first([]source{"meta og:url"})))
	for d := range strings.FieldsFuncSeq(strings.ToLower(first([]source{"meta robots"})), func(c rune) bool { return c == ',' || c == ' ' }) {
		r.Robots = append(r.Robots, d)
	}
	if first([]source{"meta tdm-reservation"}) == "1" {
		r.Robots = append(r.Robots, "tdm-reservation=1")
	}
	r.linked, r.Body, r.Recipe = h.linked, h.linked.articleBody(h.main), h.recipe()
	access := h.main.get("isAccessibleForFree")
	r.NotFreeToRead = strings.EqualFold(access, "false")
	r.FreeToRead = strings.EqualFold(access, "true") || access == "" && first([]source{"meta article:content_tier", "meta og:article:content_tier"}) == "free"
	return r
}

// DropGuess takes back a date of publication that the page doesn't mark as its own
// by its metadata, its address or the only <time> that it has, and authors
// that it doesn't mark at all. It is for pages that show goods or list other pages:
// those that stand there are of offers, reviews and other pages.
func (r *Result) DropGuess() {
	if r.guess.authors {
		r.Authors, r.Sources.Authors = nil, ""
	}
	if r.guess.date && !r.guess.loneDay {
		r.Published, r.DateCaveat, r.guess.date, r.Sources.Published = time.Time{}, "", false, ""
	}
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func (h *head) tags() (out []string) {
	for _, s := range tagSources {
		for _, l := range h.values(s, maxList) {
			for t := range strings.SplitSeq(l, ",") {
				if t = fold(t); t != "" && len(t) < 100 && len(out) < maxList {
					out = append(out, t)
				}
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// language returns the language of the page: what the html element says, else the first of the
// sources. "en_US" and lists are made a BCP 47 tag.
func (h *head) language() string {
	l := ""
	if n := h.page.Head.HTML; n != nil {
		l = strings.TrimSpace(cmp.Or(htmltree.Attr(n, "lang"), htmltree.Attr(n, "xml:lang")))
	}
	if l == "" {
		l, _ = h.first(languageSources[:])
	}
	l, _, _ = strings.Cut(l, ",")
	l = strings.ReplaceAll(strings.TrimSpace(l), "_", "-")
	if len(l) > 35 || strings.ContainsAny(l, " ;/") {
		return ""
	}
	return l
}

// links takes over where the links of the head lead, then those of the page, by their relations: the first
// link of each counts.
func (r *Result) links(p *measure.Page, base *url.URL) {
	fields := map[string]*string{"next": &r.Next, "license": &r.License, "canonical": &r.CanonicalURL, "image_src": &r.Image}
	take := func(n *html.Node) {
		for rel := range strings.FieldsSeq(strings.ToLower(htmltree.Attr(n, "rel"))) {
			if field := fields[rel]; field != nil && *field == "" {
				*field = resolve(base, htmltree.Attr(n, "href"))
			}
		}
	}
	for _, n := range p.Head.Link {
		take(n)
	}
	delete(fields, "canonical") // of the head alone
	delete(fields, "image_src")
	for i := range p.Links {
		take(p.Links[i].Node)
	}
}

// resolve makes an address absolute; "" for one that is not valid.
func resolve(base *url.URL, ref string) string {
	if base == nil || ref == "" {
		return ref
	}
	u, err := weburl.Resolve(base, ref)
	if err != nil {
		return ""
	}
	return u.String()
}
