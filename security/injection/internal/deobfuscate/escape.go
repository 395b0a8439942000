package deobfuscate

import (
	"encoding/hex"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
)

type escapeForm struct {
	how      string
	mark     byte        // that each sequence begins with
	least    int         // sequences in a passage
	plain    int         // other bytes between two sequences, at most
	ends     byteset.Set // bytes that end a passage
	backward bool        // the bytes before the first sequence belong to the passage
}

var escapeForms = [...]escapeForm{
	{how: howPercent, mark: '%', least: 3, plain: maxRun, ends: byteset.Of(" \t\n\r\"()"), backward: true},
	{how: "backslash escapes", mark: '\\', least: 4, plain: 40, ends: byteset.Of("\n")},
	{how: "quoted-printable", mark: '=', least: 8},
}

func (f *scanner) passages(form *escapeForm) {
	for i := 0; i < len(f.s) && !f.full(); {
		at := strings.IndexByte(f.s[i:], form.mark)
		if at < 0 {
			return
		}
		start := i + at
		for form.backward && start > i && !form.ends[f.s[start-1]] {
			start--
		}
		b, n, plain, end := f.buf[:0], 0, 0, start
		for end < len(f.s) && end-start < maxRun && !form.ends[f.s[end]] {
			r, size := rune(0), 0
			if f.s[end] == form.mark {
				r, size = escape(f.s[end:])
			}
			switch {
			case size == 0 && plain == form.plain:
			case size == 0:
				b = append(b, f.s[end])
				end++
				plain++
				continue
			case form.mark == '\\':
				b = utf8.AppendRune(b, r)
			default:
				b = append(b, byte(r))
			}
			if size == 0 {
				break
			}
			end += size
			n, plain = n+1, 0
		}
		if f.buf = b; n >= form.least && readable(b) && !(form.how == howPercent && f.isAddress(start, end)) { // joinedWords reads the parts of addresses
			f.add(form.how, string(b), start, end)
		}
		i = max(end, i+at+1)
	}
}

// escape decodes the escape sequence that s begins with: %XX, =XX, \xXX, \uXXXX, \u{X}, \UXXXXXXXX or \NNN. The size
// is 0 if s begins with something else.
func escape(s string) (r rune, size int) {
	switch {
	case len(s) < 3:
	case s[0] != '\\':
		var v [1]byte
		if _, err := hex.Decode(v[:], []byte(s[1:3])); err == nil {
			return rune(v[0]), 3
		}
	case strings.HasPrefix(s, `\u{`):
		digits, _, closed := strings.Cut(s[3:min(len(s), 12)], "}")
		if v, err := strconv.ParseUint(digits, 16, 21); err == nil && closed && utf8.ValidRune(rune(v)) {
			return rune(v), len(`\u{}`) + len(digits)
		}
	case strings.IndexByte("uUx01", s[1]) >= 0:
		if v, _, rest, err := strconv.UnquoteChar(s, 0); err == nil {
			return v, len(s) - len(rest)
		}
	}
	return 0, 0
}

// minList is the fewest bytes and groups that a list of character codes has.
const (
	minList   = 23
	minGroups = 8
)

// codeForms are the forms of the groups of digits in a list of character codes, and how many digits they have.
var codeForms = [...]struct {
	how             string
	base, low, high int
}{{"binary", 2, 7, 8}, {"hex", 16, 2, 2}, {"hex", 16, 4, 4}, {"decimal codes", 10, 2, 3}}

// codes looks for lists of character codes: "49 67 6e", "0x49, 0x67",
// "01001001 01100111", "73 103 110".
func (f *scanner) codes() {
	for from := 0; !f.full(); {
		start, end := listed.Run(f.s, from, minList)
		if start == len(f.s) {
			return
		}
		for i := start; i < end && !f.full(); {
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
		from = end
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
		for i < len(f.s) && i-j < 3 && strings.IndexByte(" ,;:-/\n\t", f.s[i]) >= 0 {
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
