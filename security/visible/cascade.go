package visible

import (
	"math/bits"
	"strings"

	"golang.org/x/net/html"
)

// freeze makes the index of the rules that may hide something, once all rules
// are known.
func (s *Sheet) freeze() {
	if s.frozen {
		return
	}
	s.frozen = true
	for i := range s.rules {
		r := &s.rules[i]
		if !r.suspect && r.hasColor {
			r.suspect = s.mayVanish(r.textColor)
		}
		if r.suspect {
			s.suspects.add(r)
		}
	}
}

// mayVanish reports whether text of colour c would be invisible on white or on
// one of the backgrounds of the sheet.
func (s *Sheet) mayVanish(c rgba) bool {
	if c.transparent() || c.like(white) {
		return true
	}
	for _, b := range s.backgrounds {
		if c.like(b) {
			return true
		}
	}
	return false
}

// suspected reports whether a rule that may hide matches n.
func (s *Sheet) suspected(n *html.Node) (found bool) {
	s.suspects.candidates(n, func(e *indexed) bool {
		found = s.matches(e.sel, n)
		return !found && s.work < maxWork
	})
	return found
}

// compute finds the winning declarations of n. The sheet may be nil.
func (s *Sheet) compute(n *html.Node, c *computed) {
	c.set = 0
	presentational(n, c)
	if s != nil && len(s.rules) > 0 {
		if s.all.size == 0 {
			for i := range s.rules {
				s.all.add(&s.rules[i])
			}
		}
		s.all.candidates(n, func(e *indexed) bool {
			if s.matches(e.sel, n) {
				s.apply(e, c)
			}
			return s.work < maxWork
		})
	}
	if style := attr(n, "style"); style != "" {
		inline(style, c)
	}
	s.resolve(n, c)
}

// presentational takes over the attributes that stand for style.
func presentational(n *html.Node, c *computed) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			if n.Namespace == "" && !strings.EqualFold(a.Val, "until-found") {
				c.put(display, "none", 0)
			}
		case "bgcolor":
			c.put(backgroundColor, legacyColor(a.Val), 0)
		case "background":
			c.put(background, "url("+a.Val+")", 0)
		case "color":
			if n.Data == "font" || n.Data == "basefont" {
				c.put(color, legacyColor(a.Val), 0)
			}
		case "text":
			if n.Data == "body" {
				c.put(color, legacyColor(a.Val), 0)
			}
		}
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

func inline(style string, c *computed) {
	for d := (declarations{rest: style}); ; {
		name, value, important, ok := d.next()
		if !ok {
			return
		}
		rank := uint64(rankInline)
		if important {
			rank |= rankImportant
		}
		c.declare(name, value, rank)
	}
}

// apply takes over the declarations of a rule that matches.
func (s *Sheet) apply(e *indexed, c *computed) {
	place := uint64(e.sel.specificity)<<specShift | uint64(e.rule.order)
	layer, last := uint64(e.rule.layer), uint64(1<<14)
	normal, strong := last, uint64(0)
	if layer > 0 {
		normal, strong = layer, last-layer
	}
	for d := (declarations{rest: e.rule.body}); ; {
		name, value, important, ok := d.next()
		if !ok {
			return
		}
		s.work++
		rank := normal<<layerShift | place
		if important {
			rank = rankImportant | strong<<layerShift | place
		}
		c.declare(name, value, rank+1)
	}
}

// resolve replaces var() in the winning values. Values that can't be resolved
// count as not declared.
func (s *Sheet) resolve(n *html.Node, c *computed) {
	for set := c.set; set != 0; set &= set - 1 {
		p := property(bits.TrailingZeros64(set))
		if !strings.Contains(c.value[p], "var(") {
			continue
		}
		value, ok := s.substitute(n, c.value[p], 0)
		value = lower(strings.TrimSpace(value))
		if !ok || !valid(p, value) {
			c.set &^= 1 << p
			continue
		}
		c.value[p] = value
	}
}

// Limits of var().
const (
	maxVarDepth = 8
	maxVarBytes = 1024
)

func (s *Sheet) substitute(n *html.Node, value string, depth int) (string, bool) {
	for range 16 {
		i := strings.Index(value, "var(")
		if i < 0 {
			return value, true
		}
		if depth == maxVarDepth || len(value) > maxVarBytes {
			return "", false
		}
		args, rest := cutBlock(value[i+4:], ')')
		name, fallback, hasFallback := strings.Cut(args, ",")
		v, ok := s.customValue(n, plainCSS(name))
		if !ok {
			if !hasFallback {
				return "", false
			}
			v = strings.TrimSpace(fallback)
		}
		if v, ok = s.substitute(n, v, depth+1); !ok {
			return "", false
		}
		value = value[:i] + v + rest
	}
	return "", false
}

// customValue looks a custom property up on n and its ancestors.
func (s *Sheet) customValue(n *html.Node, name string) (string, bool) {
	for ; element(n); n = n.Parent {
		if style := attr(n, "style"); strings.Contains(style, name) {
			for d := (declarations{rest: style}); ; {
				key, value, _, ok := d.next()
				if !ok {
					break
				}
				if key == name {
					return value, true
				}
			}
		}
		if value, ok := s.ruleCustom(n, name); ok {
			return value, true
		}
	}
	return "", false
}

func (s *Sheet) ruleCustom(n *html.Node, name string) (value string, found bool) {
	if s == nil || s.work >= maxWork {
		return "", false
	}
	s.work += len(s.custom)
	best := uint32(0)
	for i := range s.custom {
		p := &s.custom[i]
		if p.name != name {
			continue
		}
		list := s.rules[p.rule].list()
		for j := range list {
			sel := &list[j]
			if (!found || sel.specificity >= best) && s.matches(sel, n) {
				value, found, best = p.value, true, sel.specificity
			}
		}
	}
	return value, found
}
