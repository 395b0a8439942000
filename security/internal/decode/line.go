package decode

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
)

// maxLine bounds the lines that are turned around as a whole.
const maxLine = 4096

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
func (f *finder) lines() {
	rot := contains(f.s, "gur ", "lbhe", "vtaber", "cerivbhf", "vafgehpg", "cebzcg", "nffvfg", "Gur ", "Lbhe", "Vtaber")
	atbash := contains(f.s, "gsv ", "blfi", "rtmliv", "kivel", "kilnkg", "Rtmliv", "rmhgif")
	reversed := contains(f.s, " eht", "ruoy", "rongi", "suoiver", "noitcur", "tpmor", "tnatsis", "resu", "ylper", "rewsna")
	turned := contains(f.s, "last to first", "ackward", "n reverse", "ight to left", "everse order", "nd to start", "ottom to top", "last word first", "everse the", "eversed")
	for start, line := range lines(f.s) {
		if f.full() {
			return
		}
		if len(line) < 12 || len(line) > maxLine {
			continue
		}
		end := start + len(line)
		if rot && contains(line, "gur ", "lbhe", "vtaber", "cerivbhf", "vafgehpg", "cebzcg", "nffvfg", "Gur ", "Lbhe", "Vtaber") {
			f.add("ROT13", strings.Map(rot13, line), start, end)
		}
		if atbash && contains(line, "gsv ", "blfi", "rtmliv", "kivel", "kilnkg", "Rtmliv", "rmhgif") {
			f.add("Atbash", strings.Map(mirror, line), start, end)
		}
		if reversed && contains(line, " eht", "ruoy", "rongi", "suoiver", "noitcur", "tpmor", "tnatsis", "resu", "ylper", "rewsna") {
			f.add("reversed text", reverse(line), start, end)
		}
		if turned {
			f.add("reversed words", reverseWords(line), start, end)
		}
		f.spelled(start, line)
		f.leet(start, line)
		f.morse(start, line)
		f.signs(start, line)
	}
}

func contains(s string, any ...string) bool {
	for _, a := range any {
		if strings.Contains(s, a) {
			return true
		}
	}
	return false
}

func rot13(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + (r-'a'+13)%26
	case r >= 'A' && r <= 'Z':
		return 'A' + (r-'A'+13)%26
	}
	return r
}

func mirror(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z':
		return 'a' + 'z' - r
	case r >= 'A' && r <= 'Z':
		return 'A' + 'Z' - r
	}
	return r
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

// spelled puts words together whose letters stand apart: "i g n o r e",
// "i.g.n.o.r.e", "i-g-n-o-r-e".
func (f *finder) spelled(start int, line string) {
	for i := 0; i+20 < len(line) && !f.full(); {
		text, end := unspell(line[i:])
		if len(text) >= 10 {
			f.add("spelled-out words", segment(text), start+i, start+i+end)
		}
		i += max(end, 1)
	}
}

// unspell reads letters with one separator between them from the start of s. A
// longer gap is a space.
func unspell(s string) (text string, end int) {
	var b strings.Builder
	sep := byte(0)
	i := 0
	for i < len(s) {
		r, size := utf8.DecodeRuneInString(s[i:])
		if !wordByte(s[i]) || r == utf8.RuneError {
			break
		}
		b.WriteRune(r)
		i += size
		end = i
		gap := 0
		for i+gap < len(s) && gap < 4 && strings.IndexByte(" .-_*/|,", s[i+gap]) >= 0 {
			gap++
		}
		if gap == 0 {
			if b.Len() > 1 { // the last letter begins an ordinary word
				t := b.String()
				return t[:len(t)-size], max(1, end-size)
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
			b.WriteByte(' ')
		}
		i += gap
	}
	return b.String(), end
}

// segment puts spaces around the words of the lexicon in text that has none.
func segment(text string) string {
	if strings.Count(text, " ")*12 >= len(text) {
		return text
	}
	b := []byte(strings.ToLower(strings.ReplaceAll(text, " ", "")))
	words := lexicon.Words()
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
