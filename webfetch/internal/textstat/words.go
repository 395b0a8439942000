// Package textstat counts words and characters of texts and finds numbers in them.
package textstat

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// CountWords counts runs of letters and digits, and apart from them the
// characters of scripts that write without spaces. Apostrophes and hyphens stand
// inside of words.
func CountWords(s string) (words, unspaced int) {
	inside := false
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			word := r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
			if word && !inside {
				words++
			}
			inside = word || inside && (r == '\'' || r == '-')
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			unspaced++
			inside = false
		default:
			word := unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
			if word && !inside {
				words++
			}
			inside = word
		}
	}
	return words, unspaced
}

// NumberWords yields the words of a text that hold a digit, each with the word
// that follows it, "" at the end.
func NumberWords(text string) iter.Seq2[string, string] {
	return func(yield func(word, next string) bool) {
		number := ""
		for word := range strings.FieldsSeq(text) {
			if number != "" && !yield(number, word) {
				return
			}
			if number = ""; strings.ContainsFunc(word, unicode.IsDigit) {
				number = word
			}
		}
		if number != "" {
			yield(number, "")
		}
	}
}
