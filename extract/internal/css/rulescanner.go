package css

import "strings"

type ruleScanner struct {
	rest string
	top  bool // the text is a whole sheet, where a stray ; or } is part of the next prelude
}

// next returns the prelude of the next rule with its block, or a statement, which has no block.
func (c *ruleScanner) next() (prelude, block string, isBlock, ok bool) {
	for c.rest != "" {
		switch first := c.rest[0]; {
		case IsBlank(first) || (first == ';' || first == '}') && !c.top:
			c.rest = c.rest[1:]
		case strings.HasPrefix(c.rest, "/*"):
			c.rest = c.rest[min(len(c.rest), skipComment(c.rest, 0)+1):]
		case strings.HasPrefix(c.rest, "<!--"):
			c.rest = c.rest[len("<!--"):]
		case strings.HasPrefix(c.rest, "-->"):
			c.rest = c.rest[len("-->"):]
		default:
			end := c.preludeEnd()
			prelude = trim(c.rest[:end])
			if isBlock = end < len(c.rest) && c.rest[end] == '{'; isBlock {
				block, c.rest = cutBody(c.rest[end+1:])
			} else {
				c.rest = c.rest[min(len(c.rest), end+1):]
			}
			return prelude, block, isBlock, true
		}
	}
	return "", "", false, false
}

// preludeEnd returns the index of the brace that begins a block, or of the semicolon that ends a statement.
func (c *ruleScanner) preludeEnd() int {
	isStatement := !c.top || c.rest[0] == '@'
	if end := strings.IndexByte(c.rest[:min(len(c.rest), maxFlat)], '{'); end >= 0 && isFlat(c.rest[:end]) && !(isStatement && strings.IndexByte(c.rest[:end], ';') >= 0) {
		return end
	}
	for i := 0; i < len(c.rest); i++ {
		if lexical[c.rest[i]]&(encloses|endsPrelude) == 0 {
			continue
		}
		switch c.rest[i] {
		case '{':
			return i
		case ';':
			if isStatement {
				return i
			}
		case '"', '\'':
			i = skipString(c.rest, i)
		case '\\':
			i++
		case '/':
			i = skipComment(c.rest, i)
		}
	}
	return len(c.rest)
}

// maxFlat bounds what cutBody and preludeEnd look through in vain.
const maxFlat = 512

// cutBody is CutBlock for the body of a rule. Most bodies are flat, which takes a few searches for single bytes
// in place of a look at each byte.
func cutBody(s string) (body, after string) {
	if end := strings.IndexByte(s[:min(len(s), maxFlat)], '}'); end >= 0 && isFlat(s[:end]) {
		return s[:end], s[end+1:]
	}
	return CutBlock(s, '}')
}

// isFlat reports whether a part holds no strings, escapes, comments or brackets but round ones that are closed in it
// and not within each other.
func isFlat(s string) bool {
	for _, c := range []byte("\"'\\/{[") {
		if strings.IndexByte(s, c) >= 0 {
			return false
		}
	}
	for {
		_, inner, found := strings.Cut(s, "(")
		if !found {
			return true
		}
		if inner, s, found = strings.Cut(inner, ")"); !found || strings.IndexByte(inner, '(') >= 0 {
			return false
		}
	}
}
