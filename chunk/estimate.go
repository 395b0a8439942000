package chunk

import (
	"unicode"
	"unicode/utf8"
)

// Estimate guesses how many tokens a text has in the encodings of today's
// models, by the shape of its words, without any table: fast, and on the high
// side. For prose and code it is mostly up to a quarter above cl100k_base and
// o200k_base; text in a script with few tokens of its own may count twice. It
// can be too low by a few percent, as for base64 and other letters that are no
// words: use Options.MarginRatio where that matters. Estimate("") is 0.
func Estimate(text string) int {
	n := 0 // in twelfths of a token
	for i := 0; i < len(text); {
		size, cost := shape(text[i:])
		n += cost
		i += size
	}
	return (n + unitsPerToken - 1) / unitsPerToken
}

const unitsPerToken = 12

// shape returns the length of the first word, number or run of signs of s and
// what it counts, in twelfths of a token.
func shape(s string) (size, cost int) {
	switch c := s[0]; {
	case asciiLetter(c):
		return latin(s)
	case '0' <= c && c <= '9':
		for size < len(s) && '0' <= s[size] && s[size] <= '9' {
			size++
		}
		return size, (size + 2) / 3 * unitsPerToken
	case c == ' ' || '\t' <= c && c <= '\r':
		return spaces(s)
	case c < utf8.RuneSelf:
		return signs(s)
	}
	r, n := utf8.DecodeRuneInString(s)
	if isLatin(r) {
		return latin(s)
	}
	return n, foreign(r, n)
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isLatin(r rune) bool {
	return r >= 0xc0 && r < 0x250 && r != '×' && r != '÷' || 0x1e00 <= r && r < 0x1f00
}

// latin counts a word in Latin letters: common words are one token, long ones
// and those with accents, or capitals inside, are more.
func latin(s string) (size, cost int) {
	letters, accents, humps := 0, 0, 0
	lower := false
	for size < len(s) {
		c := s[size]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[size:])
			if !isLatin(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			size += n
			letters++
			accents++
			lower = true
			continue
		}
		if !asciiLetter(c) {
			break
		}
		if upper := c < 'a'; upper && (lower || letters > 0 && letters%3 == 0) {
			humps++
		}
		lower = c >= 'a'
		size++
		letters++
	}
	cost = unitsPerToken
	if letters > 6 {
		cost += (letters - 6) * 3
	}
	return size, cost + accents*8 + humps*8
}

// spaces counts white space: a single space belongs to the word behind it.
func spaces(s string) (size, cost int) {
	lines := 0
	for size < len(s) && (s[size] == ' ' || '\t' <= s[size] && s[size] <= '\r') {
		if s[size] == '\n' {
			lines++
		}
		size++
	}
	switch {
	case size == 1 && s[0] == ' ':
		if len(s) > 1 && '0' <= s[1] && s[1] <= '9' { // numbers take no space
			return 1, unitsPerToken
		}
		return 1, 0
	case lines > 0 && s[size-1] != '\n':
		return size, unitsPerToken * 2
	}
	return size, unitsPerToken * (1 + size/32)
}

// signs counts punctuation: runs of one sign are cheap, mixtures are not.
func signs(s string) (size, cost int) {
	for size < len(s) && s[size] == s[0] {
		size++
	}
	return size, unitsPerToken * (1 + size/16)
}

// foreign counts a character of a script other than Latin.
func foreign(r rune, size int) int {
	switch {
	case r < 0x0250: // signs of Latin-1
		return 12
	case 0x0370 <= r && r < 0x0400: // Greek
		return 11
	case 0x0400 <= r && r < 0x0530: // Cyrillic
		return 7
	case 0x0590 <= r && r < 0x0600: // Hebrew
		return 13
	case 0x0600 <= r && r < 0x0780: // Arabic
		return 11
	case 0x0900 <= r && r < 0x0980: // Devanagari
		return 15
	case 0x0e00 <= r && r < 0x0e80: // Thai
		return 14
	case 0x2000 <= r && r < 0x2070: // general punctuation
		return 12
	case 0x3040 <= r && r < 0x3100: // kana
		return 13
	case 0x3400 <= r && r < 0xa000: // Han
		return 17
	case 0xac00 <= r && r < 0xd7b0: // Hangul
		return 16
	case 0x3000 <= r && r < 0x3040 || 0xff00 <= r && r < 0xfff0: // wide punctuation
		return 13
	case size == 2:
		return 18
	}
	return 10 * size
}
