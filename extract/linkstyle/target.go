package linkstyle

import "strings"

// Bounds of a link's target. Those of parentheses keep the time linear where
// many targets begin and none ends; cmark has the same.
const (
	maxParens = 32
	maxDest   = 16 << 10
	maxTitle  = 4 << 10
)

// parseTarget reads the "(destination "title")" that begins at i.
func parseTarget(md string, i int) (inline, bool) {
	var t inline
	if i >= len(md) || md[i] != '(' {
		return t, false
	}
	i = skipBlanks(md, i+1)
	var ok bool
	if t.destStart, t.destEnd, i, ok = destination(md, i); !ok {
		return t, false
	}
	t.titleStart, t.titleEnd = i, i
	if k := skipBlanks(md, i); k > i && k < len(md) && md[k] != ')' {
		end, ok := titleEnd(md, k)
		if !ok {
			return t, false
		}
		t.titleStart, t.titleEnd, i = k, end, end
	}
	if i = skipBlanks(md, i); i >= len(md) || md[i] != ')' {
		return t, false
	}
	t.end = i + 1
	return t, true
}

// destination reads a destination, in angle brackets or bare, and returns its
// span and where it ends with its brackets.
func destination(md string, i int) (start, end, next int, ok bool) {
	most := min(len(md), i+maxDest)
	if i < most && md[i] == '<' {
		for k := i + 1; k < most; k++ {
			switch md[k] {
			case '\\':
				k++
			case '\n', '<':
				return 0, 0, 0, false
			case '>':
				return i + 1, k, k + 1, true
			}
		}
		return 0, 0, 0, false
	}
	depth, k := 0, i
	for ; k < most; k++ {
		switch c := md[k]; {
		case c == '\\':
			k++
		case c == '(':
			if depth++; depth > maxParens {
				return 0, 0, 0, false
			}
		case c == ')':
			if depth == 0 {
				return i, k, k, true
			}
			depth--
		case c <= ' ' || c == 0x7f:
			return i, k, k, depth == 0
		}
	}
	return 0, 0, 0, false
}

// titleEnd returns the end of the title that begins at i with its quote.
func titleEnd(md string, i int) (int, bool) {
	closing := md[i]
	switch closing {
	case '"', '\'':
	case '(':
		closing = ')'
	default:
		return 0, false
	}
	for k := i + 1; k < min(len(md), i+maxTitle); k++ {
		switch c := md[k]; {
		case c == '\\':
			k++
		case c == closing:
			return k + 1, true
		case c == '(' && closing == ')':
			return 0, false
		case c == '\n' && k+1 < len(md) && md[k+1] == '\n':
			return 0, false
		}
	}
	return 0, false
}

// skipBlanks skips spaces, tabs and at most one line end.
func skipBlanks(md string, i int) int {
	lines := 0
	for i < len(md) && (md[i] == ' ' || md[i] == '\t' || md[i] == '\n') {
		if md[i] == '\n' {
			if lines++; lines > 1 {
				return i
			}
		}
		i++
	}
	return i
}

// fence is the run of backticks or tildes that opens a block of code.
type fence struct {
	sign byte
	n    int
}

func fenceOf(text string) fence {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}
	}
	f := fence{text[0], runLength(text, text[0])}
	if f.n < 3 || f.sign == '`' && strings.IndexByte(text[f.n:], '`') >= 0 {
		return fence{}
	}
	return f
}

func (f fence) closedBy(text string) bool {
	n := runLength(text, f.sign)
	return n >= f.n && strings.TrimSpace(text[n:]) == ""
}

// withoutMarkers returns a line without the indentation, the markers of quotes
// and those of items that it begins with.
func withoutMarkers(line string) string { return line[markersEnd(line):] }

// markersEnd returns where the content of a line begins.
func markersEnd(line string) int {
	i := 0
	for i < len(line) {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '>':
			i++
		case c == '-' || c == '+' || c == '*':
			if !blankAt(line, i+1) {
				return i
			}
			i++
		case '0' <= c && c <= '9':
			k := i
			for k < len(line) && k-i < 9 && '0' <= line[k] && line[k] <= '9' {
				k++
			}
			if k >= len(line) || line[k] != '.' && line[k] != ')' || !blankAt(line, k+1) {
				return i
			}
			i = k + 1
		default:
			return i
		}
	}
	return i
}

func blankAt(line string, i int) bool { return i >= len(line) || line[i] == ' ' || line[i] == '\t' }

// indentation returns the width of the spaces that a line begins with, tabs as
// four.
func indentation(line string) int {
	n := 0
	for i := range len(line) {
		switch line[i] {
		case ' ':
			n++
		case '\t':
			n += 4
		default:
			return n
		}
	}
	return n
}
