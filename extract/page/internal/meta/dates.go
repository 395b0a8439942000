package meta

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
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

const (
	maxDateWords = 20 // of a block near the heading that may show the date of the page
	maxAhead     = 48 * time.Hour
)

// shownDate is a date that the page shows or has in a <time>. It is doubtful for a
// reason unless that is empty.
type shownDate struct {
	date
	from   source
	caveat string
	lone   bool // it comes from the address or the only <time> element of the page
}

// chooseDates sets the date of the last change, and that of publication: the first that a source states, else one that
// the page shows.
func (r *reader) chooseDates(now time.Time) {
	// All but those who write the English of America, or of nowhere, put the day before the month (CLDR).
	r.dayFirst = r.Language != "" && !strings.EqualFold(r.Language, "en") && !strings.EqualFold(r.Language, "en-US")
	r.latest = now.Add(maxAhead)
	r.Modified = r.stated("modified").Time
	found := r.stated("published")
	if !found.IsZero() {
		found.Time = r.localDay(found.date)
	} else if found = r.shown(); !found.IsZero() {
		r.guess.date, r.guess.loneDay = true, found.lone
		if found.caveat == fromChange && r.Modified.IsZero() {
			r.Modified = found.Time
		}
	}
	if found.Swappable && found.caveat == "" {
		found.caveat = swappable
	}
	r.Published, r.DateCaveat, r.Sources.Published = found.Time, found.caveat, found.from
}

func (r *reader) stated(field string) shownDate {
	for _, s := range sourcesOf(field) {
		value := r.value(s)
		d, _, _, ok := parseDate(strings.TrimSpace(value), r.dayFirst)
		if !ok {
			d, ok = unixDate(value)
		}
		if ok && r.hasPassed(&d) {
			return shownDate{date: d, from: s}
		}
	}
	return shownDate{}
}

// hasPassed reports whether a date isn't in the future. It swaps an ambiguous day and month
// if the date is in the future otherwise.
func (r *reader) hasPassed(d *date) bool {
	if d.Swappable && d.After(r.latest) {
		*d, _ = ymd(d.Year(), time.Month(d.Day()), int(d.Month()))
	}
	return !d.After(r.latest)
}

// localDay returns the day that the page shows at its heading if a time in UTC
// can be on that day somewhere, where the page was written. It is the stated time if the page shows none.
func (r *reader) localDay(stated date) time.Time {
	if _, offset := stated.Zone(); stated.DateOnly || offset != 0 {
		return stated.Time
	}
	for _, l := range r.lines {
		if block := &r.page.Blocks[l.block]; !l.within(4, 8) || block.Words > 14 || block.Digits < 3 {
			continue
		}
		d, isChange, ok := lineDate(l.text, r.dayFirst)
		if !ok || isChange {
			continue
		}
		// Offsets reach from 12 hours behind UTC to 14 ahead of it.
		if ahead := d.Time.Sub(stated.Time); ahead > 0 && ahead <= 14*time.Hour || ahead < -24*time.Hour && ahead >= -36*time.Hour {
			return d.Time
		}
		break
	}
	return stated.Time
}

// shown finds the date of publication among those that aren't marked as that of the page. In order: the
// date in its address; a <time> near the heading; text near the heading; either of
// them that names a change; another <time>; another line that looks like a date;
// the date of the last change.
func (r *reader) shown() shownDate {
	found := r.visible()
	if day := addressDate(r.base); !day.IsZero() && !day.After(r.latest) {
		if found.IsZero() || !sameDay(found.Time, day) {
			found.date, found.from = date{Time: day, DateOnly: true}, "address"
		}
		found.caveat, found.Swappable, found.lone = "", false, true
	}
	return found
}

