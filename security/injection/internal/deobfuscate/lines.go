package deobfuscate

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Bounds of the lines that are read as a whole, in bytes.
const (
	minLine = 12
	maxLine = 4096
)

// maxReversed is how far from a line the text may say that words are turned round.
const maxReversed = 600

// Parts of words: those that most injected instructions contain, and the same turned round.
var (
	telling  = []string{"gnor", "nstruc", "revious", "rompt", "ssist", "the ", "your"}
	reversed = []string{" eht", "ruoy", "rongi", "suoiver", "noitcur", "tpmor", "tnatsis", "resu", "ylper", "rewsna"}
)

func (f *scanner) lines(signs Signs) {
	next := 0
	for line := range strings.SplitSeq(f.s, "\n") {
		start, end := next, next+len(line)
		if next = end + 1; f.full() {
			return
		}
		if len(line) < minLine || len(line) > maxLine {
			continue
		}
		if signs.Words&phrases.Rotated != 0 {
			f.rotated(start, line)
		}
		if signs.Words&phrases.Reversed != 0 && slices.ContainsFunc(reversed, func(part string) bool { return strings.Contains(line, part) }) {
			letters := []rune(line)
			slices.Reverse(letters)
			f.add(howReversed, string(letters), start, end)
		}
		for len(signs.Turned) > 0 && signs.Turned[0] < start-maxReversed {
			signs.Turned = signs.Turned[1:]
		}
		if len(signs.Turned) > 0 && signs.Turned[0] < end+maxReversed {
			f.add(howWords, reverseWords(line), start, end)
		}
		if signs.Words&phrases.Mixed != 0 {
			f.leet(start, line)
		}
	}
}

// rotated adds a line with its letters moved back, for each number of places that shows a telling word. The
// two short ones count for the 13 places of ROT13 alone.
func (f *scanner) rotated(start int, line string) {
	for shift := 1; shift < 26; shift++ {
		b := append(f.buf[:0], line...)
		for i, c := range b {
			if first := c&^0x1f | 1; isLetter(c) {
				b[i] = first + (c-first+byte(26-shift))%26
			}
		}
		f.buf = b
		for k, word := range telling {
			if (k < len(telling)-2 || shift == 13) && bytes.Contains(b, []byte(word)) {
				f.add(howRotated+strconv.Itoa(shift), string(b), start, start+len(line))
				break
			}
		}
	}
}

func reverseWords(s string) string {
	w := strings.Fields(s)
	slices.Reverse(w)
	return strings.Join(w, " ")
}

// minMixed is how many words of a line mix letters and digits at least.
const minMixed = 3

// leet reads digits and signs as the letters they resemble, on lines where at
// least three words mix them with letters.
func (f *scanner) leet(start int, line string) {
	mixed, words := 0, 0
	for word := range strings.FieldsSeq(line) {
		if words++; mixes(word) {
			mixed++
		}
	}
	if mixed < minMixed || mixed*4 < words {
		return
	}
	for _, one := range [...]byte{'i', 'l'} {
		f.buf = append(f.buf[:0], line...)
		for i, c := range f.buf {
			if letter := leetLetters[c]; letter == oneLetter {
				f.buf[i] = one
			} else if letter != 0 {
				f.buf[i] = letter
			}
		}
		f.add("digits for letters", string(f.buf), start, start+len(line))
	}
}

// mixes reports whether a word has digits or signs between its letters, and
// nothing else.
func mixes(word string) bool {
	word = strings.TrimRight(word, ".,:;?")
	if len(word) <= 2 || len(word) >= 24 || word[len(word)-1] == '!' {
		return false
	}
	letters, signs := 0, 0
	for i := range len(word) {
		c := word[i]
		switch {
		case isLetter(c):
			letters++
		case leetLetters[c] != 0 && c != '+':
			signs++
		default:
			return false
		}
	}
	return letters > 0 && signs > 0 && signs <= 2*letters
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// leetLetters has the letters that digits and signs resemble. For oneLetter a text is read twice, with i and with l.
var leetLetters = [256]byte{
	'0': 'o', '1': oneLetter, '!': oneLetter, '|': 'l', '3': 'e', '4': 'a', '@': 'a', '5': 's', '$': 's',
	'6': 'g', '9': 'g', '7': 't', '+': 't', '8': 'b', '2': 'z',
}

const oneLetter = 1
