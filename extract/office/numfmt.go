package office

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// numberFormat is a parsed format code of SpreadsheetML (ECMA-376 part 1, 18.8.31). The zero
// value shows numbers unchanged.
type numberFormat struct {
	sections    []formatSection
	text        formatSection // of cells that hold no number
	hidesNumber bool
	hidesText   bool
}

// formatSection is a section of a format code: its signs in their order, and what they say of the number. "Q"0 is a text and a digit,
// 0000-00 has a text between digits.
type formatSection struct {
	tokens   []formatToken
	size     int // bytes of texts
	isEmpty  bool
	whole    int // places for digits before the point
	decimals int // after it
	least    int // of them, up to the last one that always stands
	scale    int // power of ten that the number is multiplied by: 2 for a percentage, -3 for thousands
	point    bool
	exponent bool
	general  bool // the number stands as it is
	isText   bool // it has a place for text
	divisor  int  // of a fraction, or the largest one below zero: 8 for # ?/8, -99 for # ??/??
	operator string
	limit    float64 // [>=100] holds for numbers that compare so with it

	dates   []byte // fields of a date or time: yebmdhs, a for a weekday in East Asia, n for minutes
	lead    string // the words before them: FY in "FY"yyyy
	elapsed bool   // hours, minutes or seconds beyond those of a day
	second  int    // digits of its fraction
}

// formatToken is one of 0#?. as written, G for the number or text as it is, E for an exponent, / for a fraction, or 0 for text.
type formatToken struct {
	sign byte
	text string
}

// builtInCodes are the codes of identifiers that have none of their own (18.8.30).
var builtInCodes = [...]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 5: "$#,##0", 6: "$#,##0", 7: "$#,##0.00", 8: "$#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00", 12: "# ?/?", 13: "# ??/??",
	17: "yyyy-mm", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 32: "h:mm", 33: "h:mm:ss",
	37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 41: "#,##0;(#,##0);-", 42: "$#,##0;$(#,##0);$-", 43: "#,##0.00;(#,##0.00);-", 44: "$#,##0.00;$(#,##0.00);$-",
	45: "h:mm:ss", 46: "[h]:mm:ss", 47: "mm:ss.0", 48: "##0.0E+0"}

// builtInCode returns the code of an identifier, "" for none; those of 27 to 36 and 50 to 58 are
// dates or times of East Asia.
func builtInCode(id int) string {
	switch {
	case id >= 14 && id <= 16, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 58:
		return "yyyy-mm-dd"
	case id < 0 || id >= len(builtInCodes):
		return ""
	}
	return builtInCodes[id]
}

// The bounds of a format: digits after the point that are shown, and bytes of text or signs of a section.
const (
	maxDecimals   = 10
	maxFormatText = 64
)

// parseNumberFormat reads a format code, of four sections at most: the first of them says how
// numbers look, empty ones hide them.
func parseNumberFormat(code string) (f numberFormat) {
	for more := true; more; {
		s := formatSection{isEmpty: true}
		code, more = s.parse(code, len(f.sections) == 3)
		f.sections = append(f.sections, s)
	}
	isEmpty := func(at int) bool { return len(f.sections) > at && f.sections[at].isEmpty }
	f.hidesText = isEmpty(3)
	f.hidesNumber = isEmpty(0) && isEmpty(1) && isEmpty(2)
	if last := f.sections[len(f.sections)-1]; last.isText {
		f.text = last
	}
	f.sections = f.sections[:min(3, len(f.sections))]
	return f
}

// formatSign matches what a format code begins with: a text in quotes or behind a backslash, something in brackets, a blank as wide as a
// sign or filled with it, a word, a field of a date, or any other sign.
var formatSign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?is)^(?:"([^"]*)"?|\\(.?)|\[([^\]]*)\]|\[.*|[_*].?|(?-i:E)[+-]|general|am/pm|a/p|a{3,4}|y+|e+|b+|m+|d+|h+|s+|.)`)
})

