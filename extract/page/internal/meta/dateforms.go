package meta

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
)

// monthsText has a line for each month: its names in some ninety languages, in
// lower case, as dates and calendars have them (Unicode CLDR, Gregorian calendar, wide;
// abbreviated where no person is called so). An underscore stands for a space or dot.
//
//go:embed months.txt
var monthsText string

// months are those of monthsText, and from 13 on the ones of the Persian calendar.
var months = sync.OnceValue(func() map[string]int {
	numbers := lineNumbers(monthsText)
	for i, name := range vocabulary()["persian month"].Phrases {
		numbers[name] = 13 + i%12
	}
	return numbers
})

// monthByName returns the month that a word names in any case, 0 if it names no month.
func monthByName(w string) time.Month { return time.Month(lookUp(months(), w)) }

// lineNumbers returns the number of the line, from 1 on, that each word of a text stands in.
func lineNumbers(text string) map[string]int {
	numbers, number := map[string]int{}, 0
	for line := range strings.Lines(text) {
		number++
		for word := range strings.FieldsSeq(line) {
			numbers[word] = number
		}
	}
	return numbers
}

type date struct {
	time.Time
	DateOnly bool
	// Swappable reports that the day and the month are numbers which could be exchanged, as in
	// 03/04/2024, and the language does not decide it.
	Swappable bool
}

// parseDate reads a date in one of the forms found in pages: ISO 8601 and RFC
// 3339, RFC 1123, and dates in words or with dots and slashes, in the languages
// whose months month knows. It wants a year from 1990 to 2100. dayFirst says how
// numbers between slashes are read, where both ways give a date. The date is at s[at:end].
func parseDate(s string, dayFirst bool) (d date, at, end int, ok bool) {
	if len(s) < 6 || len(s) > 200 {
		return d, 0, 0, false
	}
	d, at, end, ok = looseDate(s, dayFirst)
	exact, isExact := date{}, false
	switch {
	case s[0] >= '0' && s[0] <= '9':
		exact.Time, exact.DateOnly, isExact = datetime.Parse(s)
	case s[0] >= 'A' && s[0] <= 'Z' && strings.Count(s, ":") > 1:
		for _, layout := range [...]string{time.RFC1123Z, time.RFC1123, time.RFC850, time.ANSIC, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 2006 15:04:05 GMT-0700"} {
			if t, err := time.Parse(layout, s); err == nil {
				exact.Time, isExact = t, true
			}
		}
	}
	if isExact && isPlausibleDate(exact.Time) {
		return exact, at, end, true
	}
	return d, at, end, ok
}

func isPlausibleDate(t time.Time) bool { return t.Year() >= 1990 && t.Year() <= 2100 }

// datePart is a number or a month in a text, with the separator before it: a
// sign, inWords, or 0 for white space only.
type datePart struct {
	number, digits int
	month          time.Month // above 12 in the Persian calendar
	before         rune
	tight          bool // no white space in between
	at             int  // where it begins
}

const inWords = 'w'

type dateScanner struct {
	text      string
	dayFirst  bool
	parts     []datePart // of a run
	between   rune
	tight     bool
	nextMonth bool // the next number is a month: "tháng 3", as one before 月 is
	era       int  // the year before the first one of the era that was named
}

// looseDate finds the first date in a short text: a day, a month and a year, all
// three stated and with nothing between them but signs and the small words that
// dates are written with. It begins at and ends before end.
func looseDate(s string, dayFirst bool) (d date, at, end int, ok bool) {
	var few [8]datePart
	scan := dateScanner{text: s, dayFirst: dayFirst, parts: few[:0], tight: true}
	for i := 0; i < len(s); i = end {
		c, size := utf8.DecodeRuneInString(s[i:])
		end = i + size
		before := len(scan.parts)
		switch {
		case isDigit(c):
			end = endOf(s, end, isDigit)
			if end < len(s) && s[end] == ':' {
				end = endOf(s, end, func(r rune) bool { return r == ':' || r >= '0' && r <= '9' })
				scan.between = inWords
				break
			}
			scan.number(i, end)
		case isLetter(c):
			end = scan.word(i, endOf(s, end, isLetter))
		default:
			scan.sign(c)
		}
		if len(scan.parts) > max(before, 2) {
			if d, at, ok = scan.date(end); ok {
				return d, at, end, true
			}
		}
	}
	return d, len(s), len(s), false
}

