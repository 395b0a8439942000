package meta

import (
	_ "embed"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/datetime"
)

// monthsText has a line for each month: its names in some sixty languages, in
// lower case, as dates have them (Unicode CLDR, Gregorian calendar, format wide;
// abbreviated where no person is called so).
//
//go:embed months.txt
var monthsText string

var months = sync.OnceValue(func() map[string]int { return lineNumbers(monthsText) })

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
	if exact, isISO := isoDate(s); isISO {
		return exact, at, end, true
	}
	if s[0] < 'A' || s[0] > 'Z' || strings.Count(s, ":") < 2 {
		return d, at, end, ok
	}
	for _, layout := range []string{time.RFC1123Z, time.RFC1123, time.RFC850, time.ANSIC, "Mon Jan _2 15:04:05 MST 2006", "Mon Jan _2 2006 15:04:05 GMT-0700"} {
		if t, err := time.Parse(layout, s); err == nil && isPlausibleDate(t) {
			return date{Time: t}, at, end, true
		}
	}
	return d, at, end, ok
}

func isPlausibleDate(t time.Time) bool { return t.Year() >= 1990 && t.Year() <= 2100 }

// isoDate reads YYYY-MM-DD with what follows: a time of day and a zone, each
// optional.
func isoDate(s string) (d date, ok bool) {
	for _, c := range []byte(s[:4]) {
		if c < '0' || c > '9' {
			return d, false
		}
	}
	if t, dateOnly, ok := datetime.Parse(s); ok && !dateOnly && isPlausibleDate(t) {
		return date{Time: t}, true
	}
	t, err := time.Parse(time.DateOnly, s[:min(len(s), len(time.DateOnly))])
	if err != nil {
		t, err = time.Parse("20060102", s)
	}
	return date{Time: t, DateOnly: true}, err == nil && isPlausibleDate(t)
}

// datePart is a number or the name of a month in a text, with the separator before it: a
// sign, inWords, or 0 for white space only.
type datePart struct {
	number, digits int
	month          time.Month
	before         rune
	tight          bool // no white space in between
	at             int  // where it begins
}

const inWords = 'w'

type dateScanner struct {
	text     string
	dayFirst bool
	parts    [4]datePart // the last ones of a run
	count    int
	between  rune
	tight    bool
}

// looseDate finds the first date in a short text: a day, a month and a year, all
// three stated and with nothing between them but signs and the small words that
// dates are written with. It begins at and ends before end.
func looseDate(s string, dayFirst bool) (d date, at, end int, ok bool) {
	scan := dateScanner{text: s, dayFirst: dayFirst, tight: true}
	for i := 0; i < len(s); {
		c, size := utf8.DecodeRuneInString(s[i:])
		end = i + size
		switch {
		case isDigit(c):
			end = endOf(s, end, isDigit)
			if end < len(s) && s[end] == ':' {
				end = endOf(s, end, func(r rune) bool { return r == ':' || r >= '0' && r <= '9' })
				scan.between = inWords
				break
			}
			if d, at, ok := scan.number(i, end); ok {
				return d, at, end, true
			}
		case letter(s[i]):
			end = endOf(s, end, func(r rune) bool { return (r >= utf8.RuneSelf || letter(byte(r))) && !isDigit(r) })
			scan.word(i, s[i:end])
		default:
			scan.sign(c)
		}
		i = end
	}
	return d, len(s), len(s), false
}

// zeros are the digits 0 of scripts that write dates with digits of their own.
const zeros = "\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u1040\u17e0\uff10"

func isDigit(r rune) bool { return digitValue(r) >= 0 }

