package injection

import "strings"

type span struct{ start, end int }

const minProse = 3

// codeStrings finds what is written in words in a script or a style sheet: string
// literals and comments of at least four words. Text that is hardly code at all
// is one span.
func codeStrings(code string) []span {
	if !codeLike(code) {
		return []span{{0, len(code)}}
	}
	var out []span
	keep := func(start, end int) {
		if s := code[start:end]; strings.Count(s, " ") >= minProse && !codeLike(s) {
			out = append(out, span{start, end})
		}
	}
	for i := 0; i < len(code); {
		switch c := code[i]; {
		case !opensProse[c]:
			i++
		case c == '"' || c == '\'' || c == '`':
			end := literalEnd(code, i)
			keep(i+1, max(i+1, end))
			i = end + 1
		case c == '/' && strings.HasPrefix(code[i:], "/*"):
			comment, _, _ := strings.Cut(code[i+2:], "*/")
			keep(i+2, i+2+len(comment))
			i += len(comment) + 4
		case c == '/' && strings.HasPrefix(code[i:], "//") && (i == 0 || code[i-1] != ':'):
			comment, _, _ := strings.Cut(code[i+2:], "\n")
			keep(i+2, i+2+len(comment))
			i += len(comment) + 3
		default:
			i++
		}
	}
	return out
}

var opensProse = [256]bool{'"': true, '\'': true, '`': true, '/': true}

// literalEnd returns the index of the quote that ends the literal at i, or the
// end of its line.
func literalEnd(code string, i int) int {
	quote := code[i]
	for i++; i < len(code); i++ {
		switch code[i] {
		case quote:
			return i
		case '\\':
			i++
		case '\n':
			if quote != '`' {
				return i
			}
		}
	}
	return len(code)
}

var codeSigns = [256]bool{
	'{': true, '}': true, ';': true, '=': true, '(': true, ')': true, '$': true, '[': true, ']': true, '_': true, '"': true, '<': true, '>': true,
}

// codeLike reports whether more than one byte in forty is in codeSigns, as it is in scripts and
// style sheets and not in prose.
func codeLike(s string) bool {
	left := len(s) / 40
	for i := range len(s) {
		if !codeSigns[s[i]] {
			continue
		}
		if left--; left < 0 {
			return true
		}
	}
	return false
}
