// Package meta reads what a page says about itself.
//
// Each field is taken from the first source that has it, in an order of trust:
//
//	title      the heading that agrees with the head, og:title and names like it without the name of
//	           the site, JSON-LD headline, <title> likewise
//	authors    JSON-LD, meta author and names like it, itemprop, rel=author, visible byline
//	published  JSON-LD, meta article:published_time and names like it, Dublin Core, itemprop,
//	           the URL, <time> or text near the heading, any other visible date
//	modified   JSON-LD, meta article:modified_time and names like it, itemprop
//	the rest   OpenGraph, JSON-LD, Dublin Core, plain meta, link
package meta

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Result is the metadata of a page, and what else its head tells.
type Result struct {
	extract.Metadata
	// DateCaveat says why the date of publication is of low confidence; empty
	// when it is not.
	DateCaveat string
	guessed    bool // the page doesn't mark the date as its own
	lone       bool // the date is guessed, but no other can be meant
	shown      bool // nothing but a class or words say that the authors are some
	// Body is the text of the article as JSON-LD has it.
	Body string
	// NotFreeToRead reports that JSON-LD says the page isn't accessible for free.
	NotFreeToRead bool
	// SiteTitle is the <title>, white space folded.
	SiteTitle string
	// Headed reports that Title is a heading that the head agrees with.
	Headed bool
}

// headValues are the metadata of the head by source.
type headValues struct {
	meta   map[string]string // by lower-case name or property, the first one
	many   map[string][]string
	things []ldNode
}

// Read reads the metadata of a measured page. base resolves its addresses; nil
// leaves them as they are.
func Read(p *measure.Page, base *url.URL) Result {
	var r Result
	v := collect(&p.Head)
	main := v.mainNode()
	if h := p.Head.Title; h != nil {
		r.SiteTitle = Text(h, 1000)
	}
	r.SiteName = v.siteName(cmp.Or(v.meta["og:title"], r.SiteTitle))
	r.Title, r.Headed = title(p, v, main, r.SiteTitle, r.SiteName, base)
	r.Authors, r.shown = authors(p, v, main, r.SiteName, base)
	r.Description = fold(cmp.Or(v.meta["og:description"], v.meta["description"], main.Description, v.meta["twitter:description"], v.meta["dc.description"]))
	r.Language = language(p, v, main)
	r.dates(p, v, main, base)
	r.Section = fold(cmp.Or(v.meta["article:section"], main.Section, v.meta["section"], v.meta["parsely-section"]))
	r.Tags = keywords(v, main)
	r.Type = cmp.Or(v.meta["og:type"], main.Type)
	r.Image = resolve(base, cmp.Or(v.meta["og:image:secure_url"], v.meta["og:image"], v.meta["og:image:url"], v.meta["twitter:image"], v.meta["twitter:image:src"], main.Image))
	r.License = cmp.Or(main.License, v.meta["dc.rights"], v.meta["dcterms.license"], v.meta["license"])
	r.links(p, base)
	r.CanonicalURL = cmp.Or(r.CanonicalURL, resolve(base, v.meta["og:url"]))
	for d := range strings.FieldsFuncSeq(strings.ToLower(v.meta["robots"]), func(c rune) bool { return c == ',' || c == ' ' }) {
		r.Robots = append(r.Robots, d)
	}
	if strings.TrimSpace(v.meta["tdm-reservation"]) == "1" {
		r.Robots = append(r.Robots, "tdm-reservation=1")
	}
	r.Body = v.articleBody(main)
	r.NotFreeToRead = strings.EqualFold(main.free, "false")
	return r
}