// parse reads the section that code begins with, and reports whether another one follows. What only moves text to its side shows
// nothing.
func (s *formatSection) parse(code string, isLast bool) (rest string, more bool) {
	for code != "" && !more {
		m := formatSign().FindStringSubmatch(code)
		code = code[len(m[0]):]
		c := m[0][0]
		if c == '_' || c == '*' {
			continue
		}
		if more = c == ';' && !isLast; more {
			break
		}
		s.isEmpty = false
		switch word := strings.ToLower(m[0]); {
		case c == '"', c == '\\':
			s.text(m[1] + m[2])
		case c == '[':
			s.bracket(m[3])
		case m[0] == "E+" || m[0] == "E-":
			s.exponent = true
			s.add('E')
		case word == "general", c == '@':
			s.general, s.isText = true, s.isText || c == '@'
			s.add('G')
		case word == "am/pm", word == "a/p":
		case strings.IndexByte("yebmdhs", word[0]) >= 0, strings.HasPrefix(word, "aaa"):
			if word[0] == 'm' && len(word) > 2 {
				word = "M"
			}
			if len(s.dates) == 0 && len(s.tokens) > 0 && len(s.tokens[0].text) > 1 && strings.ContainsFunc(s.tokens[0].text, unicode.IsLetter) {
				s.lead = s.tokens[0].text
			}
			s.dates = append(s.dates, word[0])
		case c == '.' && len(s.dates) > 0 && s.dates[len(s.dates)-1] == 's':
			s.second = min(len(code)-len(strings.TrimLeft(code, "0")), 3)
		case (c == '0' || c == '#' || c == '?') && s.exponent: // those of an exponent are no places
		case c == '0' || c == '#' || c == '?':
			if s.add(c); !s.point {
				s.whole++
			} else if s.decimals++; c == '0' {
				s.least = s.decimals
			}
		case c == '.' && !s.point:
			s.point = true
			s.add('.')
		case c == ',':
			if next := strings.TrimLeft(code, ","); s.whole > 0 && (next == "" || strings.IndexByte("0#?", next[0]) < 0) {
				s.scale -= 3
			}
		case c == '%':
			s.scale += 2
			s.text("%")
		case c == '/' && len(s.dates) == 0:
			code = s.fractionOver(code)
		default:
			s.text(m[0])
		}
	}
	s.scale = max(min(s.scale, 6), -12)
	for i, sign := range s.dates { // one m or two right after hours or right before seconds are minutes
		if sign == 'm' && (i > 0 && s.dates[i-1] == 'h' || i+1 < len(s.dates) && s.dates[i+1] == 's') {
			s.dates[i] = 'n'
		}
	}
	return code, more
}

// fractionOver makes the last places for digits those above the line of a fraction, and returns code without what is below it.
func (s *formatSection) fractionOver(code string) string {
	n := len(s.tokens)
	for n > 0 && s.tokens[n-1].sign != 0 {
		n--
	}
	s.whole -= len(s.tokens) - n
	s.tokens = s.tokens[:n]
	rest := strings.TrimLeft(code, "#?0123456789")
	below := code[:len(code)-len(rest)]
	if s.divisor, _ = strconv.Atoi(below); s.divisor == 0 {
		s.divisor = 1 - int(math.Pow10(min(len(below), 3)))
	}
	s.add('/')
	return rest
}

// fraction splits a number into the whole part that the section has places for, and the nearest fraction, "" for none.
func (s *formatSection) fraction(n float64) (whole float64, fraction string) {
	if s.whole > 0 {
		whole = math.Floor(n)
	}
	above, below := math.Round((n-whole)*float64(s.divisor)), float64(s.divisor)
	if s.divisor < 0 {
		above, below = nearestFraction(n-whole, float64(-s.divisor))
	}
	switch {
	case s.whole > 0 && above == below:
		return whole + 1, ""
	case s.whole > 0 && above == 0:
		return whole, ""
	}
	return whole, fmt.Sprintf("%.0f/%.0f", above, below)
}

