package css

import (
	"slices"
	"strconv"
	"strings"
)

// parse reads the rules of a sheet, of a group such as @media, or the nested rules of a rule with the selectors parent.
func (s *Sheet) parse(css, parent string, layer uint16, depth int) {
	var own strings.Builder
	c := ruleScanner{rest: css, top: depth == 0}
	s.Spend(len(css) >> 8) // a block is scanned once for each level of nesting
	for s.hasRoomForRule() {
		prelude, block, isBlock, ok := c.next()
		if !ok {
			break
		}
		switch {
		case prelude != "" && prelude[0] == '@':
			s.atRule(prelude, block, isBlock, parent, layer, depth)
		case isBlock:
			s.style(prelude, block, parent, layer, depth)
		case parent != "":
			own.WriteString(prelude + ";")
		}
	}
	if own.Len() > 0 {
		s.add(parent, own.String(), layer)
	}
}

func (s *Sheet) hasRoomForRule() bool {
	full := len(s.rules) >= MaxRules || s.work >= MaxWork
	s.overflows = s.overflows || full
	return !full
}

// atRule reads an at-rule. The rules in a layer, or in a group whose condition holds for a desktop screen,
// are read as if they stood in its place.
func (s *Sheet) atRule(prelude, block string, isBlock bool, parent string, layer uint16, depth int) {
	end := 1
	for end < len(prelude) && inName(prelude[end]) {
		end++
	}
	holds, args := false, plainCSS(prelude[end:])
	switch Lower(prelude[:end]) {
	case "@media":
		holds = s.onScreen(args)
	case "@container": // every container is assumed to be as wide as the screen
		if strings.Contains(Lower(args), "style(") { // style queries depend on the element
			s.overflows = s.overflows || isBlock
		} else {
			_, size, found := strings.Cut(args, "(")
			holds = !found || s.onScreen("("+size)
		}
	case "@supports":
		holds = condition(tokenize(Lower(args)), supports)
	case "@layer":
		if isBlock {
			layer, holds = s.layer(layer, args), true
			break
		}
		for l := range strings.SplitSeq(args, ",") {
			s.layer(layer, trim(l))
		}
	case "@scope": // its rules are not applied
		s.overflows = s.overflows || isBlock
	case "@import": // a sheet in a data: address is not read
		s.overflows = s.overflows || strings.Contains(Lower(args), "data:")
	case "@counter-style":
		s.addCounterStyle(args, block)
	case "@property":
		s.registered = true
	}
	switch {
	case holds && isBlock && depth < MaxAtDepth:
		s.parse(block, parent, layer, depth+1)
	case holds && isBlock:
		s.overflows = true
	}
}

// style adds a style rule and the rules nested in it. parent is the selector list of the rule around it, "" for none.
func (s *Sheet) style(selectors, body, parent string, layer uint16, depth int) {
	if parent != "" {
		selectors = s.nest(parent, selectors)
	} else if strings.IndexByte(selectors, '&') >= 0 {
		selectors = replaceParent(selectors, ":where(:root)")
	}
	switch {
	case selectors == "":
	case strings.IndexByte(body, '{') >= 0 && depth < MaxAtDepth:
		s.parse(body, selectors, layer, depth+1)
	default:
		s.overflows = s.overflows || depth == MaxAtDepth && strings.IndexByte(body, '{') >= 0
		s.add(selectors, body, layer)
	}
}

// nest resolves a nested selector list against that of its parent (CSS Nesting Level 1, section 3).
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
	return strings.NewReplacer(`\&`, `\&`, "&", parent).Replace(selector)
}

// maxLayers bounds the cascade layers of a page. All layers beyond it count as one.
const maxLayers = 1000

// layer returns the number of the cascade layer with a name within the layer outer. Numbers begin at 1 in
// order of appearance; 0 means no layer. A layer without a name is always a new one. A layer
// within a layer has the number of the outer one.
func (s *Sheet) layer(outer uint16, name string) uint16 {
	if outer > 0 {
		return outer
	}
	name, _, _ = strings.Cut(name, ".")
	if name == "" {
		name = " " + strconv.Itoa(len(s.layers))
	}
	if at := slices.Index(s.layers, name); at >= 0 {
		return uint16(at + 1)
	}
	if len(s.layers) < maxLayers {
		s.layers = append(s.layers, name)
	}
	return uint16(len(s.layers))
}

type ruleScanner struct {
	rest string
	top  bool // text is a whole sheet; a stray ; or } is part of the next prelude there
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
