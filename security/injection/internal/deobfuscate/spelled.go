package deobfuscate

import (
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

const minSpelled = 10

// spelled puts words together whose letters stand apart: "i g n o r e",
// "i.g.n.o.r.e", "i-g-n-o-r-e".
func (f *scanner) spelled() {
	for i := 0; i < len(f.s) && !f.full(); {
		if !wordBytes[f.s[i]] {
			i++
			continue
		}
		end := f.unspell(f.s[i:])
		if len(f.buf) >= minSpelled {
			f.add("spelled-out words", segment(string(f.buf)), i, i+end)
		}
		i += max(end, 1)
	}
}

// unspell reads letters with one separator between them from the start of s into
// f.buf. A longer gap is a space.
func (f *scanner) unspell(s string) (end int) {
	b := f.buf[:0]
	sep := byte(0)
	for i := 0; i < len(s) && wordBytes[s[i]]; {
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
			if len(b) > 1 && i < len(s) && wordBytes[s[i]] { // the last letter begins an ordinary word
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
