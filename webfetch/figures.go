package webfetch

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

// keyFigures are amounts in running text, as they are written: money, percent,
// and numbers with the noun they count. Years and bare numbers are left out.
func keyFigures(doc *extract.Document) []string {
	var found []string
	for _, b := range doc.Blocks {
		if b.Kind != extract.Paragraph && b.Kind != extract.List && b.Kind != extract.Quote {
			continue
		}
		for word, next := range textstat.NumberWords(doc.Text(b)) {
			if f := figure(word, next); f != "" && !slices.Contains(found, f) {
				if found = append(found, f); len(found) == maxFigures {
					return found
				}
			}
		}
	}
	return found
}

// figure returns the amount that a word begins, or "".
func figure(word, next string) string {
	word = strings.Trim(word, "*_()[]\"'“”‘’,;:!?")
	amount := strings.TrimRight(word, ".")
	digits := strings.IndexFunc(amount, unicode.IsDigit)
	if digits < 0 || digits > 4 || len(amount) > 20 || strings.ContainsAny(amount, `/\]@#`) {
		return ""
	}
	if strings.ContainsAny(amount, "$€£¥₹%") {
		if unit := magnitude(next); unit != "" {
			return amount + " " + unit
		}
		return amount
	}
	if word != amount || digits > 0 || !isNumber(amount) {
		return ""
	}
	noun := strings.TrimRight(next, ".,;:!?)*_")
	if noun == "percent" {
		return amount + " " + noun
	}
	if magnitude(noun) != "" || isPlural(noun) && !isYear(amount) {
		return amount + " " + noun
	}
	return ""
}

func magnitude(word string) string {
	switch w := strings.TrimRight(word, ".,;:!?)*_"); strings.ToLower(w) {
	case "thousand", "million", "billion", "trillion", "mln", "bn":
		return w
	}
	return ""
}

func isNumber(s string) bool {
	digits := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case '0' <= c && c <= '9':
			digits++
		case c != '.' && c != ',':
			return false
		}
	}
	return digits > 0
}

func isYear(s string) bool { return len(s) == 4 && (s[0] == '1' || s[0] == '2') && isNumber(s) }

// isPlural reports whether a word looks like a counted English noun.
func isPlural(word string) bool {
	if len(word) < 4 || len(word) > 20 || !strings.HasSuffix(word, "s") || strings.HasSuffix(word, "ss") {
		return false
	}
	for i := 0; i < len(word); i++ {
		if c := word[i]; c >= utf8.RuneSelf || c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}
