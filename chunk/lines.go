package chunk

import "strings"

// lineEnd returns the end of the line that begins at i, without its line end, and the beginning of the next
// one.
func lineEnd(md string, i, end int) (stop, next int) {
	k := strings.IndexByte(md[i:end], '\n')
	if k < 0 {
		return end, end
	}
	stop, next = i+k, i+k+1
	if stop > i && md[stop-1] == '\r' {
		stop--
	}
	return stop, next
}

// indent returns where the text of a line begins, behind white space and the signs of block quotes, and how
// wide that is.
func indent(line string) (at, width int) {
	for at < len(line) {
		switch line[at] {
		case ' ', '>':
			width++
		case '\t':
			width += 4 - width%4
		default:
			return at, width
		}
		at++
	}
	return at, width
}

// marker returns the length of the marker of a list item or footnote at the beginning of text, or 0 if there
// isn't any.
func marker(text string) int {
	if text == "" {
		return 0
	}
	switch c := text[0]; {
	case c == '-' || c == '*' || c == '+':
		return withSpace(text, 1)
	case '0' <= c && c <= '9':
		n := 1
		for n < len(text) && n < 9 && '0' <= text[n] && text[n] <= '9' {
			n++
		}
		if n < len(text) && (text[n] == '.' || text[n] == ')') {
			return withSpace(text, n+1)
		}
	case strings.HasPrefix(text, "[^"):
		if k := strings.Index(text[:min(len(text), 80)], "]:"); k > 0 {
			return k + 2
		}
	}
	return 0
}

func withSpace(text string, n int) int {
	if n == len(text) || text[n] == ' ' || text[n] == '\t' {
		return n
	}
	return 0
}

type fence struct {
	sign byte
	n    int
}

func openingFence(text string) fence {
	if text == "" || text[0] != '`' && text[0] != '~' {
		return fence{}
	}
	f := fence{text[0], len(text) - len(strings.TrimLeft(text, text[:1]))}
	if f.n < 3 || f.sign == '`' && strings.IndexByte(text[f.n:], '`') >= 0 {
		return fence{}
	}
	return f
}

func (f fence) closes(text string) bool {
	rest := strings.TrimLeft(text, string(f.sign))
	return len(text)-len(rest) >= f.n && strings.TrimSpace(rest) == ""
}

func (f fence) String() string { return strings.Repeat(string(f.sign), f.n) }

func delimiterRow(text string) bool {
	return strings.Contains(text, "-") && strings.Trim(text, "-|: \t\r") == ""
}
