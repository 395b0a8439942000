package layout

import (
	"strconv"
	"strings"
	"unicode"
)

// maxReferenceLabel is how many bytes the label of an entry of a bibliography has at most.
const maxReferenceLabel = 12

// followsReference reports whether a line begins the entry of a bibliography after the one
// that open is: "[3] …" after "[2] …", or "[Ek24] …" after another label of that kind.
func followsReference(open, line string) bool {
	last, next := referenceLabel(open), referenceLabel(line)
	if last == "" || next == "" {
		return false
	}
	a, err := strconv.Atoi(last)
	b, err2 := strconv.Atoi(next)
	if err == nil && err2 == nil {
		return b == a+1
	}
	return err != nil && err2 != nil && last != next
}

// referenceLabel returns the label that text begins with, in brackets and with a digit,
// "" for none.
func referenceLabel(text string) string {
	rest, found := strings.CutPrefix(strings.TrimLeft(text, " "), "[")
	if !found {
		return ""
	}
	label, rest, found := strings.Cut(rest, "]")
	if !found || len(label) > maxReferenceLabel || !strings.HasPrefix(rest, " ") || !strings.ContainsAny(label, "0123456789") {
		return ""
	}
	if strings.ContainsFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '-' }) {
		return ""
	}
	return label
}
