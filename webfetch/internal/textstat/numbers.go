package textstat

import (
	"iter"
	"unicode"
	"unicode/utf8"
)

// NumberWords yields the words of a text that hold a digit, each with the word
// that follows it, "" at the end.
func NumberWords(text string) iter.Seq2[string, string] {
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

// indexDigit returns the index of the first digit of a text, of any script, or -1.
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
