package css

import (
	"iter"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// declarations yields the names and the values of a block, which must have no comments. Names are in lower case, except those of
// custom properties.
func declarations(block string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for more := true; more; {
			part, rest := CutBlock(block, ';')
			more, block = rest != "", rest
			name, value, found := strings.Cut(part, ":")
			name, value = plainCSS(name), trim(value)
			isCustom := strings.HasPrefix(name, "--")
			if !found || name == "" || value == "" && !isCustom || strings.IndexByte(name, '{') >= 0 {
				continue
			}
			if !isCustom {
				name = Lower(name)
			}
			more = yield(name, value) && more
		}
	}
}

// cutImportant returns the value of a declaration with its escapes resolved and without !important.
func cutImportant(value string) (text string, important bool) {
	value = unescape(value)
	if i := strings.LastIndexByte(value, '!'); i >= 0 && strings.EqualFold(trim(value[i+1:]), "important") {
		return trim(value[:i]), true
	}
	return value, false
}

func trim(s string) string {
	for s != "" && IsBlank(s[0]) {
		s = s[1:]
	}
	for s != "" && IsBlank(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// CutBlock cuts s at the first sep outside of strings and brackets.
func CutBlock(s string, sep byte) (before, after string) {
	depth := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != sep && lexical[c]&encloses == 0 {
			continue
		}
		switch c {
		case sep:
			if depth == 0 {
				return s[:i], s[i+1:]
			}
			if c == ')' || c == ']' || c == '}' {
				depth--
			}
		case '"', '\'':
			i = skipString(s, i)
		case '\\':
			i++
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return s, ""
}

func skipString(s string, i int) int {
	quote := s[i]
	for i++; i < len(s) && s[i] != quote && s[i] != '\n'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i
}

// dropComments returns CSS without its comments. A /* within a string does not begin one.
func dropComments(s string) string {
	if !strings.Contains(s, "/*") {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	done := 0
	for i := 0; i < len(s); i++ {
		if lexical[s[i]]&encloses == 0 {
			continue
		}
		switch s[i] {
		case '"', '\'':
			i = skipString(s, i)
		case '\\':
			i++
		case '/':
			if !strings.HasPrefix(s[i:], "/*") {
				continue
			}
			b.WriteString(s[done:i])
			end := strings.Index(s[i+2:], "*/")
			if end < 0 {
				return b.String()
			}
			i += 2 + end + 1
			done = i + 1
		}
	}
	b.WriteString(s[done:])
	return b.String()
}

func plainCSS(s string) string { return unescape(trim(s)) }

// unescape resolves the escapes of CSS Syntax Level 3, section 4.3.7.
func unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}
		var text string
		text, i = escape(s, i+1)
		b.WriteString(text)
	}
	return b.String()
}

// escape returns the text of an escape and the index after it. Its backslash is at i-1.
func escape(s string, i int) (text string, end int) {
	var r rune
	for end = i; end < len(s) && end-i < 6 && ascii.HexValue(s[end]) >= 0; end++ {
		r = r<<4 | rune(ascii.HexValue(s[end]))
	}
	if end == i {
		end = min(i+1, len(s))
		return s[i:end], end
	}
	if end < len(s) && (s[end] == ' ' || s[end] == '\t' || s[end] == '\n') {
		end++
	}
	return string(r), end
}

// Lower makes ASCII letters lower case, as CSS compares names.
func Lower(s string) string {
	isCapital := func(c byte) bool { return c-'A' <= 'Z'-'A' }
	for i := range len(s) {
		if isCapital(s[i]) {
			b := []byte(s)
			for ; i < len(b); i++ {
				if isCapital(b[i]) {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return s
}

// Classes of bytes at which the loops over CSS stop. They skip all other bytes.
const (
	encloses    uint8 = 1 << iota // begins or ends a string, a comment, an escape or a bracket
	endsPrelude                   // ends the prelude of a rule, or a declaration
	isBlank
)

// lexical has the classes of each byte. It is never changed.
var lexical = [256]uint8{
	'"':  encloses,
	'\'': encloses,
	'\\': encloses,
	'/':  encloses,
	'{':  encloses,
	'}':  encloses,
	'(':  encloses,
	'[':  encloses,
	';':  endsPrelude,
	' ':  isBlank,
	'\t': isBlank,
	'\r': isBlank,
	'\n': isBlank,
	'\f': isBlank,
	')':  encloses,
	']':  encloses,
}

// nameBytes has a bit for each ASCII character of names: letters, digits, - and _.
var nameBytes = [2]uint64{0x3ff200000000000, 0x7fffffe87fffffe}

// inName reports whether a byte may be part of a name. The backslash of an escape may not.
func inName(b byte) bool { return b >= 0x80 || nameBytes[b>>6]>>(b&63)&1 != 0 }

// IsBlank reports whether c is white space (CSS Syntax Level 3, 4.2).
func IsBlank(c byte) bool { return lexical[c]&isBlank != 0 }
