// Package meta reads what a page says about itself.
//
// Each field is taken from the first source that has it, in an order of trust: sources.txt
// is a table of what pages state. What a page shows but doesn't state follows: title.go chooses between
// headings and the head, authors.go and dates.go read bylines and dates near the first heading.
package meta

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
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
	// Recipe has the ingredients and steps that the page states; it is empty without them.
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

// Sources has the winning source of each field, "" for a field without a value: one of those in
// sources.txt, or a place where the page shows the value: "heading", "title element", "itemprop author",
// "rel author", "class of an author", "byline", "name at the heading", "address", "time element", "line".
type Sources struct{ Title, Authors, Published string }

// Read reads the metadata of a measured page. base resolves its addresses; nil
// leaves them as they are. A date of publication more than two days ahead of the clock is left out.
func Read(p *measure.Page, base *url.URL) Result {
	r := newReader(p, base)
	// More words that the title of the page begins with are the title, which some programs give for the name of the site.
	const maxSiteNameWords = 6
	title := fold(cmp.Or(r.value("meta og:title"), r.SiteTitle))
	for _, s := range sourcesOf("site name") {
		if name := r.value(s); r.SiteName == "" && (CountWords(name) <= maxSiteNameWords || !hasPrefixFold(title, fold(name))) {
			r.SiteName = name
		}
	}
	r.chooseTitle()
	r.Description = fold(r.first("description"))
	r.Section = fold(r.first("section"))
	r.chooseAuthors()
	r.Language = r.language()
	r.chooseDates(time.Now())
	r.Tags = r.tags()
	r.Image = resolve(base, r.first("image"))
	r.License = r.first("license")
	r.CanonicalURL = resolve(base, r.first("canonical"))
	r.Next = r.first("next")
	isBetween := func(c rune) bool { return c == ',' || c == ' ' }
	r.Robots = slices.AppendSeq(r.Robots, strings.FieldsFuncSeq(strings.ToLower(r.first("robots")), isBetween))
	if r.first("tdm reservation") == "1" {
		r.Robots = append(r.Robots, "tdm-reservation=1")
	}
	r.Body, r.Recipe = r.linked.articleBody(r.main), r.recipe()
	access := r.main.get("isAccessibleForFree")
	r.NotFreeToRead = strings.EqualFold(access, "false")
	r.FreeToRead = strings.EqualFold(access, "true") || access == "" && r.first("content tier") == "free"
	return r.Result
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

func (r *reader) tags() (out []string) {
	for _, s := range sourcesOf("tag") {
		for _, l := range r.values(s, maxList) {
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

// language returns the language of the page. "en_US" and lists are made a BCP 47 tag.
func (r *reader) language() string {
	l, _, _ := strings.Cut(r.first("language"), ",")
	l = strings.ReplaceAll(strings.TrimSpace(l), "_", "-")
	if len(l) > 35 || strings.ContainsAny(l, " ;/") {
		return ""
	}
	return l
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
