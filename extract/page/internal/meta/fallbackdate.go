package meta

import (
	"iter"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// The reasons why a date of publication may be wrong.
const (
	swappable  = "given in numbers of which the day and the month may be swapped"
	fromChange = "taken from the date of the last change"
	fromTime   = "taken from a <time> far from the heading, and the page has others"
	fromLine   = "taken from one of several lines that look like dates"
)

// How many blocks before and after the heading of a page show its date.
const (
	blocksBefore = 6
	blocksAfter  = 14
)

// shownDate is a date that the page shows or has in a <time>. It is doubtful for a
// reason unless that is empty.
type shownDate struct {
	date
	caveat string
	lone   bool // it is in the only <time> of the page
}

// fallbackDate takes the date from what is not marked as that of the page. In order: the
// date in its address; a <time> near the heading; text near the heading; either of
// them that names a change; another <time>; another line that looks like a date;
// the date of the last change. Doubtful reports a date of a change, of one far from the
// heading if the page has others, and of one whose day and month may be swapped, unless
// the address has the same month.
func (r *Result) fallbackDate(p *measure.Page, base *url.URL) {
	found, ok := r.visibleDate(p)
	year, month, day := addressDate(base)
	switch {
	case day > 0:
		t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
		if !ok || !sameDay(found.Time, t) {
			found.date = date{Time: t, DateOnly: true}
		}
		found.caveat, found.lone, ok = "", true, true
	case ok && year > 0:
		found.resolveByAddress(year, month)
	}
	if !ok {
		return
	}
	r.Published, r.DateOnly, r.DateCaveat, r.guessed, r.lone = found.Time, found.DateOnly, found.caveat, true, found.lone
	if found.caveat == fromChange && r.Modified.IsZero() {
		r.Modified = found.Time
	}
}

// resolveByAddress clears the caveat of a date of the month in the address of the page, and
// swaps its day and month if it is of that month then.
func (s *shownDate) resolveByAddress(year int, month time.Month) {
	if s.Swappable && s.Year() == year && s.Month() != month && s.Day() == int(month) {
		s.date, _ = ymd(year, month, int(s.Month()))
	}
	if s.Year() == year && s.Month() == month {
		s.caveat = ""
	}
}

// visibleDate finds the date of publication among those that the page shows.
func (r *Result) visibleDate(p *measure.Page) (shownDate, bool) {
	var change, far shownDate
	for _, n := range r.datedTimes(p) {
		d := r.timeDate(n)
		switch {
		case !nearby(p, n):
			far.addDistant(d, fromTime)
		case !changedTime(n):
			return datedInOrder(d, len(p.Head.Time) == 1), true
		case change.IsZero():
			change = shownDate{d, fromChange, false}
		}
	}
	for b := range nearHeading(p, blocksBefore, blocksAfter) {
		block := &p.Blocks[b]
		if block.Words > 20 || block.Digits < 3 {
			continue
		}
		d, isChange, ok := lineDate(blockText(p, b, 160), daysFirst(r.Language))
		switch {
		case !ok || blockInOtherPart(p, b):
		case !isChange:
			return datedInOrder(d, false), true
		case change.IsZero():
			change = shownDate{d, fromChange, false}
		}
	}
	switch {
	case !change.IsZero():
		return change, true
	case !far.IsZero():
		far.lone = len(p.Head.Time) == 1
		return far, true
	}
	return r.farLine(p)
}

// datedInOrder is a date that only the order of its numbers can make doubtful.
func datedInOrder(d date, lone bool) shownDate {
	if d.Swappable {
		return shownDate{d, swappable, lone}
	}
	return shownDate{d, "", lone}
}

// addDistant notes a date far from the heading: the first one counts, and is doubtful for a
// reason if the page has another one.
func (s *shownDate) addDistant(d date, reason string) {
	if s.IsZero() {
		*s = datedInOrder(d, false)
	} else if !sameDay(s.Time, d.Time) {
		s.caveat = reason
	}
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }

// farLine finds a line that looks like a date far from the heading, else the date of
// the last change.
func (r *Result) farLine(p *measure.Page) (found shownDate, ok bool) {
	var change shownDate
	for d, isChange := range r.farDates(p) {
		if isChange {
			change = shownDate{d, fromChange, false}
		} else if found.addDistant(d, fromLine); found.caveat == fromLine {
			return found, true
		}
	}
	switch {
	case !found.IsZero():
		return found, true
	case r.Modified.IsZero():
		return change, !change.IsZero()
	}
	return shownDate{date{Time: r.Modified}, fromChange, false}, true
}

// farDates yields the dates that short texts of a page are, and whether words before them
// name a change: first those in elements that are called so. Whether a text stands in another
// part of the page is asked of dates only, since that takes longest.
func (r *Result) farDates(p *measure.Page) iter.Seq2[date, bool] {
	dayFirst := daysFirst(r.Language)
	return func(yield func(date, bool) bool) {
		for _, n := range p.Head.DateElements {
			t := Text(n, 120)
			if d, isChange, ok := lineDate(t, dayFirst); ok && len(strings.Fields(t)) <= 12 && !inOtherPart(n, p.Head.H1) && !yield(d, isChange) {
				return
			}
		}
		for b := range p.Blocks {
			block := &p.Blocks[b]
			if block.Words > 12 || block.Digits < 5 || p.Elements[block.Element].AnyKinds&(measure.Nav|measure.Aside|measure.Footer) != 0 {
				continue
			}
			if d, isChange, ok := lineDate(blockText(p, b, 160), dayFirst); ok && !blockInOtherPart(p, b) && !yield(d, isChange) {
				return
			}
		}
	}
}

// datedTimes returns the <time> elements with a date that are about this page.
func (r *Result) datedTimes(p *measure.Page) []*html.Node {
	var out []*html.Node
	for _, n := range p.Head.Time {
		if !r.timeDate(n).IsZero() && !inOtherPart(n, p.Head.H1) {
			out = append(out, n)
		}
	}
	return out
}

// timeDate is the date of a <time>, zero without one.
func (r *Result) timeDate(n *html.Node) date {
	for _, s := range [...]string{htmltree.Attr(n, "datetime"), Text(n, 100)} {
		if d, _, ok := lineDate(s, daysFirst(r.Language)); ok {
			return d
		}
	}
	return date{}
}

// changedTime reports whether a <time> says when the page was last changed: by its
// class, or by the words before it in a short line.
func changedTime(n *html.Node) bool {
	if class := htmltree.Attr(n, "class"); speaksOfChange(class) {
		return !strings.Contains(strings.ToLower(class), "publish")
	}
	if n.Parent == nil {
		return false
	}
	line := Text(n.Parent, 160)
	at := strings.Index(line, Text(n, 100))
	return at > 0 && speaksOfChange(line[max(0, at-40):at])
}

// lineDate reads a date of a text that isn't marked as one. It wants no word before
// it that makes it the date of something else. isChange reports that the words before
// it name a change; a date after that without such words is preferred.
func lineDate(s string, dayFirst bool) (d date, isChange, ok bool) {
	s = strings.TrimSpace(s)
	d, ok = parseDate(s, dayFirst)
	if !ok || s[0] >= '0' && s[0] <= '9' {
		return d, false, ok
	}
	_, at, end, found := looseDate(s, dayFirst)
	if !found {
		return d, false, true
	}
	words := strings.FieldsFunc(strings.ToLower(s[:at]), func(c rune) bool { return !unicode.IsLetter(c) })
	if slices.ContainsFunc(words[max(0, len(words)-3):], otherDate) {
		return date{}, false, false
	}
	if !speaksOfChange(s[:at]) {
		return d, false, true
	}
	if later, at, _, found := looseDate(s[end:], dayFirst); found && at > 1 && !speaksOfChange(s[end:][:at]) {
		return later, false, true
	}
	return d, true, true
}

// otherDate reports whether a word before a date says that it is none of
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
