package deobfuscate

import (
	"html"
	"strings"
	"unicode/utf8"
)

// escapes looks for passages written in escape sequences.
func (f *scanner) escapes() {
	if n := strings.Count(f.s, "%"); n >= 8 || n > 0 && strings.Contains(f.s, "%20") {
		f.walk(f.percent)
	}
	if i := strings.IndexByte(f.s, '\\'); i >= 0 && backslashed(f.s[i:]) {
		f.walk(f.backslash)
	}
	if i := strings.IndexByte(f.s, '&'); i >= 0 && (strings.Contains(f.s[i:], "&amp;") || strings.Contains(f.s[i:], "&#")) {
		f.walk(f.entities)
	}
	if strings.Count(f.s, "=") >= 8 {
		f.walk(f.quotedPrintable)
	}
}

// backslashed reports whether s has what backslash escapes start with.
func backslashed(s string) bool {
	return strings.Contains(s, `\u`) || strings.Contains(s, `\x`) || strings.Contains(s, `\U`) || strings.Count(s, `\1`) >= 4
}

// percent decodes runs without spaces that hold at least three %XX.
func (f *scanner) percent() {
	for i := 0; i < len(f.s) && !f.full(); {
		at := strings.IndexByte(f.s[i:], '%')
		if at < 0 {
			return
		}
		start, end := i+at, i+at
		for start > i && f.s[start-1] > ' ' && f.s[start-1] != '"' && f.s[start-1] != '(' {
			start--
		}
		for end < len(f.s) && f.s[end] > ' ' && f.s[end] != '"' && f.s[end] != ')' && end-start < maxRun {
			end++
		}
		if run := f.s[start:end]; strings.Count(run, "%") >= 3 {
			if text, ok := unescapePercent(run); ok {
				f.add(howPercent, text, start, end)
			}
		}
		i = end + 1
	}
}

// backslash decodes runs of \uXXXX, \u{X}, \xXX and \NNN with little between.
func (f *scanner) backslash() {
	for i := 0; i < len(f.s) && !f.full(); {
		at := strings.IndexByte(f.s[i:], '\\')
		if at < 0 {
			return
		}
		start := i + at
		b := f.buf[:0]
		n, plain := 0, 0
		j := start
		for j < len(f.s) && plain <= 40 && len(b) < maxRun && f.s[j] != '\n' {
			if r, size := escape(f.s[j:]); size > 0 {
				b = utf8.AppendRune(b, r)
				j += size
				n, plain = n+1, 0
				continue
			}
			b = append(b, f.s[j])
			j++
			plain++
		}
		f.buf = b
		if n >= 4 && readable(b) {
			f.add("backslash escapes", string(b), start, j)
		}
		i = max(j, start+1)
	}
}

// escape decodes the escape sequence that s begins with; size is 0 if s begins with
// something else.
func escape(s string) (r rune, size int) {
	if len(s) < 3 || s[0] != '\\' {
		return 0, 0
	}
	digits, base, skip := 0, 16, 2
	switch {
	case s[1] == 'u' && s[2] == '{':
		end := strings.IndexByte(s[:min(len(s), 12)], '}')
		if end < 4 {
			return 0, 0
		}
		v, ok := number(s[3:end], 16)
		if !ok {
			return 0, 0
		}
		return v, end + 1
	case s[1] == 'u':
		digits = 4
	case s[1] == 'U':
		digits = 8
	case s[1] == 'x':
		digits = 2
	case s[1] == '0' || s[1] == '1':
		digits, base, skip = 3, 8, 1
	default:
		return 0, 0
	}
	if len(s) < skip+digits {
		return 0, 0
	}
	v, ok := number(s[skip:skip+digits], base)
	if !ok || !utf8.ValidRune(v) {
		return 0, 0
	}
	return v, skip + digits
}

// entities resolves character references that are escaped once more, and
// passages that consist of them.
func (f *scanner) entities() {
	for start, line := range lines(f.s) {
		if f.full() {
			return
		}
		if !strings.Contains(line, "&amp;") && strings.Count(line, "&#") < 4 || len(line) > maxRun {
			continue
		}
		if text := html.UnescapeString(html.UnescapeString(line)); text != line {
			f.add(howReferences, text, start, start+len(line))
		}
	}
}

// quotedPrintable decodes words of =XX.
func (f *scanner) quotedPrintable() {
	for i := 0; i < len(f.s) && !f.full(); {
		at := strings.IndexByte(f.s[i:], '=')
		if at < 0 {
			return
		}
		start := i + at
		j := start
		b := f.buf[:0]
		for j+2 < len(f.s) && f.s[j] == '=' && hexDigits(f.s[j+1:j+3]) && len(b) < maxRun {
			b = append(b, digitValue(f.s[j+1])<<4|digitValue(f.s[j+2]))
			j += 3
		}
		f.buf = b
		if len(b) >= 8 && readable(b) {
			f.add("quoted-printable", string(b), start, j)
		}
		i = max(j, start+1)
	}
}