// zeros are the digits 0 of scripts that write dates with digits of their own, in order.
const zeros = "0\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10"

func isDigit(r rune) bool { return digitValue(r) >= 0 }

// digitValue returns the value of a digit, or -1 for other characters.
func digitValue(r rune) int {
	for _, zero := range zeros {
		if r <= zero+9 {
			return int(max(r-zero, -1))
		}
	}
	return -1
}

// endOf returns the end of the characters of a kind that follow s[:i].
func endOf(s string, i int, is func(rune) bool) int {
	if n := strings.IndexFunc(s[i:], func(r rune) bool { return !is(r) }); n >= 0 {
		return i + n
	}
	return len(s)
}

// isLetter reports whether a character is part of a word: a letter, a mark, or what joins or parts letters without a space.
func isLetter(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || r == '\u200c' || r == '\u200d'
}

func (s *dateScanner) number(at, end int) {
	p := datePart{at: at}
	for _, c := range s.text[at:end] {
		p.number, p.digits = 10*p.number+digitValue(c), p.digits+1
	}
	behind := strings.TrimLeft(s.text[end:], " ")
	isMonth := s.nextMonth || strings.HasPrefix(behind, "月") || strings.HasPrefix(behind, "월")
	switch {
	case p.digits > 4:
		s.parts = s.parts[:0]
		return
	case isMonth && p.number >= 1 && p.number <= 12:
		p.month = time.Month(p.number)
	case s.era > 0 && p.digits < 4:
		p.number, p.digits = s.era+p.number, 4
	}
	s.push(p)
}

// date returns the date that the last three parts are, the last of which ends before end, and where it begins.
func (s *dateScanner) date(end int) (d date, at int, ok bool) {
	p := s.parts[len(s.parts)-3:]
	// Numbers may be part of more of them between the same signs, as those of a version or of a host's address are.
	isLonger := len(s.parts) > 3 && p[0].before == p[1].before ||
		p[1].before == '.' && end+1 < len(s.text) && s.text[end] == '.' && s.text[end+1] >= '0' && s.text[end+1] <= '9'
	if p[0].month != 0 || p[1].month != 0 || p[2].month != 0 {
		d, ok = monthDate(p)
	} else if !isLonger {
		d, ok = numericDate(p, s.dayFirst)
	}
	return d, p[0].at, ok
}

func (s *dateScanner) push(p datePart) {
	if n := len(s.parts); n > 0 && p.month != 0 && s.parts[n-1].month == p.month {
		return // once more by its other name
	}
	p.before, p.tight = s.between, s.tight
	s.between, s.tight, s.nextMonth, s.era = 0, true, false, 0
	s.parts = append(s.parts, p)
}

// word adds the name of a month, passes over what dates are written with, and
// begins anew after any other word. It returns where the word ends: names of months may have several.
func (s *dateScanner) word(at, end int) int {
	w := s.text[at:end]
	switch month, behind := monthAt(s.text, at, end); {
	case month != 0:
		s.push(datePart{month: month, at: at})
		return behind
	case isOneOf(w, "dateword", "weekday"):
		s.between, s.nextMonth = inWords, strings.EqualFold(w, "tháng") || w == "thg"
	default:
		s.parts, s.between, s.era = s.parts[:0], inWords, yearsBefore(w)
	}
	return end
}

// monthAt returns the month whose name begins with the word s[at:end], and where the name ends, which may have two words more:
// "มี.ค.", "تشرين الأول", "tháng mười hai". month is 0 for other words, and above 12 in the Persian calendar.
func monthAt(s string, at, end int) (month time.Month, behind int) {
	name := s[at:end]
	month, behind = monthByName(name), end
	isASCII := len(name) == utf8.RuneCountInString(name)
	for words := 1; words < 3 && !isASCII && end < len(s) && strings.IndexByte(" ._", s[end]) >= 0; words++ {
		start := end + 1
		end = endOf(s, start, isLetter)
		name += "_" + s[start:end]
		if m := monthByName(name); m != 0 {
			month, behind = m, end
		}
	}
	return month, behind
}

