package css

import "strings"

// parse reads the rules of a sheet or of a group, or what is in a rule with the selectors parent.
func (s *Sheet) parse(css, parent string, depth int) {
	var own strings.Builder
	c := ruleScanner{rest: css, top: depth == 0}
	s.Spend(len(css) >> 8) // blocks are looked through once for each level that they nest
	for s.hasRoomForRule() {
		prelude, block, isBlock, ok := c.next()
		if !ok {
			break
		}
		switch {
		case prelude != "" && prelude[0] == '@':
			s.atRule(prelude, block, isBlock, parent, depth)
		case isBlock:
			s.style(prelude, block, parent, depth)
		case parent != "":
			own.WriteString(prelude + ";")
		}
	}
	if own.Len() > 0 {
		s.add(parent, own.String())
	}
}

func (s *Sheet) hasRoomForRule() bool {
	full := len(s.rules) >= MaxRules || s.work >= MaxWork
	s.overflows = s.overflows || full
	return !full
}

// atRule reads an at-rule. Layers, and groups under conditions that hold for a desktop screen, are read
// like what surrounds them: the order of layers is that of their rules.
func (s *Sheet) atRule(prelude, block string, isBlock bool, parent string, depth int) {
	end := 1
	for end < len(prelude) && inName(prelude[end]) {
		end++
	}
	holds, args := false, plainCSS(prelude[end:])
	switch Lower(prelude[:end]) {
	case "@media":
		holds = s.onScreen(args)
	case "@container": // a box is taken to be as wide as the screen
		_, size, found := strings.Cut(args, "(")
		holds = !found || s.onScreen("("+size)
	case "@supports":
		holds = condition(tokenize(Lower(args)), supports)
	case "@layer":
		holds = true
	case "@scope": // its rules are not applied
		s.overflows = s.overflows || isBlock
	case "@import": // nor is a sheet that an address holds
		s.overflows = s.overflows || strings.Contains(Lower(args), "data:")
	}
	switch {
	case holds && isBlock && depth < MaxAtDepth:
		s.parse(block, parent, depth+1)
	case holds && isBlock:
		s.overflows = true
	}
}

// style takes over a style rule; parent is the selector list of the rule it is nested in, if any.
func (s *Sheet) style(selectors, body, parent string, depth int) {
	if parent != "" {
		selectors = s.nest(parent, selectors)
	} else if strings.IndexByte(selectors, '&') >= 0 {
		selectors = replaceParent(selectors, ":where(:root)")
	}
	switch {
	case selectors == "":
	case strings.IndexByte(body, '{') >= 0 && depth < MaxAtDepth:
		s.parse(body, selectors, depth+1)
	default:
		s.overflows = s.overflows || depth == MaxAtDepth && strings.IndexByte(body, '{') >= 0
		s.add(selectors, body)
	}
}

// nest resolves a nested selector list against that of its parent.
func (s *Sheet) nest(parent, selectors string) string {
	is := ":is(" + parent + ")"
	var b strings.Builder
	for more := true; more; {
		one, rest := CutBlock(selectors, ',')
		more, selectors = len(one) < len(selectors), rest
		names := strings.Count(one, "&") - strings.Count(one, `\&`)
		switch one = trim(one); {
		case one == "": // not valid
			return ""
		case b.Len()+len(one)+max(names, 1)*len(is)+2 > MaxNestedText:
			s.overflows = true
			return b.String()
		case one == "&":
			one = parent
		case names > 0:
			one = replaceParent(one, is)
		default:
			one = is + " " + one
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(one)
	}
	return b.String()
}

// replaceParent replaces each & of the selector of a nested rule that isn't escaped.
func replaceParent(selector, parent string) string {
	parts := strings.Split(selector, "&")
	for i, part := range parts[1:] {
		if strings.HasSuffix(parts[i], `\`) {
			parts[i+1] = "&" + part
		} else {
			parts[i+1] = parent + part
		}
	}
	return strings.Join(parts, "")
}

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
	isStatement := !c.top || c.rest[0] == '@'
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
		}
	}
	return len(c.rest)
}
