package formula

import (
	"strings"
	"unicode"
)

// flatRoot writes a root as text, "" for one that has no sign.
func flatRoot(index, of string) string {
	sign := "√"
	for _, r := range index {
		form := superscripts[string(r)]
		if form == "" {
			return ""
		}
		sign = strings.TrimSuffix(sign, "√") + form + "√"
	}
	if of == "" {
		return ""
	}
	if digits := strings.Trim(of, "0123456789"); digits == "" || len([]rune(of)) == 1 {
		return sign + of
	}
	return sign + "(" + of + ")"
}

// flatFraction writes a fraction as text, "" for one of parts that have none.
func flatFraction(over, under string) string {
	if over == "" || under == "" || strings.Contains(over+under, "/") {
		return ""
	}
	return Bracketed(over, false) + "/" + Bracketed(under, true)
}

// Bracketed returns a part of a fraction as it is written on a line: in brackets, unless it
// is one number or name, or has some already. Names beside each other need none over the
// line, but in a denominator 2π and dt are more than one.
func Bracketed(text string, denominator bool) string {
	if strings.HasPrefix(text, "(") && strings.IndexByte(text, ')') == len(text)-1 {
		return text
	}
	letters, digits := 0, 0
	for i, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r) || r == '.' && i > 0:
			digits++
		case unicode.Is(unicode.No, r): // an exponent
		default:
			return "(" + text + ")"
		}
	}
	if denominator && (letters > 1 || letters > 0 && digits > 0) {
		return "(" + text + ")"
	}
	return text
}