func (r *reader) visible() shownDate {
	var change, far shownDate
	times, near := r.page.Head.Time, r.nearby()
	for i, n := range times {
		if !near[i] {
			continue
		}
		found, isChange := r.timeDate(n)
		switch {
		case found.IsZero():
		case !isChange:
			found.lone = len(times) == 1
			return found
		case change.IsZero():
			change = found
			change.caveat = fromChange
		}
	}
	for _, l := range r.lines {
		block := &r.page.Blocks[l.block]
		hasDigits := block.Digits >= 3 || strings.ContainsFunc(l.text, func(r rune) bool { return r >= utf8.RuneSelf && isDigit(r) })
		inOtherList := r.page.Elements[block.Element].AnyKinds&(measure.Aside|measure.Li) == measure.Aside|measure.Li
		if block.Words > maxDateWords || !hasDigits || inOtherList {
			continue
		}
		if found := r.line(l.block, l.text, "line", &change); !found.IsZero() {
			return found
		}
	}
	if !change.IsZero() {
		return change
	}
	for i, n := range times {
		if !near[i] {
			found, _ := r.timeDate(n)
			far.add(found, fromTime)
		}
	}
	if !far.IsZero() {
		far.lone = len(times) == 1
		return far
	}
	if far = r.farLine(&change); !far.IsZero() || r.Modified.IsZero() {
		return cmp.Or(far, change)
	}
	return shownDate{date{Time: r.Modified}, "date of the last change", fromChange, false}
}

// farLine returns the date of the first line that looks like a date, wherever it stands; one of a change goes to change.
func (r *reader) farLine(change *shownDate) (far shownDate) {
	const maxFar = 2000 // lines with digits that are read
	for b, read := 0, 0; b < len(r.page.Blocks) && read < maxFar && far.caveat != fromLine; b++ {
		block := &r.page.Blocks[b]
		if block.Digits < 5 || r.page.Elements[block.Element].AnyKinds&(measure.Nav|measure.Aside|measure.Footer|measure.Pre) != 0 {
			continue
		}
		read++
		text := BlockText(r.page, b, 160)
		if startsWith("entry", text) {
			_, at, end, _ := looseDate(text, r.dayFirst)
			text = text[at:end] // "This entry was posted on Monday, March 3rd, 2008 at 12:05 pm and is filed under Tides."
		} else if block.Words > 12 {
			continue
		}
		far.add(r.line(b, text, "line far from the heading", change), fromLine)
	}
	return far
}

// line returns the date that a line shows, zero for none; one of a change goes to change. Whether the line is in another part of the
// page is asked last, because that takes longest.
func (r *reader) line(block int, text string, from source, change *shownDate) (found shownDate) {
	n := blockNode(r.page, block)
	d, isChange, ok := lineDate(cellLabel(n)+text, r.dayFirst)
	switch {
	case !ok || !r.hasPassed(&d) || r.isAmongDates(n) || r.headsSection(block, text) || isBeforeVenue(n) || r.blockInOtherPart(block, true):
	case !isChange:
		return shownDate{date: d, from: from}
	case change.IsZero():
		*change = shownDate{d, from, fromChange, false}
	}
	return found
}

// cellLabel returns what the cell or the term before that of an element says of it: "Deadline: ". The cell of a table for layout
// is no label, unless it has a word for another kind of date.
func cellLabel(n *html.Node) string {
	const maxCellHops, maxLabelBytes = 4, 60
	if n = enclosing(n, maxCellHops, atom.Td, atom.Dd); n == nil {
		return ""
	}
	cell := n
	if n = previousElement(cell); n == nil || n.DataAtom == atom.Td {
		n = cmp.Or(columnHead(cell), n)
	}
	if n == nil {
		return ""
	}
	label := strings.Trim(Text(n, maxLabelBytes), ": ")
	isLabel := n.DataAtom == atom.Th || n.DataAtom == atom.Dt || slices.ContainsFunc(strings.Fields(label), func(w string) bool { return is("otherdate", w) })
	if !isLabel || label == "" || strings.ContainsFunc(label, unicode.IsDigit) {
		return ""
	}
	return label + ": "
}

