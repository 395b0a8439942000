// Package raised writes superscripts and subscripts as text: what is an exponent or an
// index must not read as a digit of the number before it.
package raised

import (
	"slices"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// Text returns what a superscript (sup) or subscript is written as: the characters of
// Unicode where there are some for all of it, else after "^" or "_" as in formulas. It is
// not ok where the text reads as well on the line: the end of a number word ("st"), a
// mark, and what doesn't touch the text before it, which touches says. Text must be
// trimmed; empty text is not ok.
func Text(text string, sup, touches bool) (written string, ok bool) {
	written, ok = Signs(text, sup)
	switch {
	case ok || text == "":
		return written, text != ""
	case sup && strings.EqualFold(text, "tm"):
		return "™", true
	case sup && touches && text == "a": // 1.ª, and marks of notes
		return "ª", true
	case sup && touches && text == "o": // N.º
		return "º", true
	case sup && text[0] == '[': // a mark that has brackets already
		return text, true
	case sup && isOrdinal(text) || !touches:
		return "", false
	}
	sign := "_"
	if sup {
		sign = "^"
	}
	isSign := func(r rune) bool { return r >= 0x80 || !ascii.IsAlnum(byte(r)) }
	inBrackets := strings.HasPrefix(text, "(") && strings.IndexByte(text, ')') == len(text)-1
	if len(text) == 1 || inBrackets || !strings.ContainsFunc(text, isSign) {
		return sign + text, true
	}
	return sign + "(" + text + ")", true
}

// isOrdinal reports that a raised text is the end of a number word, a mark or a degree, which reads as well on the line.
func isOrdinal(s string) bool {
	switch strings.ToLower(s) {
	case "st", "nd", "rd", "th", "er", "re", "e", "ème", "eme", "o", "a", "os", "as", "tm", "sm", "me", "mes", "lle", "lles":
		return true
	}
	isSign := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	return strings.TrimFunc(s, isSign) == "" || strings.HasPrefix(s, "°") || s == "º" || s == "ª"
}

// Signs writes digits and signs as the superscripts (sup) or subscripts of Unicode. ok is false if
// one of the characters has no such form.
func Signs(s string, sup bool) (written string, ok bool) {
	signs, to := []rune("0123456789+-−–=()ni, "), []rune("₀₁₂₃₄₅₆₇₈₉₊₋₋₋₌₍₎")
	if sup { // also a comma and a space, which separate marks of notes
		to = []rune("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻⁼⁽⁾ⁿⁱ, ")
	}
	var b strings.Builder
	for _, r := range s {
		at := slices.Index(signs, r)
		if at < 0 || at >= len(to) {
			return "", false
		}
		b.WriteRune(to[at])
	}
	return b.String(), true
}