// yearsBefore returns the year before the first one of the era that a word ends in, 0 for other words: 2018 for 令和.
func yearsBefore(word string) (years int) {
	for _, era := range vocabulary()["era"].Phrases {
		if name, before, _ := strings.Cut(era, " "); strings.HasSuffix(word, name) {
			years, _ = strconv.Atoi(before)
		}
	}
	return years
}

func (s *dateScanner) sign(c rune) {
	switch c {
	case ' ', '\t', '\n', '\r', '\u00a0', '\u202f':
		s.tight = false
	case '\u200e', '\u200f', '\ufeff': // marks of the direction of writing
	case '\'', '’', '׳', '॰', '°':
		s.between = inWords
	case '.', ',', '،', '፣', '/', '-', '|':
		if s.between != 0 {
			c = inWords
		}
		s.between = c
	default:
		s.parts, s.between = s.parts[:0], inWords
	}
}

func monthDate(p []datePart) (d date, ok bool) {
	mon, day, year := p[0].month, p[1], p[2]
	switch {
	case mon != 0:
	case p[1].month != 0 && p[0].digits == 4:
		mon, day, year = p[1].month, p[2], p[0]
	case p[1].month != 0:
		mon, day = p[1].month, p[0]
	case p[0].digits == 4 && p[1].before != 0: // "2024. gada 5. marts", but not "© 2024 5 March"
		mon, year = p[2].month, p[0]
	}
	if year.digits != 4 || day.digits > 2 || day.month != 0 || p[1].before == '|' || p[2].before == '|' {
		return d, false
	}
	return ymd(year.number, mon, day.number)
}

// numericDate returns the date of three numbers with the same sign between them; "54.2, 8.1"
// is rejected. Two digits at the end are a year from 1990 to 2049, unless white space is in
// between. Between dots the day and the month must then have two digits, too: "9.18.49" is a
// version.
func numericDate(p []datePart, dayFirst bool) (d date, ok bool) {
	if p[1].before != p[2].before || !strings.ContainsRune("./-|", p[1].before) {
		return d, false
	}
	year, mon, day := p[0].number, time.Month(p[1].number), p[2].number
	swappable := false
	dayFirst = dayFirst || day > 2500 // a year of Thailand
	if year <= 31 {
		day, year = year, day
		swappable = p[1].before != '.' && !dayFirst && day <= 12 && p[1].number <= 12 && day != p[1].number
		if p[1].before == '/' && day <= 12 && !dayFirst || p[1].before != '.' && p[1].number > 12 {
			day, mon = p[1].number, time.Month(p[0].number)
		}
		isVersion := p[1].before == '.' && (p[0].digits < 2 || p[1].digits < 2)
		if year >= 10 && year < 100 && p[1].tight && p[2].tight && !isVersion {
			year += 2000 - year/50*100
		}
	}
	if p[0].number > 1300 && p[0].number < 1500 && p[1].before == '/' {
		mon += 12 // of the Persian calendar
	}
	d, ok = ymd(year, mon, day)
	d.Swappable = swappable
	return d, ok
}

// ymd returns a day of the common era, of the Buddhist one from 2501 on, or in months above 12 of the Persian calendar.
func ymd(year int, mon time.Month, day int) (d date, ok bool) {
	if year > 2500 {
		year -= 543
	}
	if mon > 12 {
		return persianDay(year, int(mon)-13, day)
	}
	t := time.Date(year, mon, day, 0, 0, 0, 0, time.UTC)
	return date{Time: t, DateOnly: true}, isPlausibleDate(t) && mon >= 1 && mon <= 12 && t.Day() == day
}

// persianDay returns a day of the Persian calendar, in the month behind so many others. Its first six months have 31 days each, the others
// 30; eight years in 33 are leap years, which holds from 1178 to 1633.
func persianDay(year, before, day int) (d date, ok bool) {
	leapDays := func(year int) int { return (8*year + 21) / 33 }
	days := 365*(year-1400) + leapDays(year) - leapDays(1400) + 30*before + min(before, 6)
	t := time.Date(2021, time.March, 20+days+day, 0, 0, 0, 0, time.UTC) // the first day of 1400 is 21 March
	return date{Time: t, DateOnly: true}, isPlausibleDate(t) && before < 12 && day >= 1 && day <= 31-before/6
}
