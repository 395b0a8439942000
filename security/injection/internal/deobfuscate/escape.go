package deobfuscate

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
)

// minEscapes is the fewest percent escapes of a passage, and endsEscapes has the bytes that end it.
const minEscapes = 3

var endsEscapes = byteset.Of(" \t\n\r\"()")

// escapes looks for passages with percent escapes outside of addresses, whose parts joinedWords reads.
func (f *scanner) escapes() {
	for i := 0; i < len(f.s) && !f.full(); {
		at := strings.IndexByte(f.s[i:], '%')
		if at < 0 {
			return
		}
		start := i + at
		for start > i && !endsEscapes[f.s[start-1]] {
			start--
		}
		b, n, end := f.buf[:0], 0, start
		for end < len(f.s) && end-start < maxRun && !endsEscapes[f.s[end]] {
			c, size := f.s[end], 1
			if c == '%' && end+3 <= len(f.s) && hexDigits.HasAll(f.s[end+1:end+3]) {
				v, _ := strconv.ParseUint(f.s[end+1:end+3], 16, 8)
				c, size = byte(v), 3
				n++
			}
			b = append(b, c)
			end += size
		}
		if f.buf = b; n >= minEscapes && readable(b) && !f.isAddress(start, end) {
			f.add(howPercent, string(b), start, end)
		}
		i = max(end, i+at+1)
	}
}

// Bounds of a list of character codes: its fewest bytes and groups, and the most signs between two groups.
const (
	minList   = 23
	minGroups = 8
	maxGap    = 3
)

// codeForms are the forms of the groups of digits in a list of character codes, and how many digits they have.
var codeForms = [...]struct {
	how             string
	base, low, high int
}{{"binary", 2, 7, 8}, {"hex", 16, 2, 2}, {"hex", 16, 4, 4}}

// codes looks for lists of character codes: "49 67 6e", "0x49, 0x67",
// "01001001 01100111".
func (f *scanner) codes() {
	known := 0 // all bytes from i up to here are listed
	for i := 0; i+minList <= len(f.s) && !f.full(); {
		if k := i + minList - 1; i >= known {
			if spaces.HasAll(f.s[k-maxGap : k+1]) { // no list has so many
				i = k + 1
				continue
			}
			for k >= i && listed[f.s[k]] {
				k--
			}
			if k >= i {
				i = k + 1
				continue
			}
			known = i + minList
		}
		if !hexDigits[f.s[i]] || i > 0 && wordBytes[f.s[i-1]] {
			i++
			continue
		}
		stop := f.groups(i)
		if len(f.list) >= minGroups {
			for _, form := range codeForms {
				if f.numbers(form.base, form.low, form.high) {
					f.add(form.how, string(f.buf), i, stop)
					break
				}
			}
		}
		i = max(stop, i+1)
	}
}

// groups reads groups of digits, all of one form, with short separators, into
// f.list.
func (f *scanner) groups(i int) (end int) {
	end = i
	f.list = f.list[:0]
	for i < len(f.s) && len(f.list) < maxRun/2 {
		start := i
		if strings.HasPrefix(f.s[i:], "0x") || strings.HasPrefix(f.s[i:], "U+") {
			start += 2
		}
		j := start
		for j < len(f.s) && j-start <= 8 && hexDigits[f.s[j]] {
			j++
		}
		if j == start || j-start > 8 || j < len(f.s) && wordBytes[f.s[j]] {
			break
		}
		f.list = append(f.list, f.s[start:j])
		end, i = j, j
		for i < len(f.s) && i-j < maxGap && strings.IndexByte(" ,;:-/\n\t", f.s[i]) >= 0 {
			i++
		}
		if i == j {
			break
		}
	}
	return end
}

// numbers decodes f.list into f.buf: each group is a code point in the base, with low
// to high digits. It reports whether all are, and whether the text is readable.
func (f *scanner) numbers(base, low, high int) bool {
	f.buf = f.buf[:0]
	for _, g := range f.list {
		v, err := strconv.ParseUint(g, base, 16)
		if err != nil || len(g) < low || len(g) > high || v < 32 && v != 10 {
			return false
		}
		f.buf = utf8.AppendRune(f.buf, rune(v))
	}
	return readable(f.buf)
}
