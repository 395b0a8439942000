package deobfuscate

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Bounds of the lines that are read as a whole, in bytes.
const (
	minLine = 12
	maxLine = 4096
)

// maxReversed is how far from a line the text may say that words are turned round.
const maxReversed = 600

// lines walks over the lines of s with their offsets.
func lines(s string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for start := 0; start < len(s); {
			end := strings.IndexByte(s[start:], '\n')
			if end < 0 {
				end = len(s) - start
			}
			if !yield(start, s[start:start+end]) {
				return
			}
			start += end + 1
		}
	}
}

// lines looks for lines that are disguised as a whole.
func (f *scanner) lines() {
	said, _ := f.turned.Next(f.s, 0) // where the text speaks of turning words round
	for start, line := range lines(f.s) {
		if f.full() {
			return
		}
		if len(line) < minLine || len(line) > maxLine {
			continue
		}
		if said < start-maxReversed {
			said, _ = f.turned.Next(f.s, start-maxReversed)
		}
		f.line(start, line, said < start+len(line)+maxReversed)
	}
}

// line reads a line in each way that its letters and signs suggest.
func (f *scanner) line(start int, line string, turned bool) {
	end := start + len(line)
	if how := f.disguised.Find(line); how != 0 {
		if how&(isROT13|isRotated) != 0 {
			f.rotated(start, line, how&isROT13 != 0)
		}
		if how&isReversed != 0 {
			f.add(howReversed, reverse(line), start, end)
		}
	}
	if turned {
		f.add(howWords, reverseWords(line), start, end)
	}
	seen := f.scanLine(line)
	if seen.apart {
		f.spelled(start, line)
	}
	if seen.mixed >= minMixed {
		f.leet(start, line)
	}
	if seen.marks >= minMorse {
		f.morseCode(start, line)
	}
}

// rotated adds a line with its letters moved back, for each number of places that shows a telling word, and
// with rot13 by 13 places.
func (f *scanner) rotated(start int, line string, rot13 bool) {
	for shift := 1; shift < 26; shift++ {
		plain := rotate(line, 26-shift)
		if shift == 13 && rot13 || slices.ContainsFunc(tellingWords[:], func(word string) bool { return strings.Contains(plain, word) }) {
			f.add(howRotated+strconv.Itoa(shift), plain, start, start+len(line))
		}
	}
}

// rotate moves the letters of ASCII by a number of places in the alphabet.
func rotate(s string, places int) string {
	b := []byte(s)
	for i, c := range b {
		if first := c&^0x1f | 1; c|0x20 >= 'a' && c|0x20 <= 'z' {
			b[i] = first + (c-first+byte(places))%26
		}
	}
	return string(b)
}

func reverse(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func reverseWords(s string) string {
	w := strings.Fields(s)
	slices.Reverse(w)
	return strings.Join(w, " ")
}

// minSpelled is how many bytes spelled-out words have at least.
const minSpelled = 10

// spelled puts words together whose letters stand apart: "i g n o r e",
// "i.g.n.o.r.e", "i-g-n-o-r-e".
func (f *scanner) spelled(start int, line string) {
	for from := 0; ; {
		i, stop := f.word.SpelledOutSpan(line, from, minSpelled)
		if i == len(line) {
			return
		}
		for i < stop && i+20 < len(line) && !f.full() {
			end := f.unspell(line[i:])
			if len(f.buf) >= minSpelled {
				f.add("spelled-out words", segment(string(f.buf)), start+i, start+i+end)
			}
			i += max(end, 1)
		}
		from = stop
	}
}

// unspell reads letters with one separator between them from the start of s into
// f.buf. A longer gap is a space.
func (f *scanner) unspell(s string) (end int) {
	b := f.buf[:0]
	sep := byte(0)
	for i := 0; i < len(s) && wordByte(s[i]); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError {
			break
		}
		b = append(b, s[i:i+size]...)
		i += size
		end = i
		gap := 0
		for i+gap < len(s) && gap < 4 && strings.IndexByte(" .-_*/|,", s[i+gap]) >= 0 {
			gap++
		}
		if gap == 0 {
			if len(b) > 1 && i < len(s) && wordByte(s[i]) { // the last letter begins an ordinary word
				f.buf = b[:len(b)-size]
				return max(1, end-size)
			}
			break
		}
		if sep == 0 {
			sep = s[i]
		}
		if s[i] != sep && s[i] != ' ' {
			break
		}
		if gap > 1 {
			b = append(b, ' ')
		}
		i += gap
	}
	f.buf = b
	return end
}

// segment puts spaces around the words of the lexicon in text that has none.
func segment(text string) string {
	if strings.Count(text, " ")*12 >= len(text) {
		return text
	}
	b := []byte(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	words := phrases.Words()
	var out strings.Builder
	for i := 0; i < len(b); {
		if _, long := words.Find(b, i, true); long.End-i >= 2 {
			end := long.End
			out.WriteByte(' ')
			out.Write(b[i:end])
			out.WriteByte(' ')
			i = end
			continue
		}
		out.WriteByte(b[i])
		i++
	}
	return strings.Join(strings.Fields(out.String()), " ")
}
