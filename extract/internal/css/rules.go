package css

import "strings"

// parse reads rules, up to the end of the group that c is in.
func (s *Sheet) parse(c *ruleScanner, layer uint16, depth int) {
	for s.hasRoomForRule() && c.more() {
		prelude, isBlock := c.head()
		if prelude == "" || prelude[0] != '@' {
			if isBlock {
				body, nests := c.block()
				s.style(prelude, body, nests, "", layer, depth)
			}
			continue
		}
		inner, holds := s.group(prelude, layer, isBlock)
		switch name, args, _ := strings.Cut(prelude, " "); {
		case !isBlock:
		case holds && depth < MaxAtDepth:
			c.enter()
			s.parse(c, inner, depth+1)
			c.leave()
		default:
			s.overflows = s.overflows || holds
			body, _ := c.block()
			switch Lower(name) {
			case "@keyframes", "@-webkit-keyframes":
				s.addKeyframes(args, body)
			case "@property":
				s.register(trim(args), body)
			}
		}
	}
}

// group reads the prelude of an at-rule. It reports whether what is in it is read
// like what surrounds it, as in layers and in conditions that hold for a desktop
// screen, and in which layer.
func (s *Sheet) group(prelude string, layer uint16, isBlock bool) (inner uint16, holds bool) {
	name, args, _ := strings.Cut(prelude, " ")
	if i := strings.IndexByte(name, '('); i > 0 {
		name, args = name[:i], prelude[i:]
	}
	name = Lower(name)
	switch args = strings.TrimSpace(args); name {
	case "@media":
		return layer, ScreenMedia(plainCSS(args))
	case "@container": // a box is taken to be as wide as the screen
		open := strings.IndexByte(args, '(')
		if strings.Contains(Lower(args), "style(") { // it depends on the element
			s.overflows = s.overflows || isBlock
			return layer, false
		}
		if open >= 0 {
			return layer, ScreenMedia(plainCSS(args[open:]))
		}
		return layer, true
	case "@supports":
		return layer, supports(plainCSS(args), 0)
	case "@layer":
		if isBlock {
			return s.layer(layer, args), true
		}
		for l := range strings.SplitSeq(args, ",") {
			s.layer(layer, strings.TrimSpace(l))
		}
		return layer, false
	case "@scope": // its rules are not applied
		s.overflows = s.overflows || isBlock
	case "@import": // nor is a sheet that an address holds
		s.overflows = s.overflows || strings.Contains(Lower(args), "data:")
	}
	return layer, false
}

// style takes over a style rule; parent is the selector list of the rule it is
// nested in, if any.
func (s *Sheet) style(selectors, body string, nests bool, parent string, layer uint16, depth int) {
	if parent != "" {
		selectors = s.nest(parent, selectors)
	} else if strings.IndexByte(selectors, '&') >= 0 && depth == 0 {
		selectors = replaceParent(selectors, ":where(:root)")
	}
	switch {
	case selectors == "":
	case len(selectors) > MaxSelectorText:
		for selectors != "" {
			var part string
			if part, selectors = cutList(selectors, MaxSelectorText); len(part) > MaxSelectorText {
				s.overflows = true
			} else if part != "" {
				s.style(part, body, nests, "", layer, depth)
			}
		}
	case !nests:
		s.add(selectors, body, layer)
	case depth < MaxAtDepth:
		s.nested(body, selectors, layer, depth+1)
	default:
		s.overflows = true
	}
}

// hasRoomForRule reports whether one more rule may be read. If not, it sets s.overflows.
func (s *Sheet) hasRoomForRule() bool {
	full := len(s.rules) >= MaxRules || s.work >= MaxWork
	s.overflows = s.overflows || full
	return !full
}

// cutList cuts a selector list into a part of at most so many bytes, or of one
// selector that is longer, and the rest.
func cutList(list string, most int) (part, rest string) {
	end := 0
	for end < len(list) {
		next := end + selectorEnd(list[end:])
		if next > most && end > 0 {
			break
		}
		end = min(next+1, len(list))
		if next >= most {
			break
		}
	}
	return strings.TrimSuffix(list[:end], ","), list[end:]
}

// nested reads a block that mixes declarations and rules.
func (s *Sheet) nested(body, selectors string, layer uint16, depth int) {
	var own strings.Builder
	c := newRuleScanner(body)
	for s.hasRoomForRule() && c.more() {
		prelude, isBlock := c.head()
		if !isBlock {
			if prelude != "" && prelude[0] != '@' {
				own.WriteString(prelude)
				own.WriteByte(';')
			}
			continue
		}
		block, nests := c.block()
		if prelude == "" || prelude[0] != '@' {
			s.style(prelude, block, nests, selectors, layer, depth)
		} else if inner, holds := s.group(prelude, layer, true); holds && depth < MaxAtDepth {
			s.nested(block, selectors, inner, depth+1)
		} else {
			s.overflows = s.overflows || holds
		}
	}
	if own.Len() > 0 {
		s.add(selectors, own.String(), layer)
	}
}

// nest resolves a nested selector list against that of its parent. It notes what
// becomes too long.
func (s *Sheet) nest(parent, selectors string) string {
	is := ":is(" + parent + ")"
	if strings.HasSuffix(selectors, ",") {
		return ""
	}
	var b strings.Builder
	for selectors != "" {
		var one string
		one, selectors = CutBlock(selectors, ',')
		if trim(one) == "" { // not valid
			return ""
		}
		names := strings.Count(one, "&") - strings.Count(one, `\&`)
		if b.Len()+len(one)+max(names, 1)*len(is)+2 > MaxNestedText {
			s.overflows = true
			break
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if trim(one) == "&" {
			b.WriteString(parent)
		} else if names > 0 {
			b.WriteString(replaceParent(one, is))
		} else {
			b.WriteString(is + " " + one)
		}
	}
	return b.String()
}

// replaceParent writes what stands for the parent of a nested rule in a selector in place of
// each & that isn't escaped.
func replaceParent(selector, parent string) string {
	var b strings.Builder
	for {
		i := strings.IndexByte(selector, '&')
		if i < 0 {
			return b.String() + selector
		}
		if i > 0 && selector[i-1] == '\\' {
			b.WriteString(selector[:i+1])
		} else {
			b.WriteString(selector[:i] + parent)
		}
		selector = selector[i+1:]
	}
}
