package office

import (
	"strconv"
	"strings"
)

// dateParts are what a format code shows of a date, a time or a span of time.
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

// numberFormat is what a format code of SpreadsheetML says of the cells that
// have it (ECMA-376 part 1, 18.8.31). The zero value shows numbers as they are.
type numberFormat struct {
	fields      dateParts
	fraction    int             // digits of a second
	sections    []numberSection // how numbers look that are no dates
	hidesNumber bool
	hidesText   bool
}

// builtInNumbers are the codes of identifiers for numbers.
var builtInNumbers = [...]string{1: "0", 2: "0.00", 3: "#,##0", 4: "#,##0.00", 9: "0%", 10: "0.00%", 11: "0.00E+00",
	37: "#,##0;(#,##0)", 38: "#,##0;(#,##0)", 39: "#,##0.00;(#,##0.00)", 40: "#,##0.00;(#,##0.00)", 48: "##0.0E+0"}

// builtInFormat returns the format of an identifier that has no code of its own
// (18.8.30); those of 27 to 36 and 50 to 58 are dates or times of East Asia.
func builtInFormat(id int) numberFormat {
	const date = dateFields
	switch {
	case id > 0 && id < len(builtInNumbers) && builtInNumbers[id] != "":
		return parseNumberFormat(builtInNumbers[id])
	case id == 17:
		return numberFormat{fields: yearField | monthField}
	case id == 18, id == 20, id == 32:
		return numberFormat{fields: hourField | minuteField}
	case id == 19, id == 21, id == 33, id == 45:
		return numberFormat{fields: hourField | minuteField | secondField}
	case id == 22:
		return numberFormat{fields: date | hourField | minuteField}
	case id == 46:
		return numberFormat{fields: hourField | minuteField | secondField | elapsedField}
	case id == 47:
		return numberFormat{fields: minuteField | secondField, fraction: 1}
	case id >= 14 && id <= 16, id >= 27 && id <= 31, id == 36, id >= 50 && id <= 58:
		return numberFormat{fields: date}
	}
	return numberFormat{}
}

// parseNumberFormat reads a format code: the first of its sections says how
// numbers look, empty ones hide them.
func parseNumberFormat(code string) numberFormat {
	sections := splitFormat(code)
	p := formatParser{code: sections[0]}
	for p.at < len(p.code) {
		p.next()
	}
	p.resolveMonth()
	if p.f.fields == 0 {
		p.f.sections = numberSections(sections[:min(len(sections), 3)])
	}
	p.f.hidesText = len(sections) > 3 && sections[3] == ""
	p.f.hidesNumber = len(sections) > 2 && sections[0]+sections[1]+sections[2] == ""
	return p.f
}

// formatParser reads a section of a format code.
type formatParser struct {
	f       numberFormat
	code    string
	at      int
	last    dateParts // the field before this place
	pending bool      // an m that may be of months or minutes
}

// next reads a sign of the code and what belongs to it.
func (p *formatParser) next() {
	c := p.code[p.at]
	if n := literalLength(p.code[p.at:]); n > 0 {
		if inside, closed := strings.CutSuffix(p.code[p.at:p.at+n], "]"); c == '[' && closed {
			p.elapsed(strings.ToLower(inside[1:]))
		}
		p.at += n
		return
	}
	n := leadingRepeats(p.code[p.at:])
	switch c | 0x20 {
	case 'y', 'e', 'b':
		p.field(yearField)
	case 'm':
		p.month(n)
	case 'd':
		p.field(dayField)
	case 'h':
		p.field(hourField)
	case 's':
		p.field(secondField)
	}
	if c == '.' {
		p.fraction()
	}
	p.at += n
}

// field notes a field; seconds make minutes of an m right before them.
func (p *formatParser) field(f dateParts) {
	if f == secondField && p.pending {
		p.pending, p.f.fields = false, p.f.fields|minuteField
	}
	p.resolveMonth()
	p.f.fields |= f
	p.last = f
}

// month takes n signs of m: minutes right after hours, else months unless
// seconds follow. Three and more are the names of months.
func (p *formatParser) month(n int) {
	if n <= 2 && p.last == hourField {
		p.field(minuteField)
		return
	}
	p.resolveMonth()
	p.last, p.pending = monthField, n <= 2
	if !p.pending {
		p.f.fields |= monthField
	}
}

func (p *formatParser) resolveMonth() {
	if p.pending {
		p.pending, p.f.fields = false, p.f.fields|monthField
	}
}

// elapsed takes what stood in brackets: "h", "mm" and the like are fields of a
// span of time, all else is a colour, a condition or a language.
func (p *formatParser) elapsed(inside string) {
	if inside == "" || leadingRepeats(inside) != len(inside) {
		return
	}
	switch inside[0] {
	case 'h':
		p.field(hourField)
	case 'm':
		p.field(minuteField)
	case 's':
		p.field(secondField)
	default:
		return
	}
	p.f.fields |= elapsedField
}

// fraction counts the digits of a second after the point.
func (p *formatParser) fraction() {
	if p.last == secondField {
		p.f.fraction = min(len(p.code)-p.at-1-len(strings.TrimLeft(p.code[p.at+1:], "0")), 3)
	}
}

// leadingRepeats is how often the first sign of code stands in a row, in either case.
func leadingRepeats(code string) int {
	n := 1
	for n < len(code) && code[n]|0x20 == code[0]|0x20 {
		n++
	}
	return n
}

// literalLength is the length of what stands at the start of code and is no field: text
// in quotes, an escaped sign, one that fills or is as wide, what is in brackets,
// a half of the day, an exponent, the word General. 0 for a field.
func literalLength(code string) int {
	switch code[0] {
	case '"':
		return quotedLength(code, '"')
	case '[':
		return quotedLength(code, ']')
	case '\\', '_', '*':
		return min(2, len(code))
	}
	if strings.HasPrefix(code, "E+") || strings.HasPrefix(code, "E-") {
		return 2
	}
	for _, word := range []string{"general", "am/pm", "a/p"} {
		if len(code) >= len(word) && strings.EqualFold(code[:len(word)], word) {
			return len(word)
		}
	}
	return 0
}

// quotedLength is the length of code through the next end after its first sign.
func quotedLength(code string, end byte) int {
	if i := strings.IndexByte(code[1:], end); i >= 0 {
		return i + 2
	}
	return len(code)
}

// splitFormat cuts a format code at the semicolons that are no text, into four
// sections at most.
func splitFormat(code string) []string {
	var sections []string
	start := 0
	for i := 0; i < len(code); {
		if n := literalLength(code[i:]); n > 0 {
			i += n
			continue
		}
		if code[i] == ';' && len(sections) < 3 {
			sections = append(sections, code[start:i])
			start = i + 1
		}
		i++
	}
	return append(sections, code[start:])
}

// show returns a number as the format has it: dates and times as ISO 8601
// writes them, other numbers with the digits and words of the format but without signs between
// thousands. What is no number stands as it is.
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
