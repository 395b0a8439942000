package webfetch

import (
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// keyFigures are amounts in running text, as they are written: money, percent,
// and numbers with the noun they count. Years and bare numbers are left out.
func keyFigures(doc *extract.Document) []string {
	var found []string
	for _, b := range doc.Blocks {
		if b.Kind != extract.Paragraph && b.Kind != extract.List && b.Kind != extract.Quote {
			continue
		}
		for word, next := range numberWords(doc.Text(b)) {
			if f := figure(word, next); f != "" && !slices.Contains(found, f) {
				if found = append(found, f); len(found) == maxFigures {
					return found
				}
			}
		}
	}
	return found
}

// numberWords yields the words of a text that hold a digit, each with the word
// that follows it, "" at the end.
func numberWords(text string) iter.Seq2[string, string] {
	return func(yield func(word, next string) bool) {
		for {
			at := indexDigit(text)
			if at < 0 {
				return
			}
			start := afterSpace(text[:at])
			word, rest := cutWord(text[start:])
			next, _ := cutWord(rest)
			if !yield(word, next) {
				return
			}
			text = rest
		}
	}
}

// indexDigit returns where the first digit of a text is, of whatever script, or -1.
func indexDigit(text string) int {
	for i := 0; i < len(text); {
		if i+8 <= len(text) {
			if x := eight(text, i); x&high == 0 && within(x, '0', '9') == 0 {
				i += 8
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if unicode.IsDigit(r) {
			return i
		}
		i += size
	}
	return -1
}

// afterSpace returns where the word begins that a text ends with.
func afterSpace(text string) int {
	end := len(text)
	for end > 0 {
		r, size := rune(text[end-1]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeLastRuneInString(text[:end])
		}
		if unicode.IsSpace(r) {
			break
		}
		end -= size
	}
	return end
}

// cutWord returns the first word of s and what follows it.
func cutWord(s string) (word, rest string) {
	start := skipRun(s, 0, true)
	end := skipRun(s, start, false)
	return s[start:end], s[end:]
}

// skipRun returns the index after the characters of s from i on that are white space,
// or that aren't.
func skipRun(s string, i int, space bool) int {
	for i < len(s) {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if unicode.IsSpace(r) != space {
			break
		}
		i += size
	}
	return i
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