// nearestFraction returns the fraction nearest to x whose lower part is at most a bound, by continued fractions.
func nearestFraction(x, most float64) (above, below float64) {
	p, q, above, below := 0.0, 1.0, 1.0, 0.0 // the last two convergents
	for rest := x; ; rest = 1 / rest {
		term := math.Floor(rest)
		if q+term*below > most {
			term = math.Floor((most - q) / below)
			if p, q = p+term*above, q+term*below; math.Abs(x-p/q) < math.Abs(x-above/below) {
				return p, q
			}
			return above, below
		}
		p, q, above, below = above, below, p+term*above, q+term*below
		if rest -= term; rest < 1e-9 {
			return above, below
		}
	}
}

func (s *formatSection) add(sign byte) { s.tokens = append(s.tokens, formatToken{sign: sign}) }

func (s *formatSection) text(text string) {
	if s.size += len(text); s.size <= maxFormatText && text != "" {
		s.tokens = append(s.tokens, formatToken{text: strings.ReplaceAll(text, "\n", " ")})
	}
}

// bracket reads a span of time ([h], [mm]), a currency ([$€-407]) or a condition ([>=100]); colours and languages show nothing.
func (s *formatSection) bracket(inside string) {
	span := strings.ToLower(inside)
	number := strings.TrimLeft(inside, "<>=")
	switch limit, err := strconv.ParseFloat(number, 64); {
	case span != "" && strings.Trim(span, span[:1]) == "" && strings.Contains("hms", span[:1]):
		s.dates, s.elapsed = append(s.dates, strings.Replace(span, "m", "n", 1)[0]), true
	case strings.HasPrefix(inside, "$"):
		currency, _, _ := strings.Cut(inside[1:], "-")
		s.text(currency)
	case err == nil && len(number) < len(inside):
		s.operator, s.limit = inside[:len(inside)-len(number)], limit
	}
}

// shows reports whether a date has one of the fields.
func (s *formatSection) shows(fields string) bool { return bytes.ContainsAny(s.dates, fields) }

// show returns a number formatted: dates and times as in ISO 8601, other numbers with the
// digits and words of the format but without thousands separators. It returns other text
// unchanged.
func (f numberFormat) show(value string, from1904 bool) string {
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return value
	}
	text := ""
	if at := chooseSection(f.sections, n); at >= 0 && len(f.sections[at].dates) > 0 {
		if text = f.sections[at].dateOrTime(n, from1904); text != "" {
			text = f.sections[at].lead + text
		}
	} else if at >= 0 {
		text = f.sections[at].number(n, value, at == 1)
	}
	if text == "" {
		return plainNumber(value, n)
	}
	return text
}

const (
	dayMS    = 24 * 60 * 60 * 1000
	lastDay  = 2958465 // 9999-12-31
	days1904 = 1462    // between the two first days
)

// dateOrTime returns the date and time of a serial number (ECMA-376 part 1, 18.17.4): days
// since the end of 1899, counting a 1900-02-29, or since the start of 1904, with the time as
// a fraction. It returns "" if the number is out of range.
func (s *formatSection) dateOrTime(n float64, from1904 bool) string {
	if math.IsNaN(n) || math.Abs(n) > lastDay+1 {
		return ""
	}
	ms := int64(math.Round(n * dayMS))
	fraction := noSeconds
	if s.shows("s") {
		fraction = s.second
		unit := math.Pow10(3 - fraction)
		ms = int64(math.Round(float64(ms)/unit) * unit)
	}
	if s.elapsed {
		return clock(ms, 1, fraction)
	}
	day := ms / dayMS
	if from1904 {
		day += days1904
	}
	switch {
	case ms < 0 || day > lastDay:
		return ""
	case !s.shows("hns"):
		return s.date(day)
	case !s.shows("ayebMmd") || day == 0:
		return clock(ms%dayMS, 2, fraction)
	}
	return s.date(day) + "T" + clock(ms%dayMS, 2, fraction)
}

