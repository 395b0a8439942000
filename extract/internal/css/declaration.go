package css

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// declarations reads the declarations of a block one by one. The text between
// them may hold comments, strings, brackets and nested blocks.
type declarations struct {
	rest    string
	special bool // the last part has strings, brackets, comments or escapes
}

// next returns the next declaration, its name in lower case; ok is false at the
// end. Values keep their case and lose a trailing !important.
func (d *declarations) next() (name, value string, strong, ok bool) {
	for d.rest != "" {
		part, colon, bang := d.part()
		if colon < 0 {
			continue
		}
		name, value = part[:colon], part[colon+1:]
		if d.special {
			name, value = plainCSS(name), plainCSS(value)
		} else {
			name, value = trim(name), trim(value)
		}
		if name == "" || value == "" && !strings.HasPrefix(name, "--") || d.special && strings.IndexByte(name, '{') >= 0 {
			continue
		}
		if bang {
			value, strong = important(value)
		}
		if !strings.HasPrefix(name, "--") {
			name = Lower(name)
		}
		return name, value, strong, true
	}
	return "", "", false, false
}

// important cuts !important off the end of a value.
func important(value string) (rest string, found bool) {
	if i := strings.LastIndexByte(value, '!'); i >= 0 && strings.EqualFold(trim(value[i+1:]), "important") {
		return trim(value[:i]), true
	}
	return value, false
}

// part cuts the text up to the next semicolon and says where its first colon
// is, -1 for none, and whether it has an exclamation mark.
func (d *declarations) part() (part string, colon int, bang bool) {
	colon, d.special = -1, false
	for i := 0; i < len(d.rest); i++ {
		if lexical[d.rest[i]]&endsPart == 0 {
			continue
		}
		switch d.rest[i] {
		case ';':
			part, d.rest = d.rest[:i], d.rest[i+1:]
			return part, colon, bang
		case ':':
			if colon < 0 {
				colon = i
			}
		case '!':
			bang = true
		case '"', '\'', '(', '[', '{', '/', '\\':
			d.special = true
			part, d.rest = CutBlock(d.rest, ';')
			return part, strings.IndexByte(part, ':'), true
		}
	}
	part, d.rest = d.rest, ""
	return part, colon, bang
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

// CutBlock cuts s at the first sep outside of comments, strings and brackets.
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
		case '/':
			i = skipComment(s, i)
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(0, depth-1)
		}
	}
	return s, ""
}

// skipString returns the index of the quote that ends the string at s[i].
func skipString(s string, i int) int {
	quote := s[i]
	for i++; i < len(s) && s[i] != quote && s[i] != '\n'; i++ {
		if s[i] == '\\' {
			i++
		}
	}
	return i
}

// skipComment returns the index of the last byte of the comment at s[i], or i
// if there is none.
func skipComment(s string, i int) int {
	if !strings.HasPrefix(s[i:], "/*") {
		return i
	}
	end := strings.Index(s[i+2:], "*/")
	if end < 0 {
		return len(s)
	}
	return i + 2 + end + 1
}

// plainCSS trims s and resolves its comments and escapes.
func plainCSS(s string) string {
	s = trim(s)
	if strings.Contains(s, "/*") {
		s = trim(dropComments(s))
	}
	if strings.IndexByte(s, '\\') >= 0 {
		s = unescape(s)
	}
	return s
}

func dropComments(s string) string {
	var b strings.Builder
	for s != "" {
		i := strings.Index(s, "/*")
		if i < 0 {
			break
		}
		b.WriteString(s[:i])
		s = s[min(len(s), skipComment(s, i)+1):]
	}
	b.WriteString(s)
	return b.String()
}

// unescape resolves the escapes of CSS Syntax Level 3, section 4.3.7.
func unescape(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		var r rune
		digits := 0
		for ; i < len(s) && digits < 6 && ascii.HexValue(s[i]) >= 0; i, digits = i+1, digits+1 {
			r = r<<4 | rune(ascii.HexValue(s[i]))
		}
		if digits == 0 {
			b.WriteByte(s[i])
			continue
		}
		b.WriteRune(r)
		if i == len(s) || s[i] != ' ' && s[i] != '\t' && s[i] != '\n' {
			i--
		}
	}
	return b.String()
}

// Lower makes ASCII letters lower case, as CSS compares names.
func Lower(s string) string {
	for i := 0; i < len(s); i++ {
		if s[i]-'A' <= 'Z'-'A' {
			return lowered(s, i)
		}
	}
	return s
}

func lowered(s string, i int) string {
	b := []byte(s)
	for ; i < len(b); i++ {
		if b[i]-'A' <= 'Z'-'A' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}
