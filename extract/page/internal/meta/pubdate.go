package meta

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// dates sets the dates of publication and of the last change.
func (r *Result) dates(p *measure.Page, v *headValues, main ldNode, base *url.URL) {
	for _, s := range []string{main.Modified, v.meta["article:modified_time"], v.meta["og:updated_time"], v.meta["dcterms.modified"],
		v.meta["dc.date.modified"], v.meta["last-modified"], v.meta["itemprop:datemodified"], datedProp(p, "dateModified")} {
		if d, ok := parseDate(s, daysFirst(r.Language)); ok {
			r.Modified = d.Time
			break
		}
	}
	for _, s := range []string{main.Published, v.meta["article:published_time"], v.meta["og:article:published_time"], v.published(), main.Created,
		v.meta["og:published_time"], v.meta["article:published"], v.meta["datepublished"], v.meta["itemprop:datepublished"], v.meta["parsely-pub-date"], v.meta["sailthru.date"],
		v.meta["citation_publication_date"], v.meta["citation_date"], v.meta["dc.date.issued"], v.meta["dcterms.created"], v.meta["dcterms.date"],
		v.meta["dc.date"], v.meta["dc.date.created"], v.meta["pubdate"], v.meta["publishdate"], v.meta["publish-date"], v.meta["publish_date"],
		v.meta["date"], v.meta["article_date_original"], v.meta["cxenseparse:recs:publishtime"], v.meta["vr:published_time"], v.meta["itemprop:datecreated"],
		datedProp(p, "datePublished"), datedProp(p, "dateCreated")} {
		if d, ok := parseDate(s, daysFirst(r.Language)); ok {
			r.Published, r.DateOnly = d.Time, d.DateOnly
			if d.Swappable {
				r.DateCaveat = swappable
			}
			r.preferLocalDay(p)
			return
		}
	}
	r.fallbackDate(p, base)
}

// preferLocalDay takes the day that the page shows at its heading for that of a time in UTC
// that can be on that day somewhere: where the page was written.
func (r *Result) preferLocalDay(p *measure.Page) {
	if _, offset := r.Published.Zone(); r.DateOnly || offset != 0 {
		return
	}
	for b := range nearHeading(p, 4, 8) {
		if block := &p.Blocks[b]; block.Words > 14 || block.Digits < 3 {
			continue
		}
		text := blockText(p, b, 160)
		d, isChange, ok := lineDate(text, daysFirst(r.Language))
		if !ok || isChange {
			continue
		}
		// Offsets reach from 12 hours behind UTC to 14 ahead of it.
		ahead := d.Time.Sub(r.Published)
		if ahead > 0 && ahead <= 14*time.Hour || ahead < -24*time.Hour && ahead >= -36*time.Hour {
			r.Published, r.DateOnly = d.Time, true
		}
		return
	}
}

// speaksOfChange reports whether a text has a word for a change ("updated", "modified").
func speaksOfChange(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"updat", "modif", "edited", "revis", "aktualis", "geändert", "mis à jour", "actualiz", "aggiorn", "bijgewerkt"}, func(word string) bool { return strings.Contains(text, word) })
}

// published is the date that the first dated thing of JSON-LD has which is no
// review, comment or answer.
func (v *headValues) published() string {
	for i := range v.things {
		if v.things[i].Published != "" && !isOtherWorkType(v.things[i].Type) {
			return v.things[i].Published
		}
	}
	return ""
}

func datedProp(p *measure.Page, name string) string {
	for _, n := range p.Head.Props {
		if strings.Contains(htmltree.Attr(n, "itemprop"), name) && !inOtherPart(n, p.Head.H1) {
			return cmp.Or(htmltree.Attr(n, "content"), htmltree.Attr(n, "datetime"), Text(n, 100))
		}
	}
	return ""
}

// DropGuess takes back a date of publication that the page doesn't mark as its own
// by its metadata, its address or the only <time> that it has, and authors
// that it doesn't mark at all. It is for pages that show goods or list other pages:
// those that stand there are of offers, reviews and other pages.
func (r *Result) DropGuess() {
	if r.shown {
		r.Authors = nil
	}
	if r.guessed && !r.lone {
		r.Published, r.DateOnly, r.DateCaveat, r.guessed = time.Time{}, false, "", false
	}
}