// date writes a day, or its month or year where no more is shown. The day 0 is
// no date.
func (s *formatSection) date(day int64) string {
	switch {
	case day == 0:
		return ""
	case day == 60:
		return "1900-02-29"
	case day < 60:
		day++
	}
	layout := time.DateOnly
	if hasMonth := s.shows("Mm"); s.shows("yeb") && !s.shows("ad") {
		layout = map[bool]string{true: "2006-01", false: "2006"}[hasMonth]
	}
	return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(day)).Format(layout)
}

const noSeconds = -1

// clock writes a span of time: hours with so many digits at least, minutes, and seconds with a fraction, unless that is noSeconds.
func clock(ms int64, hourDigits, fraction int) string {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	text := fmt.Sprintf("%s%0*d:%02d", sign, hourDigits, ms/3_600_000, ms/60_000%60)
	switch {
	case fraction == 0:
		text += fmt.Sprintf(":%02d", ms/1000%60)
	case fraction > 0:
		text += fmt.Sprintf(":%02d.%03d", ms/1000%60, ms%1000)[:len(":00.")+fraction]
	}
	return text
}

// chooseSection returns the place of the section for a number, -1 for none: the one whose condition holds, else by its sign.
func chooseSection(sections []formatSection, n float64) int {
	last := len(sections) - 1
	for i := range sections {
		s := &sections[i]
		holds := i == last || i == 0 && (n > 0 || n == 0 && last < 2) || i == 1 && n < 0
		if s.operator != "" {
			sign := "<=>"[1+cmp.Compare(n, s.limit)]
			holds = strings.IndexByte(s.operator, sign) >= 0
		}
		if holds {
			return i
		}
	}
	return -1
}

// number writes a number, "" for one that the section can't show. That of numbers below zero has a
// sign of its own or needs none.
func (s *formatSection) number(n float64, value string, below bool) string {
	if size := len(s.tokens); size == 0 || size > maxFormatText || s.decimals > maxFormatText || math.IsNaN(n) || math.IsInf(n, 0) {
		return ""
	}
	number := significant(math.Abs(n))
	exponent := ""
	decimals := min(s.decimals, maxDecimals)
	if s.exponent { // a multiple of the places before the point, as in ##0.0E+0
		_, digits, _ := strings.Cut(strconv.FormatFloat(number, 'E', decimals, 64), "E")
		power, _ := strconv.Atoi(digits)
		places := max(s.whole, 1)
		power -= (power%places + places) % places
		number = significant(number / math.Pow10(power))
		exponent = fmt.Sprintf("E%+03d", power)
	} else if s.divisor != 0 && number <= 1e15 {
		number, exponent = s.fraction(number)
	} else {
		number = significant(number * math.Pow10(s.scale))
		if unit := math.Pow10(decimals); number*unit < 1e15 {
			number = math.Round(significant(number*unit)) / unit
		}
	}
	if number > 1e15 {
		return ""
	}
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(number, 'f', decimals, 64), ".")
	text := s.fill(whole, fraction, exponent, plainNumber(strings.TrimPrefix(strings.TrimSpace(value), "-"), math.Abs(n)))
	if n < 0 && (number != 0 || s.general || s.divisor != 0) && !(below && s.operator == "") {
		return "-" + text
	}
	return text
}

