package deobfuscate

import (
	"strings"
	"unicode/utf8"
)

// How much of a disguise a line needs.
const (
	minMixed   = 3  // words that mix letters and digits
	minMorse   = 12 // letters of Morse code
	minBraille = 10
	minTurned  = 6 // letters that are turned upside down
)

// leet reads digits and signs as the letters they resemble, on lines where at
// least three words mix them with letters.
func (f *scanner) leet(start int, line string) {
	mixed, words := 0, 0
	for i := 0; i < len(line); i++ {
		from := i
		for i < len(line) && line[i] > ' ' {
			i++
		}
		if i > from {
			words++
		}
		if mixes(line[from:i]) {
			mixed++
		}
	}
	if mixed < minMixed || mixed*4 < words {
		return
	}
	for _, one := range [...]rune{'i', 'l'} {
		f.add("digits for letters", strings.Map(func(r rune) rune { return unleet(r, one) }, line), start, start+len(line))
	}
}

// mixes reports whether a word has digits or signs between its letters, and
// nothing else.
func mixes(word string) bool {
	for word != "" && strings.IndexByte(".,:;?", word[len(word)-1]) >= 0 {
		word = word[:len(word)-1]
	}
	letters, signs := 0, 0
	for i := range len(word) {
		c := word[i]
		switch {
		case c|0x20 >= 'a' && c|0x20 <= 'z':
			letters++
		case unleet(rune(c), 'i') != rune(c) && c != '+':
			signs++
		default:
			return false
		}
	}
	return letters > 0 && signs > 0 && signs <= 2*letters && len(word) > 2 && len(word) < 24 && word[len(word)-1] != '!'
}

func unleet(r, one rune) rune {
	switch r {
	case '0':
		return 'o'
	case '1', '!':
		return one
	case '|':
		return 'l'
	case '3', '€':
		return 'e'
	case '4', '@':
		return 'a'
	case '5', '$':
		return 's'
	case '6', '9':
		return 'g'
	case '7', '+':
		return 't'
	case '8':
		return 'b'
	case '2':
		return 'z'
	}
	return r
}

// morseCode reads lines of dots and dashes.
func (f *scanner) morseCode(start int, line string) {
	signs := 0
	for i := range len(line) {
		if strings.IndexByte(".-/ _|", line[i]) >= 0 {
			signs++
		}
	}
	if signs < 40 {
		return
	}
	var b strings.Builder
	good := 0
	for letter := range strings.FieldsSeq(f.morse.Replace(line)) {
		if letter == "/" {
			b.WriteByte(' ')
			continue
		}
		if c := morseLetter(letter); c != 0 {
			b.WriteByte(c)
			good++
		}
	}
	if good >= minMorse {
		f.add("Morse code", segment(b.String()), start, start+len(line))
	}
}

func morseLetter(s string) byte {
	const letters = ".- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --.."
	n := byte('a')
	for code := range strings.FieldsSeq(letters) {
		if code == s {
			return n
		}
		n++
	}
	return 0
}

// signs reads Braille and letters that are turned upside down.
func (f *scanner) signs(start int, line string) {
	braille, turned := 0, 0
	for i := 0; i < len(line); {
		if line[i] < 0x80 {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(line[i:])
		i += size
		if r > 0x2800 && r < 0x2840 {
			braille++
		}
		if upright(r) != r {
			turned++
		}
	}
	if braille >= minBraille {
		f.add("Braille", strings.Map(brailleLetter, line), start, start+len(line))
	}
	if turned >= minTurned {
		f.add("upside-down letters", reverse(strings.Map(turnedLetter, line)), start, start+len(line))
	}
}

func brailleLetter(r rune) rune {
	const cells = "⠁⠃⠉⠙⠑⠋⠛⠓⠊⠚⠅⠇⠍⠝⠕⠏⠟⠗⠎⠞⠥⠧⠺⠭⠽⠵"
	if r == 0x2800 {
		return ' '
	}
	n := 'a'
	for _, c := range cells {
		if c == r {
			return n
		}
		n++
	}
	if r > 0x2800 && r < 0x2840 {
		return -1
	}
	return r
}

// upright returns the letter that a turned letter stands for, r for others.
func upright(r rune) rune {
	switch r {
	case '˙':
		return '.'
	case 'ɐ', '∀':
		return 'a'
	case 'ɔ':
		return 'c'
	case 'ǝ', 'Ǝ':
		return 'e'
	case 'ɟ':
		return 'f'
	case 'ƃ', 'פ':
		return 'g'
	case 'ɥ':
		return 'h'
	case 'ᴉ', 'ı':
		return 'i'
	case 'ɾ', 'ſ':
		return 'j'
	case 'ʞ':
		return 'k'
	case 'ʃ', '˥':
		return 'l'
	case 'ɯ', 'W':
		return 'm'
	case 'Ԁ':
		return 'p'
	case 'ɹ':
		return 'r'
	case 'ʇ', '┴':
		return 't'
	case '∩':
		return 'u'
	case 'ʌ', 'Λ':
		return 'v'
	case 'ʍ':
		return 'w'
	case 'ʎ', '⅄':
		return 'y'
	}
	return r
}

// turnedLetter is upright for whole lines, where p, d, b, q, u and n stand for
// one another.
func turnedLetter(r rune) rune {
	switch r {
	case 'p':
		return 'd'
	case 'd':
		return 'p'
	case 'b':
		return 'q'
	case 'q':
		return 'b'
	case 'u':
		return 'n'
	case 'n':
		return 'u'
	}
	return upright(r)
}
