package visibility

import (
	"strings"

	"golang.org/x/net/html"
)

// suspected returns the properties that rules which match n set in a way that
// may hide.
func (s *Checker) suspected(n *html.Node) (found propertySet) {
	if !s.indexed {
		s.index()
	}
	at := s.path.enter(n)
	found = s.suspectedBy(s.loose.suspects, at, 0)
	for _, key := range s.path.namesAt(at) {
		if slot := s.slot(key); slot != nil {
			found = s.suspectedBy(slot.suspects, at, found)
		}
	}
	return found
}

func (s *Checker) suspectedBy(next int32, at int, found propertySet) propertySet {
	for next != 0 && s.spend(1) {
		e := &s.entries[next-1]
		next = e.next
		if e.hides&^found != 0 && s.matchesAt(e, at) != nil {
			found |= e.hides
		}
	}
	return found
}

// compute finds the winning declarations of some properties of the element at
// i of the path.
func (s *Checker) compute(i int, wanted propertySet, c *computedStyle) {
	s.gather(i, wanted, c)
	s.resolve(i, wanted, c)
}

// gather does so but for variables.
func (s *Checker) gather(i int, wanted propertySet, c *computedStyle) {
	n := s.path.nodes[i]
	c.set = 0
	presentational(n, c)
	declared := wanted
	if s.keyframes != nil {
		declared |= animations
	}
	if len(s.rules) > 0 {
		s.cascade(i, declared, c)
	}
	if style := attr(n, "style"); style != "" {
		inline(style, c)
	}
	if s.keyframes != nil && c.set&animations != 0 {
		s.animate(i, c)
	}
	c.set &= wanted
}

func (s *Checker) cascade(i int, wanted propertySet, c *computedStyle) {
	if !s.indexed {
		s.index()
	}
	s.applyAll(s.loose.suspects, i, wanted, c)
	s.applyAll(s.loose.others, i, wanted, c)
	for _, key := range s.path.namesAt(i) {
		if slot := s.slot(key); slot != nil {
			s.applyAll(slot.suspects, i, wanted, c)
			s.applyAll(slot.others, i, wanted, c)
		}
	}
}

func (s *Checker) applyAll(next int32, i int, wanted propertySet, c *computedStyle) {
	for next != 0 && s.spend(1) {
		e := &s.entries[next-1]
		if e.declares&wanted != 0 {
			if sel := s.matchesAt(e, i); sel != nil {
				s.apply(e.rule, sel.specificity, wanted, c)
			}
		}
		next = e.next
	}
}

// presentational takes over the attributes that stand for style.
func presentational(n *html.Node, c *computedStyle) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			if n.Namespace == "" && !strings.EqualFold(a.Val, "until-found") {
				c.cascadeSet(display, "none", 0)
			}
		case "bgcolor":
			c.cascadeSet(backgroundColor, legacyColor(a.Val), 0)
		case "background":
			c.cascadeSet(background, "url("+a.Val+")", 0)
		case "color":
			if n.Data == "font" || n.Data == "basefont" {
				c.putColor(a.Val)
			}
		case "text":
			if n.Data == "body" {
				c.putColor(a.Val)
			}
		}
	}
}

func (c *computedStyle) putColor(value string) {
	if value = legacyColor(value); valid(color, value) {
		c.cascadeSet(color, value, 0)
	}
}

// legacyColor gives a colour attribute the number sign that it may lack.
func legacyColor(s string) string {
	s = lower(strings.TrimSpace(s))
	if _, ok := parseColor(s); !ok {
		if _, ok := parseHex(s); ok {
			return "#" + s
		}
	}
	return s
}

func inline(style string, c *computedStyle) {
	var buf [8]declared
	for d := (declarations{rest: style}); ; {
		name, value, important, ok := d.next()
		if !ok {
			return
		}
		rank := uint64(rankInline)
		if important {
			rank |= rankImportant
		}
		for _, d := range expandShorthand(buf[:0], name, value, important) {
			c.cascadeSet(d.property, d.value, rank)
		}
	}
}

// apply takes over the declarations of a rule that matches.
func (s *Checker) apply(rule int32, specificity uint32, wanted propertySet, c *computedStyle) {
	r := &s.rules[rule]
	place := uint64(specificity)<<specShift | uint64(rule)
	layer, last := uint64(r.layer), uint64(1<<14)
	normal, strong := last, uint64(0)
	if layer > 0 {
		normal, strong = layer, last-layer
	}
	for _, d := range s.declarations(r) {
		s.spend(1)
		if !wanted.has(d.property) {
			continue
		}
		rank := normal<<layerShift | place
		if d.important {
			rank = rankImportant | strong<<layerShift | place
		}
		c.cascadeSet(d.property, d.value, rank+1)
	}
}

// declarations returns those of a rule, parsed once.
func (s *Checker) declarations(r *rule) []declared {
	if !r.ready {
		r.ready = true
		r.compiled.start = int32(len(s.compiled))
		for d := (declarations{rest: r.body}); ; {
			name, value, important, ok := d.next()
			if !ok {
				break
			}
			s.compiled = expandShorthand(s.compiled, name, value, important)
		}
		r.compiled.end = int32(len(s.compiled))
	}
	return s.compiled[r.compiled.start:r.compiled.end]
}
