package office

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// dateParts are the parts of a date, a time or a duration that a format code shows.
type dateParts uint8

const (
	yearField dateParts = 1 << iota
	monthField
	dayField
	hourField
	minuteField
	secondField
	elapsedField // hours, minutes or seconds beyond those of a day

	dateFields = yearField | monthField | dayField
	timeFields = hourField | minuteField | secondField | elapsedField
)

// numberFormat is a parsed format code of SpreadsheetML (ECMA-376 part 1, 18.8.31). The zero
// value shows numbers unchanged.
type numberFormat struct {
	fields      dateParts
	fraction    int             // digits of a second
	sections    []numberSection // how numbers look that are no dates
	hidesNumber bool
	hidesText   bool
}

// builtInCodes are the codes of identifiers that have none of their own (18.8.30).
var builtInCodes = [...]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
	17: "yyyy-mm", 18: "h:mm", 19: "h:mm:ss", 20: "h:mm", 21: "h:mm:ss", 22: "yyyy-mm-dd h:mm", 32: "h:mm", 33: "h:mm:ss",
	37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)",
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

// formatToken is a token of a format code.
type formatToken struct {
	// sign is one of 0#?.,%/@ as written, G for General, E for an exponent, [ for a part in brackets, one of yebmdhs for a field of
	// a date, or 0 for text.
	sign byte
	text string // of the token, without its quotes or brackets
}

// parseNumberFormat reads a format code: the first of its sections says how
// numbers look, empty ones hide them.
func parseNumberFormat(code string) (f numberFormat) {
	sections := splitFormat(code)
	if f.fields, f.fraction = parseFields(sections[0]); f.fields == 0 {
		for _, section := range sections[:min(len(sections), 3)] {
			f.sections = append(f.sections, parseSection(section))
		}
	}
	f.hidesText = len(sections) > 3 && len(sections[3]) == 0
	f.hidesNumber = len(sections) > 2 && len(sections[0])+len(sections[1])+len(sections[2]) == 0
	return f
}

// splitFormat returns the tokens of the sections of a format code, four at most. What only moves text to its side is left out.
func splitFormat(code string) [][]formatToken {
	sections := [][]formatToken{nil}
	add := func(sign byte, text string) {
		last := &sections[len(sections)-1]
		*last = append(*last, formatToken{sign, text})
	}
	hasPrefix := func(word string) bool { return len(code) >= len(word) && strings.EqualFold(code[:len(word)], word) }
	for n := 0; code != ""; code = code[n:] {
		n = 1
		switch c := code[0]; {
		case c == ';' && len(sections) < 4:
			sections = append(sections, nil)
		case c == '"' || c == '[':
			end := map[byte]string{'"': `"`, '[': "]"}[c]
			inside, _, closed := strings.Cut(code[1:], end)
			n = min(len(inside)+2, len(code))
			switch {
			case c == '"':
				add(0, inside)
			case closed:
				add(c, inside)
			}
		case c == '\\' || c == '_' || c == '*': // the latter are as wide as a sign, or filled with it
			if n = min(2, len(code)); c == '\\' {
				add(0, code[1:n])
			}
		case strings.HasPrefix(code, "E+") || strings.HasPrefix(code, "E-"):
			n = 2
			add('E', "")
		case hasPrefix("general"):
			n = len("general")
			add('G', "")
		case hasPrefix("am/pm"):
			n = len("am/pm")
		case hasPrefix("a/p"):
			n = len("a/p")
		case strings.IndexByte("yebmdhs", c|0x20) >= 0:
			n = leadingRepeats(code)
			add(c|0x20, code[:n])
		case strings.IndexByte("0#?.,%/@", c) >= 0:
			add(c, code[:1])
		default:
			add(0, code[:1])
		}
	}
	return sections
}

// parseFields returns the parts of a date or time that a section shows, and its digits of a second.
// One m or two are minutes right after hours or right before seconds, else a month. Text in
// brackets is a span of time ([h], [mm]) or else a colour, a condition or a language.
func parseFields(tokens []formatToken) (fields dateParts, fraction int) {
	var signs []byte // n for minutes, M for a month
	for i, t := range tokens {
		switch sign := t.sign; {
		case sign == '[' && t.text != "" && leadingRepeats(t.text) == len(t.text):
			if sign, isSpan := map[byte]byte{'h': 'h', 'm': 'n', 's': 's'}[t.text[0]|0x20]; isSpan {
				signs, fields = append(signs, sign), fields|elapsedField
			}
		case sign == 'm' && len(t.text) > 2:
			signs = append(signs, 'M')
		case sign >= 'a':
			signs = append(signs, sign)
		case sign == '.' && len(signs) > 0 && signs[len(signs)-1] == 's':
			for fraction = 0; fraction < 3 && i+1+fraction < len(tokens) && tokens[i+1+fraction].sign == '0'; {
				fraction++
			}
		}
	}
	for i, sign := range signs {
		if sign == 'm' && (i > 0 && signs[i-1] == 'h' || i+1 < len(signs) && signs[i+1] == 's') {
			sign = 'n'
		}
		fields |= map[byte]dateParts{'y': yearField, 'e': yearField, 'b': yearField, 'M': monthField, 'm': monthField, 'd': dayField,
			'h': hourField, 'n': minuteField, 's': secondField}[sign]
	}
	return fields, fraction
}

// leadingRepeats returns how often code repeats its first character at its start, in either
// case.
func leadingRepeats(code string) int {
	n := 1
	for n < len(code) && code[n]|0x20 == code[0]|0x20 {
		n++
	}
	return n
}

