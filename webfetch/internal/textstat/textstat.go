// Package textstat counts words and characters of texts and finds numbers in them.
package textstat

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// beforeCJK is the last character before all those of scripts without spaces.
const beforeCJK = '\u0E00'

// CountWords counts runs of letters and digits, and apart from them the
// characters of scripts that write without spaces. Apostrophes and hyphens stand
// inside of words.
func CountWords(s string) (words, unspaced int) {
	inside := false
	for _, r := range s {
		switch {
		case isUnspaced(r):
			unspaced++
			inside = false
		case isWordly(r):
			if !inside {
				words++
			}
			inside = true
		default:
			inside = inside && (r == '\'' || r == '-')
		}
	}
	return words, unspaced
}

func isWordly(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r|0x20 >= 'a' && r|0x20 <= 'z' || r >= '0' && r <= '9'
	case r >= '\u2000' && r <= '\u206F': // General Punctuation, the most of what is left
		return false
	}
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

func isUnspaced(r rune) bool {
	return r > beforeCJK && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

const runeStride = 1024

// RuneIndex turns byte offsets of a text into code points.
type RuneIndex struct {
	text  string
	marks []int // code points before each multiple of runeStride; nil for ASCII
}

// NewRuneIndex returns the index of a text.
func NewRuneIndex(text string) RuneIndex {
	x := RuneIndex{text: text}
	if starts(text) == len(text) {
		return x
	}
	x.marks = make([]int, 0, len(text)/runeStride+1)
	runes := 0
	for from := 0; from < len(text); from += runeStride {
		x.marks = append(x.marks, runes)
		runes += starts(text[from:min(from+runeStride, len(text))])
	}
	return x
}

// At returns how many code points begin before the byte offset.
func (x RuneIndex) At(offset int) int {
	if x.marks == nil {
		return offset
	}
	mark := min(offset/runeStride, len(x.marks)-1)
	return x.marks[mark] + starts(x.text[mark*runeStride:offset])
}

// starts counts the bytes that begin a code point. Unlike a rune count it adds
// up over pieces cut anywhere.
func starts(s string) (n int) {
	for i := range len(s) {
		if s[i]&0xc0 != 0x80 {
			n++
		}
	}
	return n
}

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