// fill puts digits into the places of the section. Those before the point are filled from the
// right, the first takes what is left over.
func (s *formatSection) fill(whole, fraction, exponent, general string) string {
	if whole == "0" {
		whole = ""
	}
	whole = strings.Repeat(" ", max(s.whole-len(whole), 0)) + whole // a blank for a digit that is not there
	first := len(whole) - max(s.whole-1, 0)
	fraction = fraction[:min(len(fraction), max(len(strings.TrimRight(fraction, "0")), s.least))]
	var b strings.Builder
	point := false
	for _, t := range s.tokens {
		switch {
		case t.sign == 0:
			b.WriteString(t.text)
		case t.sign == 'G':
			b.WriteString(general)
		case t.sign == 'E', t.sign == '/':
			b.WriteString(exponent)
		case t.sign == '.':
			if point = true; s.whole == 0 {
				b.WriteString(whole)
			}
			if fraction != "" {
				b.WriteByte('.')
			}
		case !point:
			if digits := whole[:first]; digits != " " {
				b.WriteString(digits)
			} else if t.sign == '0' {
				b.WriteByte('0')
			}
			whole, first = whole[first:], 1
		case fraction != "":
			b.WriteByte(fraction[0])
			fraction = fraction[1:]
		}
	}
	return strings.ToValidUTF8(strings.TrimSpace(b.String()), "")
}

// significant cuts a number to the fifteen digits that spreadsheets keep.
func significant(n float64) float64 {
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	return n
}

// plainNumber returns a number as it was written, without the digits that are
// noise of its binary form, 0.30000000000000004 is 0.3, and without the exponent of one that programs show in full: 1.23E-2 is 0.0123.
func plainNumber(value string, n float64) string {
	mantissa, _, exponent := strings.Cut(strings.ToUpper(value), "E")
	if size := math.Abs(n); exponent && size >= 1e-5 && size < 1 {
		return strconv.FormatFloat(significant(n), 'f', -1, 64)
	}
	point := strings.Contains(mantissa, ".")
	if digits := strings.Trim(strings.ReplaceAll(mantissa, ".", ""), "-0"); !point || len(digits) < 17 {
		return value
	}
	form := byte('f')
	if exponent {
		form = 'E'
	}
	return strconv.FormatFloat(significant(n), form, -1, 64)
}

var percentFormat = sync.OnceValue(func() numberFormat { return parseNumberFormat("0.##%") })

// readCellValue returns the value of a cell (OpenDocument 1.3, part 3, 19.385), which it shows if it has no text: dates and times as
// ISO 8601 writes them, also instead of its text.
func readCellValue(e *node) (text string, instead bool) {
	value := e.attr("value")
	switch e.attr("value-type") {
	case "date":
		return isoDate(e.attr("date-value")), true
	case "time":
		return isoSpan(e.attr("time-value")), true
	case "percentage":
		return percentFormat().show(value, false), false
	case "boolean":
		return formatBool(e.attr("boolean-value")), false
	case "string":
		return e.attr("string-value"), false
	}
	return numberFormat{}.show(value, false), false
}

// isoSpan writes a duration of ISO 8601 by the clock: PT13H30M5S as 13:30:05, P1DT2H as 26:00:00, PT1.5S as 00:00:01.5. It returns ""
// for years and months, which have no fixed length, and for anything else, such as 1H.
func isoSpan(duration string) string {
	rest, isNegative := strings.CutPrefix(strings.TrimSpace(duration), "-")
	rest, isDuration := strings.CutPrefix(rest, "P")
	days, hours, _ := strings.Cut(rest, "T")
	number, hasDays := strings.CutSuffix(days, "D")
	n, err := strconv.ParseUint(cmp.Or(number, "0"), 10, 16)
	span, clockErr := time.ParseDuration("0s" + strings.ToLower(hours))
	if !isDuration || rest == "" || err != nil || clockErr != nil || hasDays != (days != "") {
		return ""
	}
	ms := int64(n)*dayMS + span.Round(time.Millisecond).Milliseconds()
	if isNegative {
		ms = -ms
	}
	return strings.TrimSuffix(strings.TrimRight(clock(ms, 2, 3), "0"), ".")
}
