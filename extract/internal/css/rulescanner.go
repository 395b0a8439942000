package css

import "strings"

// ruleScanner cuts a style sheet, or a block that holds rules, into rules and statements. Call more,
// and, if it reports true, head. After a head with a block call block.
//
// The scanner remembers where each of the marks stands next, so that it passes over all other bytes at
// the speed of [strings.IndexByte] and takes linear time.
type ruleScanner struct {
	css  string
	at   int
	top  bool            // the text is a whole sheet, where a stray ; or } is part of the next prelude
	next [len(marks)]int // where each mark stands; looked for anew once that is passed
}

// marks are the bytes that end a block or a prelude, or begin what may hide its end: a string, an
// escape or a comment. In a block all but the first count, in a prelude all but the last.
const marks = `;{"'\/}`

func newRuleScanner(css string) *ruleScanner {
	c := &ruleScanner{css: css}
	for k := range c.next {
		c.next[k] = -1
	}
	return c
}

// more passes over what stands between rules and reports whether anything comes after it.
func (c *ruleScanner) more() bool {
	for c.at < len(c.css) {
		switch rest := c.css[c.at:]; {
		case IsBlank(rest[0]) || (rest[0] == ';' || rest[0] == '}') && !c.top:
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

// head cuts the prelude of the next rule, after which block goes on, or a statement, which has no block.
func (c *ruleScanner) head() (prelude string, isBlock bool) {
	css, start := c.css, c.at
	for i := c.first(start, 0, len(marks)-1); i < len(css); i = c.first(i+1, 0, len(marks)-1) {
		switch css[i] {
		case ';', '{':
			if css[i] == ';' && c.top && css[start] != '@' {
				continue
			}
			c.at = i + 1
			return trim(css[start:i]), css[i] == '{'
		}
		i = skipOdd(css, i)
	}
	c.at = len(css)
	return css[start:], false
}

// block cuts the block that was opened before, and reports whether it has blocks in
// it.
func (c *ruleScanner) block() (text string, nests bool) {
	start, depth := c.at, 1
	for i := c.first(start, 1, len(marks)); i < len(c.css); i = c.first(i+1, 1, len(marks)) {
		switch c.css[i] {
		case '{':
			depth++
			nests = true
		case '}':
			if depth--; depth == 0 {
				c.at = i + 1
				return c.css[start:i], nests
			}
		default:
			i = skipOdd(c.css, i)
		}
	}
	c.at = len(c.css)
	return c.css[start:], nests
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

// first returns the index of the first of marks[from:to] from i on, the length of the text for none. i
// must not be less than in the call before.
func (c *ruleScanner) first(i, from, to int) int {
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
