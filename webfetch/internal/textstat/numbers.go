package textstat

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// NumberWords yields the words of a text that hold a digit, each with the word
// that follows it, "" at the end.
func NumberWords(text string) iter.Seq2[string, string] {
	return func(yield func(word, next string) bool) {
		for {
			at := strings.IndexFunc(text, isDigit)
			if at < 0 {
				return
			}
			start := 0
			if space := strings.LastIndexFunc(text[:at], unicode.IsSpace); space >= 0 {
				_, size := utf8.DecodeRuneInString(text[space:])
				start = space + size
			}
			word, rest := cutWord(text[start:])
			next, _ := cutWord(rest)
			if !yield(word, next) {
				return
			}
			text = rest
		}
	}
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' || r >= utf8.RuneSelf && unicode.IsDigit(r) }

func cutWord(s string) (word, rest string) {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	if end := strings.IndexFunc(s, unicode.IsSpace); end >= 0 {
		return s[:end], s[end:]
	}
	return s, ""
}