// headsSection reports whether a line with a date is a heading below the first level that says when something was: "Flood of 15 July 2021".
func (r *reader) headsSection(block int, text string) bool {
	if r.page.Elements[r.page.Blocks[block].Element].AnyKinds&measure.Headings&^measure.H1 == 0 {
		return false
	}
	_, at, _, _ := looseDate(text, r.dayFirst)
	words := strings.Fields(text[:at])
	if len(words) < 2 || slices.ContainsFunc(words, func(w string) bool { return is("leadword", w) }) {
		return false
	}
	first, _ := utf8.DecodeRuneInString(words[len(words)-1])
	return unicode.IsLower(first) && !begins("publish", strings.ToLower(text)) && !begins("change", strings.ToLower(text))
}

// isBeforeVenue reports whether the row, the term or the line after that of an element is labelled as the place of an event.
func isBeforeVenue(n *html.Node) bool {
	const maxRowHops, maxLabelBytes = 4, 60
	row := enclosing(n, maxRowHops, atom.Tr, atom.Dd)
	if n = nextElement(cmp.Or(row, n)); n == nil {
		return false
	}
	label, rest, _ := strings.Cut(strings.TrimSpace(Text(n, maxLabelBytes)), " ")
	bare := strings.Trim(label, ":：")
	return is("venue", bare) && (row != nil || rest == "" || bare != label) // not "Where rivers meet the sea"
}

// columnHead returns the <th> above a cell in the first row of its table, nil for none.
func columnHead(cell *html.Node) *html.Node {
	const maxCellSteps, maxCells = 3, 24
	table := enclosing(cell, maxCellSteps, atom.Table, atom.Table)
	if table == nil {
		return nil
	}
	row := htmltree.Find(table, maxCellSteps, func(c *html.Node) bool { return c.DataAtom == atom.Tr })
	if row == nil || row == cell.Parent {
		return nil
	}
	column := 0
	for c := previousElement(cell); c != nil && column < maxCells; c = previousElement(c) {
		column++
	}
	for c := row.FirstChild; c != nil && column >= 0; c = nextElement(c) {
		if c.Type == html.ElementNode {
			if column == 0 && c.DataAtom == atom.Th {
				return c
			}
			column--
		}
	}
	return nil
}

func previousElement(n *html.Node) *html.Node {
	for n = n.PrevSibling; n != nil && n.Type != html.ElementNode; n = n.PrevSibling {
	}
	return n
}

func nextElement(n *html.Node) *html.Node {
	for n = n.NextSibling; n != nil && n.Type != html.ElementNode; n = n.NextSibling {
	}
	return n
}

// enclosing returns the nearest element of one of two kinds that n is or stands in, at most hops levels up; nil for none.
func enclosing(n *html.Node, hops int, a, b atom.Atom) *html.Node {
	for ; n != nil && n.DataAtom != a && n.DataAtom != b; n = n.Parent {
		if hops--; hops < 0 {
			return nil
		}
	}
	return n
}

