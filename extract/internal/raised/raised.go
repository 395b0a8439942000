// Package raised writes superscripts and subscripts as text: what is an exponent or an
// index must not read as a digit of the number before it.
package raised

import "strings"

// Text returns what a superscript (sup) or subscript is written as: the characters of
// Unicode where there are some for all of it, else after "^" or "_" as in formulas. It is
// not ok where the text reads as well on the line: the end of a number word ("st"), a
// mark, and what doesn't touch the text before it, which touches says. Text must be
// trimmed; empty text is not ok.
func Text(text string, sup, touches bool) (written string, ok bool) {
	if text == "" {
		return "", false
	}
	if written, ok = Signs(text, sup); ok {
		return written, true
	}
	switch {
	case sup && strings.EqualFold(text, "tm"):
		return "™", true
	case sup && touches && (text == "a" || text == "o"): // 1.ª, N.º, and marks of notes
		return string(pick(text == "a", 'ª', 'º')), true
	case sup && text[0] == '[': // a mark that has brackets already
		return text, true
	case sup && isOrdinal(text) || !touches:
		return "", false
	}
	sign := "_"
	if sup {
		sign = "^"
	}
	if len(text) == 1 || isWord(text) {
		return sign + text, true
	}
	return sign + "(" + text + ")", true
}

func isWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// isOrdinal reports that a raised text is the end of a number word or a mark, which reads as well on the line.
func isOrdinal(s string) bool {
	switch strings.ToLower(s) {
	case "st", "nd", "rd", "th", "er", "re", "e", "ème", "eme", "o", "a", "os", "as", "º", "ª", "tm", "sm", "™", "®", "©", "*", "∗", "**", "*)", "**)", "′", "″", "me", "mes", "lle", "lles", "†", "‡":
		return true
	}
	return false
}

// Signs writes digits and signs as the superscripts (sup) or subscripts of Unicode. It is not ok where
// one of the characters has no such form.
func Signs(s string, sup bool) (string, bool) {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= '0' && r <= '9' && !sup:
			r = '₀' + r - '0'
		case r == '1':
			r = '¹'
		case r == '2' || r == '3':
			r = '²' + r - '2'
		case r >= '0' && r <= '9':
			r = '⁰' + r - '0'
		case r == '+':
			r = pick(sup, '⁺', '₊')
		case r == '-' || r == '−' || r == '–':
			r = pick(sup, '⁻', '₋')
		case r == '=':
			r = pick(sup, '⁼', '₌')
		case r == '(':
			r = pick(sup, '⁽', '₍')
		case r == ')':
			r = pick(sup, '⁾', '₎')
		case r == 'n' && sup:
			r = 'ⁿ'
		case r == 'i' && sup:
			r = 'ⁱ'
		case (r == ',' || r == ' ') && sup: // between marks of notes
		default:
			return "", false
		}
		b.WriteRune(r)
	}
	return b.String(), true
}

func pick(first bool, a, b rune) rune {
	if first {
		return a
	}
	return b
}
