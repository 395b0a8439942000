package deobfuscate

import "strings"

// How much of a disguise a line needs.
const (
	minMixed = 3  // words that mix letters and digits
	minMorse = 12 // letters of Morse code
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