// isAmongDates reports whether an element stands in a short item of a list or row of a table beside which another one has a date of its
// own, both with a word that doesn't speak of a publication or a change: a calendar, a list of events, prices by the day.
func (r *reader) isAmongDates(n *html.Node) bool {
	const maxItemHops, maxItemBytes = 5, 200
	n = cmp.Or(enclosing(n, maxItemHops, atom.Li, atom.Tr), enclosing(n, 1, atom.P, atom.P))
	if n == nil {
		return false
	}
	isEntry := func(c *html.Node) bool {
		if c == nil {
			return false
		}
		text := Text(c, maxItemBytes)
		_, at, end, found := looseDate(text, r.dayFirst)
		low := strings.ToLower(text[:at])
		isWord := func(w string) bool {
			return !isOneOf(w, "dateword", "clock") && strings.IndexByte(w, ':') < 0 && strings.ContainsFunc(w, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
		}
		if c.DataAtom == atom.P && slices.ContainsFunc(strings.Fields(low), isWord) {
			return false // the dateline of a text, and a sentence that names a day
		}
		if len(text) == maxItemBytes || begins("publish", low) || begins("change", low) || !slices.ContainsFunc(strings.Fields(low+" "+text[end:]), isWord) {
			return false
		}
		return found || htmltree.Find(c, maxItemHops, func(t *html.Node) bool { return t.DataAtom == atom.Time }) != nil
	}
	return isEntry(n) && (isEntry(previousElement(n)) || isEntry(nextElement(n)))
}

// add notes a date: the first one counts, and is doubtful for a reason if another one follows.
func (s *shownDate) add(d shownDate, reason string) {
	if s.IsZero() {
		*s = d
	} else if !d.IsZero() && !sameDay(s.Time, d.Time) {
		s.caveat = reason
	}
}

func sameDay(a, b time.Time) bool { return a.Format(time.DateOnly) == b.Format(time.DateOnly) }

// nearby reports of each <time> that a reader sees whether it stands among the blocks around the heading that a date of the
// page is looked for in.
func (r *reader) nearby() []bool {
	p := r.page
	near := make([]bool, len(p.Head.Time))
	first, last := max(0, r.heading-linesBefore), min(len(p.Blocks), r.heading+linesAfter)-1
	for i, at := range p.Head.TimeAt {
		_, seen := slices.BinarySearchFunc(p.Elements, at, func(el measure.Element, at int32) int { return cmp.Compare(el.Index, at) })
		near[i] = seen && (len(p.Blocks) == 0 || (first == 0 || at >= p.Blocks[first-1].End) && (last+1 == len(p.Blocks) || at < p.Blocks[last+1].Start))
	}
	return near
}

// timeDate returns the date of a <time>, zero for one of something else, and whether its class or the words before it name a change.
func (r *reader) timeDate(n *html.Node) (found shownDate, isChange bool) {
	text := Text(n, 100)
	for _, s := range [...]string{htmltree.Attr(n, "datetime"), htmltree.Attr(n, "title"), text} {
		d, _, ok := lineDate(s, r.dayFirst)
		if !ok {
			d, ok = unixDate(s)
		}
		if !ok {
			continue
		}
		if !r.hasPassed(&d) || r.inOtherPart(n, true) {
			break
		}
		around := n
		for around.Parent != nil && !htmltree.IsBlock(around.DataAtom) {
			around = around.Parent
		}
		before, after, isShort := strings.Cut(bylineText(around), text)
		before, after = before[strings.LastIndexByte(before, '|')+1:], after[:strings.IndexByte(after+"|", '|')]
		// A <time> in a sentence, or behind words for another kind of date, is not that of the page: "The fair opens on <time>".
		if isShort && isOtherDate(cellLabel(n)+before, after) || r.isAmongDates(n) {
			break
		}
		if class := strings.ToLower(htmltree.Attr(n, "class")); begins("change", class) {
			isChange = !strings.Contains(class, "publish")
		} else {
			isChange = begins("change", strings.ToLower(before[strings.LastIndexAny(before, "0123456789")+1:])) // not of the date before it
		}
		return shownDate{date: d, from: "time element"}, isChange
	}
	return shownDate{}, false
}

// unixDate reads seconds or milliseconds since 1970.
func unixDate(s string) (date, bool) {
	if len(s) != 10 && len(s) != 13 {
		return date{}, false
	}
	n, err := strconv.ParseInt(s[:10], 10, 64)
	d := date{Time: time.Unix(n, 0).UTC()}
	return d, err == nil && isPlausibleDate(d.Time)
}

// begins reports whether a text in lower case has the beginning of a word of a class of names.txt.
func begins(class, low string) bool { return vocabulary()[class].Within(low) }

// lineDate reads a date of a text that isn't marked as one. It wants no words around
// it that make it the date of something else. isChange reports that the words before
// it name a change; a date after that without such words is preferred.
func lineDate(s string, dayFirst bool) (d date, isChange, ok bool) {
	s = strings.TrimSpace(s)
	d, at, end, ok := parseDate(s, dayFirst)
	before, after := s[:at], s[end:]
	switch {
	case !ok, at == len(s): // the whole of it is one
		return d, false, ok
	case is("version", strings.TrimSpace(lastWord(before))):
		return date{}, false, false // "Version 2024.11.05"
	case at > 0 && (s[at-1] == '-' || ascii.IsLetter(s[at-1])):
		return date{}, false, false // part of a number: HB-2015-05-03
	}
	next, at, _, found := looseDate(after, dayFirst)
	between := strings.ToLower(after[:at])
	if isOtherDate(before, after) {
		return next, false, found && begins("publish", between) // "Received 1 May 2024, published 3 June 2024"
	}
	isChange = begins("change", strings.ToLower(before)) || !found && endsInChange(after)
	if isChange && found && at > 1 && !begins("change", between) {
		return next, false, true
	}
	return d, isChange, true
}

const (
	wordsBeforeDate = 3 // words before a date that say whose it is
	maxSmallWords   = 3 // words in lower case around a date that isn't in a sentence
	maxCaseless     = 4 // letters of scripts without capital ones that a line with a full stop has around a date that isn't in a sentence
)

// isOtherDate reports whether the words before and after a date make it one of something
// else than the publication: a word such as "until" or "delivery" before it, or a sentence
// around it. With a word such as "published" before it, it is the date of publication.
func isOtherDate(before, after string) bool {
	words := slices.DeleteFunc(strings.FieldsFunc(before, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsMark(c) }), func(w string) bool { return is("weekday", w) })
	last := words[max(0, len(words)-wordsBeforeDate):]
	low := strings.ToLower(strings.Join(last, " "))
	if slices.ContainsFunc(last, func(w string) bool { return is("otherdate", w) }) || begins("otherlabel", before) || isAppointment(after) {
		return true
	}
	if begins("publish", low) || begins("change", low) || endsInChange(after) {
		return false
	}
	if day := lastWord(before); is("weekday", strings.Trim(day, ",. ")) {
		before = strings.TrimSuffix(before, day)
	}
	if isLabelled(before) || isRange(before, after) || len(words) > 1 && strings.EqualFold(words[len(words)-1], "by") { // "Apply by 3 May"
		return true
	}
	if name, isByline := afterByline(before); isByline && isFullName(name) {
		before = ""
	}
	const maxNext = 60 // bytes behind a date that say what happens then where verbs come last: "2026年6月5日まで"
	first, others := smallWords(before), smallWords(after)
	isSentence := first > 0 && strings.HasSuffix(strings.TrimSpace(after), ".") || endsSentence(after) && others > 1
	after = strings.TrimPrefix(after, ".") // behind the day, in Korean
	switch caseless := caselessLetters(before) + caselessLetters(after); {
	case begins("publish", strings.ToLower(before)):
		return first+others > maxSmallWords
	case caseless > 0 && (begins("publish", after) || begins("change", after)):
		return false
	case isSentence,
		caseless > maxCaseless && (strings.ContainsAny(after, "。．।۔") || strings.HasSuffix(strings.TrimSpace(after), ".")) || caseless > 0 && begins("thatday", CutText(after, maxNext)):
		return true
	}
	return first+others > maxSmallWords
}