// collect reads the meta elements and the JSON-LD of the page.
func collect(h *measure.Head) *headValues {
	v := &headValues{meta: make(map[string]string, len(h.Meta)), many: map[string][]string{}}
	for _, n := range h.Meta {
		var names [4]string
		var content string
		for _, a := range n.Attr {
			switch a.Key {
			case "name":
				names[0] = a.Val
			case "property":
				names[1] = a.Val
			case "itemprop":
				names[2] = a.Val
			case "http-equiv":
				names[3] = a.Val
			case "content":
				content = strings.TrimSpace(a.Val)
			}
		}
		if content == "" {
			continue
		}
		for k, name := range names {
			if name == "" {
				continue
			}
			name = strings.ToLower(name)
			if k == 2 {
				name = "itemprop:" + name
			}
			if _, found := v.meta[name]; !found {
				v.meta[name] = content
			}
			switch name {
			case "author", "article:author", "citation_author", "dc.creator", "article:tag", "keywords", "parsely-author":
				if list := v.many[name]; len(list) < maxList {
					v.many[name] = append(list, content)
				}
			}
		}
	}
	for _, n := range h.JSONLD {
		if n.FirstChild != nil {
			v.things = parseJSONLD(n.FirstChild.Data, v.things)
		}
	}
	return v
}

// mainNode returns the thing of the JSON-LD that is the page itself: the first that is a
// work with a date, an author or a headline, else nothing.
func (v *headValues) mainNode() ldNode {
	best, at := 0, -1
	for i := range v.things {
		t := &v.things[i]
		score := 0
		if schemaType(t.Type) != 0 {
			score = 4
		} else if strings.HasSuffix(t.Type, "Article") || strings.HasSuffix(t.Type, "Posting") {
			score = 4
		} else if strings.HasSuffix(t.Type, "Page") || strings.HasSuffix(t.Type, "Work") {
			score = 1
		} else {
			continue
		}
		if t.Headline != "" {
			score++
		}
		if t.Published != "" {
			score++
		}
		if len(t.Authors)+len(t.references)+len(t.organizations) > 0 {
			score++
		}
		if score > best {
			best, at = score, i
		}
	}
	if at < 0 {
		return ldNode{}
	}
	t := v.things[at]
	if len(t.Authors) == 0 {
		for _, id := range t.references {
			for i := range v.things {
				if v.things[i].ID == id && v.things[i].Name != "" {
					t.Authors = append(t.Authors, v.things[i].Name)
					break
				}
			}
		}
	}
	return t
}

// articleBody is the text of the page as JSON-LD has it: that of the main thing, or for
// a live blog those of all its posts.
func (v *headValues) articleBody(main ldNode) string {
	if main.Type != "LiveBlogPosting" {
		return main.Body
	}
	var b strings.Builder
	for i := range v.things {
		if t := &v.things[i]; t.Body != "" {
			b.WriteString(t.Headline + "\n" + t.Body + "\n")
		}
	}
	return b.String()
}

// maxSiteNameWords is how many words the name of a site may have that the title of
// the page begins with: more are the title, which some programs give for the name.
const maxSiteNameWords = 6

// siteName returns the name of the site of a page with a title, "" where none is
// given.
func (v *headValues) siteName(title string) string {
	for _, name := range [...]string{v.meta["og:site_name"], v.ldSiteName(), v.meta["application-name"], v.meta["apple-mobile-web-app-title"]} {
		isTitle := len(strings.Fields(name)) > maxSiteNameWords && hasPrefixFold(fold(title), fold(name))
		if name != "" && !isTitle {
			return name
		}
	}
	return ""
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// ldSiteName returns the name of the site in JSON-LD.
func (v *headValues) ldSiteName() string {
	for i := range v.things {
		if v.things[i].Type == "WebSite" && v.things[i].Name != "" {
			return v.things[i].Name
		}
	}
	return ""
}

func keywords(v *headValues, main ldNode) []string {
	list := v.many["article:tag"]
	if len(list) == 0 {
		list = main.Keywords
	}
	if len(list) == 0 {
		list = v.many["keywords"]
	}
	var out []string
	for _, l := range list {
		for t := range strings.SplitSeq(l, ",") {
			if t = fold(t); t != "" && len(t) < 100 && len(out) < maxList {
				out = append(out, t)
			}
		}
	}
	return out
}
