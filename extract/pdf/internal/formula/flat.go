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
	return bracketed(over, false) + "/" + bracketed(under, true)
}

// bracketed puts brackets around more than one number or name. In a denominator 2π is
// more than one.
func bracketed(text string, denominator bool) string {
	letters, digits := 0, 0
	for i, r := range text {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r) || r == '.' && i > 0, unicode.Is(unicode.No, r):
			digits++
		default:
			return "(" + text + ")"
		}
	}
	if letters > 1 || denominator && letters > 0 && digits > 0 {
		return "(" + text + ")"
	}
	return text
}