// endsInChange reports whether the last word of what follows a date is that of a change, as where verbs come last: "am 3. Mai bearbeitet".
// "On 3 May 2024 the treaty was revised" is about something else.
func endsInChange(after string) bool {
	word := lastWord(after)
	return begins("change", strings.ToLower(word)) && smallWords(strings.TrimSuffix(strings.TrimSpace(after), strings.TrimSpace(word))) == 0
}

// endsSentence reports whether a text ends in a full stop that is not of an abbreviation: "2024 г.", "at 4:30 p. m.".
func endsSentence(s string) bool {
	last, ends := strings.CutSuffix(lastWord(strings.TrimSpace(s)), ".")
	return ends && (last == "" || utf8.RuneCountInString(last) > 2 && !strings.Contains(last, "."))
}

// caselessLetters counts the letters of scripts without capital ones, in which smallWords finds no word.
func caselessLetters(s string) (n int) {
	for _, r := range s {
		if r >= utf8.RuneSelf && unicode.Is(unicode.Lo, r) {
			n++
		}
	}
	return n
}

// smallWords counts the words in lower case beside a date, but for those that dates and bylines are written with.
func smallWords(s string) (n int) {
	for w := range strings.FieldsSeq(s) {
		w = strings.Trim(w, ".,:;!?()\"'|·–—-")
		first, _ := utf8.DecodeRuneInString(w)
		if unicode.IsLower(first) && !isOneOf(w, "lead", "and", "clock", "dateword") && !leadsToDate(w) {
			n++
		}
	}
	return n
}