// digitValue returns the value of a digit, or -1 for other characters.
func digitValue(r rune) int {
	if r < utf8.RuneSelf {
		if r < '0' || r > '9' {
			return -1
		}
		return int(r - '0')
	}
	for _, zero := range zeros {
		if r >= zero && r <= zero+9 {
			return int(r - zero)
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

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

func (s *dateScanner) number(i, end int) (d date, at int, ok bool) {
	const most = 4 // digits
	n, digits := 0, 0
	for _, c := range s.text[i:end] {
		if digits++; digits > most {
			s.count = 0
			return d, 0, false
		}
		n = n*10 + digitValue(c)
	}
	s.push(datePart{number: n, digits: digits, at: i})
	if s.count < 3 {
		return d, 0, false
	}
	p := s.parts[s.count-3 : s.count]
	// Numbers may be part of more of them between the same signs, as those of a version or of a host's address are.
	isLonger := s.count > 3 && p[0].before == p[1].before ||
		p[1].before == '.' && end+1 < len(s.text) && s.text[end] == '.' && s.text[end+1] >= '0' && s.text[end+1] <= '9'
	if p[0].month != 0 || p[1].month != 0 {
		d, ok = monthDate(p)
	} else if !isLonger {
		d, ok = numericDate(p, s.dayFirst)
	}
	return d, p[0].at, ok
}

func (s *dateScanner) push(p datePart) {
	p.before, p.tight = s.between, s.tight
	s.between, s.tight = 0, true
	if s.count == len(s.parts) {
		copy(s.parts[:], s.parts[1:])
		s.count--
	}
	s.parts[s.count] = p
	s.count++
}

// word adds the name of a month, passes over what dates are written with, and
// begins anew after any other word.
func (s *dateScanner) word(at int, w string) {
	switch m := monthByName(w); {
	case m != 0 && s.count > 0 && s.parts[s.count-1].month == m: // once more by its other name
	case m != 0:
		s.push(datePart{month: m, at: at})
	case w == "年" || w == "년" || w == "月" || w == "월":
		s.between = '年' // both signs are alike, as two dots are
	case w == "\u00a0" || isOneOf(w, "dateword", "weekday"):
		s.between = inWords
	default:
		s.count, s.between = 0, inWords
	}
}

func (s *dateScanner) sign(c rune) {
	switch c {
	case ' ', '\t', '\n', '\r':
		s.tight = false
	case '.', ',', '/', '-', '|':
		if s.between != 0 {
			c = inWords
		}
		s.between = c
	default:
		s.count, s.between = 0, inWords
	}
}

func monthDate(p []datePart) (d date, ok bool) {
	const buddhistYears = 543
	mon, day, year := p[0].month+p[1].month, p[0], p[2]
	switch {
	case p[0].month != 0 && p[1].month != 0:
		return d, false
	case p[0].month != 0:
		day = p[1]
	case p[0].digits == 4:
		day, year = p[2], p[0]
	}
	if year.number > 2500 {
		year.number -= buddhistYears
	}
	if year.digits != 4 || day.digits > 2 || p[1].before == '|' || p[2].before == '|' {
		return d, false
	}
	return ymd(year.number, mon, day.number)
}

// numericDate returns the date of three numbers with the same sign between them; "54.2, 8.1"
// is rejected. Two digits at the end are a year from 1990 to 2049, unless white space is in
// between. Between dots the day and the month must then have two digits, too: "9.18.49" is a
// version.
func numericDate(p []datePart, dayFirst bool) (d date, ok bool) {
	if p[1].before != p[2].before || p[1].before == 0 || p[1].before == inWords || p[1].before == ',' {
		return d, false
	}
	year, mon, day := p[0].number, time.Month(p[1].number), p[2].number
	swappable := false
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
	d, ok = ymd(year, mon, day)
	d.Swappable = swappable
	return d, ok
}

func ymd(year int, mon time.Month, day int) (d date, ok bool) {
	t := time.Date(year, mon, day, 0, 0, 0, 0, time.UTC)
	return date{Time: t, DateOnly: true}, isPlausibleDate(t) && mon >= 1 && mon <= 12 && t.Day() == day
}