// show returns a number formatted: dates and times as in ISO 8601, other numbers with the
// digits and words of the format but without thousands separators. It returns other text
// unchanged.
func (f numberFormat) show(value string, from1904 bool) string {
	n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return value
	}
	text := ""
	if f.fields != 0 {
		text = f.dateOrTime(n, from1904)
	} else if section := chooseSection(f.sections, n); section != nil {
		text = section.show(n, value, len(f.sections) > 1 && section == &f.sections[1])
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
func (f numberFormat) dateOrTime(n float64, from1904 bool) string {
	if math.IsNaN(n) || math.Abs(n) > lastDay+1 {
		return ""
	}
	ms := int64(math.Round(n * dayMS))
	if f.fields&secondField != 0 {
		ms = roundTo(ms, []int64{1000, 100, 10, 1}[f.fraction])
	}
	if f.fields&elapsedField != 0 {
		return f.elapsed(ms)
	}
	day := ms / dayMS
	if from1904 {
		day += days1904
	}
	switch {
	case ms < 0 || day > lastDay:
		return ""
	case f.fields&timeFields == 0:
		return f.date(day)
	case f.fields&dateFields == 0 || day == 0:
		return f.clock(ms % dayMS)
	}
	return f.date(day) + "T" + f.clock(ms%dayMS)
}

func roundTo(ms, unit int64) int64 {
	if ms < 0 {
		return -roundTo(-ms, unit)
	}
	return (ms + unit/2) / unit * unit
}

// date writes a day, or its month or year where no more is shown. The day 0 is
// no date.
func (f numberFormat) date(day int64) string {
	switch {
	case day == 0:
		return ""
	case day == 60:
		return "1900-02-29"
	case day < 60:
		day++
	}
	layout := time.DateOnly
	switch f.fields & dateFields {
	case yearField:
		layout = "2006"
	case yearField | monthField:
		layout = "2006-01"
	}
	return time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC).AddDate(0, 0, int(day)).Format(layout)
}

// clock writes a time of the day, with seconds where they are shown.
func (f numberFormat) clock(ms int64) string {
	return fmt.Sprintf("%02d", ms/3_600_000) + f.minutes(ms%3_600_000)
}

// elapsed writes a span of time by its hours, which may be more than a day has.
func (f numberFormat) elapsed(ms int64) string {
	sign := ""
	if ms < 0 {
		sign, ms = "-", -ms
	}
	return sign + strconv.FormatInt(ms/3_600_000, 10) + f.minutes(ms%3_600_000)
}

func (f numberFormat) minutes(ms int64) string {
	text := fmt.Sprintf(":%02d", ms/60_000)
	if f.fields&secondField != 0 {
		text += fmt.Sprintf(":%02d", ms/1000%60)
		if f.fraction > 0 {
			text += fmt.Sprintf(".%03d", ms%1000)[:1+f.fraction]
		}
	}
	return text
}

// significant cuts a number to the fifteen digits that spreadsheets keep.
func significant(n float64) float64 {
	n, _ = strconv.ParseFloat(strconv.FormatFloat(n, 'g', 15, 64), 64)
	return n
}

// plainNumber returns a number as it was written, without the digits that are
// noise of its binary form: 0.30000000000000004 is 0.3.
func plainNumber(value string, n float64) string {
	mantissa, _, exponent := strings.Cut(strings.ToUpper(value), "E")
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

// cellValue is the value of a cell of a sheet. It is used if the cell has no text, or
// instead of its text.
type cellValue struct {
	text    string
	instead bool
}

// readCellValue reads the value of a cell (OpenDocument 1.3, part 3, 19.385):
// dates and times as ISO 8601 writes them instead of the text.
func readCellValue(e *node) cellValue {
	value := e.attr("value")
	switch e.attr("value-type") {
	case "date":
		return cellValue{isoDate(e.attr("date-value")), true}
	case "time":
		return cellValue{isoSpan(e.attr("time-value")), true}
	case "percentage":
		return cellValue{text: parseNumberFormat("0.##%").show(value, false)}
	case "boolean":
		return cellValue{text: formatBool(e.attr("boolean-value"))}
	case "string":
		return cellValue{text: e.attr("string-value")}
	}
	return cellValue{text: numberFormat{}.show(value, false)}
}

// isoSpan writes a duration of ISO 8601 by the clock, PT13H30M5S as 13:30:05, with parts of a second if there are any;
// "" for none. Days are hours; months and years have no length.
func isoSpan(duration string) string {
	rest, negative := strings.CutPrefix(strings.TrimSpace(duration), "-")
	rest, found := strings.CutPrefix(rest, "P")
	days, clock, _ := strings.Cut(rest, "T")
	number, isDays := strings.CutSuffix(days, "D")
	n, err := strconv.ParseUint(cmp.Or(number, "0"), 10, 16)
	span, clockErr := time.ParseDuration("0s" + strings.ToLower(clock))
	if !found || rest == "" || err != nil || clockErr != nil || isDays != (days != "") {
		return ""
	}
	ms := int64(n)*dayMS + span.Round(time.Millisecond).Milliseconds()
	text := fmt.Sprintf("%02d", ms/3_600_000) + numberFormat{fields: secondField}.minutes(ms%3_600_000)
	if part := ms % 1000; part > 0 {
		text += strings.TrimRight(fmt.Sprintf(".%03d", part), "0")
	}
	if negative {
		return "-" + text
	}
	return text
}
