package chunk

import (
	"unicode"
	"unicode/utf8"
)

// Estimate guesses how many tokens a text has in the encodings of today's
// models, by the shape of its words, without any table. It errs on the high
// side: for prose and code in Latin letters it is mostly 10 to 40 % above
// cl100k_base. Text in other scripts is taken to need as many tokens as in
// cl100k_base, which can be several times what newer encodings need. It can be
// a few percent too low, and more for letters that are no words (base64): leave
// a margin where that matters, or count exactly. Estimate("") is 0.
func Estimate(text string) int {
	var e estimate
	for i := 0; i < len(text); {
		i += e.next(text[i:])
	}
	return e.tokens()
}

const perToken = 12 // units of cost a token

type estimate struct {
	cost, foreign    int // in units of perToken; foreign is added if the text is not English
	letters, accents int
}

func (e *estimate) tokens() int {
	n := e.cost
	if e.letters > 0 {
		n += e.foreign * min(e.accents*50, e.letters) / e.letters
	}
	return (n + perToken - 1) / perToken
}

func (e *estimate) next(s string) int {
	switch c := s[0]; {
	case asciiLetter(c):
		return e.word(s)
	case '0' <= c && c <= '9':
		n := 1
		for n < len(s) && '0' <= s[n] && s[n] <= '9' {
			n++
		}
		e.cost += (n + 2) / 3 * perToken
		return n
	case c == ' ' || '\t' <= c && c <= '\r':
		return e.space(s)
	case c < utf8.RuneSelf:
		return e.signs(s)
	}
	r, size := utf8.DecodeRuneInString(s)
	if latin(r) {
		return e.word(s)
	}
	e.cost += script(r, size)
	return size
}

func asciiLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func latin(r rune) bool {
	return r >= 0xc0 && r < 0x250 && r != '×' && r != '÷' || 0x1e00 <= r && r < 0x1f00
}

// word adds a word in Latin letters: a common one is a token, a long one more, and one with capitals inside is
// several.
func (e *estimate) word(s string) int {
	size, letters, accents, part := 0, 0, 0, 0
	caps, lower := 0, false
	for size < len(s) {
		c, n := s[size], 1
		upper := 'A' <= c && c <= 'Z'
		if c >= utf8.RuneSelf {
			r, k := utf8.DecodeRuneInString(s[size:])
			if !latin(r) && !unicode.Is(unicode.Mn, r) {
				break
			}
			n = k
			accents++
		} else if !asciiLetter(c) {
			break
		}
		if part == 0 || upper && lower {
			e.cost += perToken
			part, caps = 0, 0
		}
		if part++; part > 6 {
			e.cost += 3
		}
		if upper {
			if caps++; caps > 2 {
				e.cost += 2
			}
		}
		lower = !upper
		size += n
		letters++
	}
	e.letters, e.accents = e.letters+letters, e.accents+accents
	e.foreign += accents*10 + max(0, letters*perToken*10/26-perToken-3*max(0, letters-6))
	return size
}

func (e *estimate) space(s string) int {
	n, lines := 0, 0
	for n < len(s) && (s[n] == ' ' || '\t' <= s[n] && s[n] <= '\r') {
		if s[n] == '\n' {
			lines++
		}
		n++
	}
	switch {
	case n == 1 && s[0] == ' ':
		if len(s) > 1 && '0' <= s[1] && s[1] <= '9' { // numbers take no space
			e.cost += perToken
		}
	case lines > 0 && s[n-1] != '\n': // and the indentation behind it
		e.cost += 2 * perToken
	default:
		e.cost += perToken * (1 + n/32)
	}
	return n
}

func (e *estimate) signs(s string) int {
	n, cheap := 1, 16
	for n < len(s) && s[n] == s[0] {
		n++
	}
	if s[0] == '`' || s[0] < ' ' {
		cheap = 4
	}
	e.cost += perToken * (1 + n/cheap)
	return n
}

func script(r rune, size int) int {
	for _, s := range scripts {
		if r >= s.from && r < s.to {
			return s.cost
		}
	}
	if size == 2 {
		return 18
	}
	return 9 * size
}

var scripts = [...]struct {
	from, to rune
	cost     int
}{
	{0, 0x0250, 13}, {0x2000, 0x2070, 13}, {0x3000, 0x3040, 13}, {0xff00, 0xfff0, 13}, // signs
	{0x0370, 0x0400, 13}, // Greek
	{0x0400, 0x0530, 7},  // Cyrillic
	{0x0590, 0x0600, 14}, // Hebrew
	{0x0600, 0x0780, 10}, // Arabic
	{0x0900, 0x0980, 15}, // Devanagari
	{0x0980, 0x0e00, 19}, // other scripts of India
	{0x0e00, 0x0e80, 12}, // Thai
	{0x1200, 0x1380, 36}, // Ethiopic
	{0x3040, 0x3100, 13}, // kana
	{0x3400, 0xa000, 19}, // Han
	{0xac00, 0xd7b0, 18}, // Hangul
}