// isLabelled reports whether a text ends in a label of few words, which doesn't say that something was published: "Arrival: ".
func isLabelled(before string) bool {
	label, found := strings.CutSuffix(strings.ReplaceAll(strings.TrimSpace(before), "：", ":"), ":")
	words := strings.Fields(label[strings.LastIndexAny(label, ".|·•,;:)")+1:])
	isLead := func(w string) bool { return leadsToDate(w) || isOneOf(w, "weekday", "lead") }
	return found && len(words) > 0 && len(words) <= wordsBeforeDate+1 && !slices.ContainsFunc(words, isLead)
}

// isAppointment reports whether what follows a date is a span of hours or the label of a place: "@ 7:00 pm – 9:00 pm", "| Venue: Hall".
func isAppointment(after string) bool {
	for w := range strings.FieldsSeq(strings.ReplaceAll(after, "：", ": ")) {
		if label, isLabel := strings.CutSuffix(w, ":"); isLabel && is("venue", label) {
			return true
		}
	}
	return strings.ContainsAny(after, "-–－~〜～") && hours().MatchString(after) && !zoned().MatchString(after)
}

// hours matches a span of hours whose end is written as an hour, with minutes, "pm" or "Uhr": "@ 7 - 9 pm", "（水）13：00－16：40".
var hours = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^\D{0,12}\d{1,2}(?:[:.：h]\d\d)?\s*(?:[ap]\.?m\.?|uhr|h)?\s*[-–－~〜～]\s*\d{1,2}(?:[:.：h]\d\d(?:[^.\d]|$)|\s*(?:[ap]\.?m|uhr|h\b))`)
})

// zoned matches an hour with its offset from UTC, which looks like a span of hours: "T10:15-07:00".
var zoned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[T ]*\d\d?:\d\d(?::\d\d)?(?:\.\d+)? ?-(?:0\d|1[0-2]):[0-5]\d$`)
})

// isRange reports whether the date between two texts begins or ends a span of days: "3–5 May 2025", "vom 3. Mai 2025 bis 5. Mai 2025".
func isRange(before, after string) bool {
	before, dashed := strings.CutSuffix(strings.ReplaceAll(strings.TrimSpace(before), "–", "-"), "-")
	day := lastWord(strings.TrimRight(before, " ."))
	if n, err := strconv.Atoi(day); dashed && (err == nil && n <= 31 || monthByName(day) != 0) {
		return true
	}
	word, rest, _ := strings.Cut(strings.TrimSpace(after), " ")
	if word != "-" && word != "–" && word != "—" && !is("range", word) {
		return false
	}
	_, at, _, found := looseDate(rest, true)
	return found && !strings.ContainsFunc(rest[:at], unicode.IsLetter)
}

// addressDate finds a date that begins with the year in the path of an address: /2024/03/05/, /2024/mar/5/, /2024-03-05 or
// tides-2024-03-05.html. It is zero for none, and for one below a folder of events.
func addressDate(u *url.URL) time.Time {
	if u == nil {
		return time.Time{}
	}
	d, at, end, ok := looseDate(u.Path, false)
	_, err := strconv.Atoi(u.Path[at:min(end, at+4)])
	isOther := func(folder string) bool { return is("otherfolder", folder) }
	if !ok || err != nil || strings.Count(strings.ReplaceAll(u.Path[at:end], "-", "/"), "/") != 2 || slices.ContainsFunc(strings.Split(u.Path[:at], "/"), isOther) {
		return time.Time{}
	}
	return d.Time
}
