package visible

import "strings"

// cutter cuts a style sheet into rules and statements. It looks for the bytes that
// matter and remembers where each of them comes next, so that it passes over all
// others at the speed of [strings.IndexByte] and stays linear.
type cutter struct {
	css  string
	at   int
	next [len(marks)]int // where each mark stands; looked for anew once that is passed
}

// marks are the bytes that end or hide the end of a prelude, all but the last, and
// of a block, all but the first.
const marks = `;{"'\/}`

func newCutter(css string) *cutter {
	c := &cutter{css: css}
	for k := range c.next {
		c.next[k] = -1
	}
	return c
}

// more passes over what stands between rules and reports whether anything comes
// after it.
func (c *cutter) more() bool {
	for c.at < len(c.css) {
		switch rest := c.css[c.at:]; {
		case blank(rest[0]) || rest[0] == ';' || rest[0] == '}':
			c.at++
		case strings.HasPrefix(rest, "/*"):
			c.at += min(len(rest), skipComment(rest, 0)+1)
		case strings.HasPrefix(rest, "<!--"):
			c.at += len("<!--")
		case strings.HasPrefix(rest, "-->"):
			c.at += len("-->")
		default:
			return true
		}
	}
	return false
}

// rule cuts the next rule, or a statement, which has no block.
func (c *cutter) rule() (prelude, block string, isBlock bool) {
	css, start := c.css, c.at
	for i := c.prelude(start); i < len(css); i = c.prelude(i + 1) {
		switch css[i] {
		case ';':
			c.at = i + 1
			return trim(css[start:i]), "", false
		case '{':
			end := c.blockEnd(i + 1)
			c.at = min(len(css), end+1)
			return trim(css[start:i]), css[i+1 : end], true
		default:
			i = skipOdd(css, i)
		}
	}
	c.at = len(css)
	return css[start:], "", false
}

// blockEnd returns the index of the brace that closes a block opened before i.
func (c *cutter) blockEnd(i int) int {
	depth := 1
	for i = c.block(i); i < len(c.css); i = c.block(i + 1) {
		switch c.css[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		default:
			i = skipOdd(c.css, i)
		}
	}
	return len(c.css)
}

// skipOdd returns the index of the last byte of the string, the escape or the
// comment at s[i], or i for a slash that begins none.
func skipOdd(s string, i int) int {
	switch s[i] {
	case '"', '\'':
		return skipString(s, i)
	case '\\':
		return i + 1
	}
	return skipComment(s, i)
}

// prelude returns where the first byte from i on stands that matters in a
// prelude, block one that matters in a block: the length of the text for none.
func (c *cutter) prelude(i int) int { return c.first(i, 0, len(marks)-1) }
func (c *cutter) block(i int) int   { return c.first(i, 1, len(marks)) }

func (c *cutter) first(i, from, to int) int {
	first := len(c.css)
	if i >= first {
		return first
	}
	for k := from; k < to; k++ {
		if c.next[k] < i {
			c.next[k] = len(c.css)
			if at := strings.IndexByte(c.css[i:], marks[k]); at >= 0 {
				c.next[k] = i + at
			}
		}
		first = min(first, c.next[k])
	}
	return first
}
