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
				block, c.rest = CutBlock(c.rest[end+1:], '}')
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
	for i := 0; i < len(c.rest); i++ {
		if lexical[c.rest[i]]&(encloses|endsPrelude) == 0 {
			continue
		}
		switch c.rest[i] {
		case '{':
			return i
		case ';':
			if !c.top || c.rest[0] == '@' {
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
