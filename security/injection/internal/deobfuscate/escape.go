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

func (f *scanner) escapes() {
	for i := range escapeForms {
		if form := &escapeForms[i]; strings.IndexByte(f.s, form.mark) >= 0 {
			f.walk(func() { f.passages(form) })
		}
	}
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
