package meta

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// dates sets the dates of publication and of the last change.
func (r *Result) dates(p *layout.Page, v *values, main linked, base *url.URL) {
	for _, s := range []string{main.Modified, v.meta["article:modified_time"], v.meta["og:updated_time"], v.meta["dcterms.modified"],
		v.meta["dc.date.modified"], v.meta["last-modified"], v.meta["itemprop:datemodified"], prop(p, "dateModified")} {
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
		prop(p, "datePublished"), prop(p, "dateCreated")} {
		if d, ok := parseDate(s, daysFirst(r.Language)); ok {
			r.Published, r.DateOnly = d.Time, d.DateOnly
			r.local(p)
			return
		}
	}
	r.guess(p, base)
}

// local takes the day that the page shows at its heading for that of a time in UTC
// that can be on that day somewhere: where the page was written.
func (r *Result) local(p *layout.Page) {
	if _, offset := r.Published.Zone(); r.DateOnly || offset != 0 {
		return
	}
	for b := range nearHeading(p, 4, 8) {
		if block := &p.Blocks[b]; block.Words > 14 || block.Digits < 3 {
			continue
		}
		text := blockText(p, b, 160)
		d, ok := dateLine(text, daysFirst(r.Language))
		if !ok || changed(text) {
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

// changed reports whether a text speaks of a change.
func changed(text string) bool {
	text = strings.ToLower(text)
	for _, word := range [...]string{"updat", "modif", "edited", "revis", "aktualis", "geändert", "mis à jour", "actualiz", "aggiorn", "bijgewerkt"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// published is the date that the first dated thing of JSON-LD has which is no
// review, comment or answer.
func (v *values) published() string {
	for i := range v.things {
		if v.things[i].Published != "" && !otherWork(v.things[i].Type) {
			return v.things[i].Published
		}
	}
	return ""
}

func prop(p *layout.Page, name string) string {
	for _, n := range p.Head.Props {
		if strings.Contains(attr(n, "itemprop"), name) && !elsewhere(n, p.Head.H1) {
			return cmp.Or(attr(n, "content"), attr(n, "datetime"), Text(n, 100))
		}
	}
	return ""
}

// guess takes the date from what is not meant to be one of the page.
func (r *Result) guess(p *layout.Page, base *url.URL) {
	set := func(s, where string) bool {
		d, ok := dateLine(s, daysFirst(r.Language))
		if ok {
			r.Published, r.DateOnly, r.Doubtful = d.Time, d.DateOnly, where
		}
		return ok
	}
	for _, n := range p.Head.Time {
		if elsewhere(n, p.Head.H1) {
			continue
		}
		if set(attr(n, "datetime"), "taken from the first <time> of the page") || set(Text(n, 100), "taken from the first <time> of the page") {
			r.lone = len(p.Head.Time) == 1
			return
		}
	}
	for b := range nearHeading(p, 6, 14) {
		if block := &p.Blocks[b]; block.Words <= 20 && block.Digits >= 3 && !elsewhere(p.Nodes[block.Leaf], p.Head.H1) && set(blockText(p, b, 160), "taken from text near the heading") {
			return
		}
	}
	if d, ok := urlDate(base); ok {
		r.Published, r.DateOnly, r.Doubtful, r.lone = d, true, "taken from the address of the page", true
		return
	}
	for _, n := range p.Head.DateElements {
		if t := Text(n, 120); len(strings.Fields(t)) <= 12 && !elsewhere(n, p.Head.H1) && set(t, "taken from text that looks like a date line") {
			return
		}
	}
	for b := range p.Blocks {
		if block := &p.Blocks[b]; block.Words <= 12 && block.Digits >= 5 && p.Elems[block.Elem].AnyTags&(layout.Nav|layout.Aside|layout.Footer) == 0 &&
			!elsewhere(p.Nodes[block.Leaf], p.Head.H1) && set(blockText(p, b, 160), "taken from text that looks like a date line") {
			return
		}
	}
	if !r.Modified.IsZero() {
		r.Published, r.Doubtful = r.Modified, "taken from the date of the last change"
	}
}

// DropGuess takes back a date of publication that the page doesn't mark as its own
// by what it says of itself, its address or the only <time> that it has, and authors
// that it doesn't mark at all. It is for pages that show goods or list other pages:
// those that stand there are of offers, reviews and other pages.
func (r *Result) DropGuess() {
	if r.shown {
		r.Authors = nil
	}
	if r.Doubtful != "" && !r.lone {
		r.Published, r.DateOnly, r.Doubtful = time.Time{}, false, ""
	}
}

// dateLine reads a date of a text that isn't marked as one. It wants no word before
// it that makes it the date of something else.
func dateLine(s string, dayFirst bool) (d date, ok bool) {
	if d, ok = parseDate(s, dayFirst); !ok {
		return d, false
	}
	if s = strings.TrimSpace(s); s[0] >= '0' && s[0] <= '9' {
		return d, true
	}
	_, at, found := looseDate(s, dayFirst)
	if !found {
		return d, true
	}
	words := strings.FieldsFunc(strings.ToLower(s[:at]), func(c rune) bool { return !unicode.IsLetter(c) })
	for _, w := range words[max(0, len(words)-3):] {
		if otherDate(w) {
			return date{}, false
		}
	}
	return d, true
}

// otherDate reports whether a word before a date tells that it is none of
// publication: the begin or the end of something, or when somebody joined.
func otherDate(w string) bool {
	switch w {
	case "since", "until", "till", "valid", "through", "thru", "expires", "expire", "expiry", "ends", "ending", "starts", "starting", "deadline", "effective", "before", "after",
		"joined", "join", "registered", "born", "birthday", "delivery", "arrives", "ships", "seit", "bis", "ab", "gültig", "geboren", "depuis", "jusqu", "jusque", "valable", "dès", "desde", "hasta",
		"válido", "dal", "fino", "sinds", "tot", "geldig":
		return true
	}
	return false
}

// urlDate finds /2024/03/05/ or /2024-03-05 in a path.
func urlDate(u *url.URL) (time.Time, bool) {
	if u == nil {
		return time.Time{}, false
	}
	path := u.Path
	for i := 0; i+11 <= len(path); i++ {
		sep := path[i+5]
		if path[i] != '/' || sep != '/' && sep != '-' {
			continue
		}
		if sep == '/' {
			parts := strings.SplitN(path[i+1:], "/", 4)
			if len(parts) >= 3 && len(parts[0]) == 4 && len(parts[1]) <= 3 && len(parts[2]) <= 2 {
				year, e1 := strconv.Atoi(parts[0])
				mon, e2 := strconv.Atoi(parts[1])
				if m := month(parts[1]); e2 != nil && m != 0 {
					mon, e2 = int(m), nil
				}
				day, e3 := strconv.Atoi(parts[2])
				t := time.Date(year, time.Month(mon), day, 0, 0, 0, 0, time.UTC)
				if e1 == nil && e2 == nil && e3 == nil && plausible(t) && t.Day() == day && mon >= 1 && mon <= 12 {
					return t, true
				}
			}
			continue
		}
		if t, err := time.Parse(time.DateOnly, path[i+1:i+11]); err == nil && plausible(t) {
			return t, true
		}
	}
	return time.Time{}, false
}
