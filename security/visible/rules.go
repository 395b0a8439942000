package visible

import "strings"

// parse reads rules; parent is the selector list of the rule they are nested
// in, if any.
func (s *Sheet) parse(css, parent string, layer uint16, depth int) {
	c := newCutter(css)
	for len(s.rules) < maxRules && c.more() {
		prelude, block, isBlock := c.rule()
		switch {
		case prelude != "" && prelude[0] == '@':
			s.at(prelude, block, parent, layer, depth, isBlock)
		case isBlock:
			s.style(prelude, block, parent, layer, depth)
		}
	}
}

// at reads an at-rule. Conditional groups that hold for a desktop screen and
// layers are read like what surrounds them.
func (s *Sheet) at(prelude, block, parent string, layer uint16, depth int, isBlock bool) {
	name, args, _ := strings.Cut(prelude, " ")
	if i := strings.IndexByte(name, '('); i > 0 {
		name, args = name[:i], prelude[i:]
	}
	name = lower(name)
	switch args = strings.TrimSpace(args); name {
	case "@media":
		if !s.screen(args) {
			return
		}
	case "@supports":
		if strings.HasPrefix(lower(args), "not") {
			return
		}
	case "@layer":
		if !isBlock {
			for _, l := range strings.Split(args, ",") {
				s.layer(strings.TrimSpace(l))
			}
			return
		}
		layer = s.layer(args)
	case "@scope", "@-moz-document":
	default:
		return
	}
	if !isBlock || depth == maxAtDepth {
		return
	}
	if parent != "" {
		s.nested(block, parent, layer, depth+1)
		return
	}
	s.parse(block, "", layer, depth+1)
}

// layer returns the number of a cascade layer, from 1 on in order of
// appearance; a layer without a name is always a new one.
func (s *Sheet) layer(name string) uint16 {
	if name != "" {
		for i, l := range s.layers {
			if l == name {
				return uint16(i + 1)
			}
		}
	}
	if len(s.layers) == 1000 {
		return 1000
	}
	s.layers = append(s.layers, name)
	return uint16(len(s.layers))
}

// style takes over a style rule.
func (s *Sheet) style(selectors, body, parent string, layer uint16, depth int) {
	if parent != "" {
		selectors = nest(parent, selectors)
	}
	if selectors == "" || len(selectors) > maxSelectorText {
		return
	}
	if strings.IndexByte(body, '{') >= 0 {
		if depth < maxAtDepth {
			s.nested(body, selectors, layer, depth+1)
		}
		return
	}
	s.add(selectors, body, layer)
}

// nested reads a block that mixes declarations and rules.
func (s *Sheet) nested(body, selectors string, layer uint16, depth int) {
	var own strings.Builder
	c := newCutter(body)
	for len(s.rules) < maxRules && c.more() {
		prelude, block, isBlock := c.rule()
		switch {
		case !isBlock && prelude != "" && prelude[0] != '@':
			own.WriteString(prelude)
			own.WriteByte(';')
		case isBlock && prelude != "" && prelude[0] == '@':
			s.at(prelude, block, selectors, layer, depth, true)
		case isBlock:
			s.style(prelude, block, selectors, layer, depth)
		}
	}
	if own.Len() > 0 {
		s.add(selectors, own.String(), layer)
	}
}

// nest resolves a nested selector list against that of its parent.
func nest(parent, selectors string) string {
	is := ":is(" + parent + ")"
	var b strings.Builder
	for selectors != "" && b.Len() <= maxSelectorText {
		var one string
		one, selectors = cutBlock(selectors, ',')
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		if strings.IndexByte(one, '&') >= 0 {
			b.WriteString(strings.ReplaceAll(one, "&", is))
		} else {
			b.WriteString(is + " " + one)
		}
	}
	return b.String()
}

// mediaAnswer is what screenMedia said last.
type mediaAnswer struct {
	list string
	ok   bool
}

// screen is screenMedia with a short memory, since sheets ask the same again and
// again.
func (s *Sheet) screen(list string) bool {
	for i := range s.media {
		if s.media[i].list == list && list != "" {
			return s.media[i].ok
		}
	}
	answer := mediaAnswer{list, screenMedia(plainCSS(list))}
	s.media[s.asked%len(s.media)] = answer
	s.asked++
	return answer.ok
}
