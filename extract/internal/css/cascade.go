package css

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Watches reports whether Watched may return anything.
func (s *Sheet) Watches() bool { return s.watched && !s.Spent() }

// Watched returns the properties that rules which match the element at i of the path
// declare with a value that Watch picks.
func (s *Sheet) Watched(i int) (found PropertySet) {
	if !s.Watches() {
		return 0
	}
	if !s.indexed {
		s.index()
	}
	found = s.watchedBy(s.loose.watched, i, 0)
	for _, key := range s.path.namesAt(i) {
		if slot := s.slot(key); slot != nil {
			found = s.watchedBy(slot.watched, i, found)
		}
	}
	return found
}

// InlineWatched returns the properties that the style attribute of the element at i of the path
// declares with a value that watch picks.
func (s *Sheet) InlineWatched(i int, watch func(p Property, value *Value) bool) (found PropertySet) {
	for _, d := range s.path.inlineAt(i) {
		if watch(d.property, d.value) {
			found |= 1 << d.property
		}
	}
	return found
}

func (s *Sheet) watchedBy(next int32, i int, found PropertySet) PropertySet {
	for next != 0 && s.spend(1) {
		e := &s.entries[next-1]
		next = e.next
		if e.watched&^found != 0 && s.matchesAt(e, i) != nil {
			found |= e.watched
		}
	}
	return found
}

// Compute finds the winning declarations of some properties of the element at
// i of the path.
func (s *Sheet) Compute(i int, wanted PropertySet, c *Style) {
	n := s.path.nodes[i]
	c.Set = 0
	presentational(n, c)
	declared := wanted
	if s.keyframes != nil {
		declared |= Animations
	}
	if len(s.rules) > 0 {
		s.cascade(i, declared, c)
	}
	c.inline(s.path.inlineAt(i))
	c.dropUnset()
	if s.keyframes != nil && c.Set&Animations != 0 {
		s.animate(i, c)
	}
	c.Set &= wanted
	s.resolve(i, wanted, c)
}

func (s *Sheet) cascade(i int, wanted PropertySet, c *Style) {
	if !s.indexed {
		s.index()
	}
	s.applyAll(s.loose.watched, i, wanted, c)
	s.applyAll(s.loose.others, i, wanted, c)
	for _, key := range s.path.namesAt(i) {
		if slot := s.slot(key); slot != nil {
			s.applyAll(slot.watched, i, wanted, c)
			s.applyAll(slot.others, i, wanted, c)
		}
	}
}

func (s *Sheet) applyAll(next int32, i int, wanted PropertySet, c *Style) {
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
func presentational(n *html.Node, c *Style) {
	set := func(p Property, text string) {
		if v, ok := Parse(p, text); ok {
			c.cascadeSet(p, &v, 0)
		}
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			if n.Namespace == "" && !strings.EqualFold(a.Val, "until-found") {
				c.cascadeSet(Display, &none, 0)
			}
		case "bgcolor":
			set(BackgroundColor, legacyColor(a.Val))
		case "background":
			set(Background, "url("+a.Val+")")
		case "color":
			if n.Data == "font" || n.Data == "basefont" {
				set(Color, legacyColor(a.Val))
			}
		case "text":
			if n.Data == "body" {
				set(Color, legacyColor(a.Val))
			}
		}
	}
}

// none is the value of display that the hidden attribute stands for. It is never written.
var none = Value{Form: Word, Text: "none"}

// legacyColor gives a colour attribute the number sign that it may lack.
func legacyColor(s string) string {
	s = Lower(strings.TrimSpace(s))
	if _, ok := ParseColor(s); !ok {
		if _, ok := parseHex(s); ok {
			return "#" + s
		}
	}
	return s
}

// unlayered is the rank of rules without a layer: above all layers, see maxLayers.
const unlayered = 1 << 14

// apply sets the wanted declarations of a rule that matches. Of important declarations those in the
// first layer win, and those without a layer lose (CSS Cascading Level 5, section 6.4.4).
func (s *Sheet) apply(rule int32, specificity uint32, wanted PropertySet, c *Style) {
	r := &s.rules[rule]
	place := uint64(specificity)<<specShift | uint64(rule)
	normal, important := uint64(unlayered), uint64(0)
	if layer := uint64(s.layerRanks[r.layer]); layer > 0 {
		normal, important = layer, unlayered-layer
	}
	for _, d := range s.declarations(r) {
		s.spend(1)
		if !wanted.has(d.property) {
			continue
		}
		rank := normal<<layerShift | place
		if d.important {
			rank = rankImportant | important<<layerShift | place
		}
		c.cascadeSet(d.property, d.value, rank+1)
	}
}

// declarations returns the declarations of a rule, which are parsed on the first call.
func (s *Sheet) declarations(r *rule) []declared {
	if !r.ready {
		r.ready = true
		r.compiled.start = int32(len(s.compiled))
		for d := (declarations{rest: r.body}); ; {
			name, value, important, ok := d.next()
			if !ok {
				break
			}
			s.compiled = appendDeclared(s.compiled, name, value, important)
		}
		if r.unwatched && s.Watch != nil {
			own := slices.DeleteFunc(s.compiled[r.compiled.start:], func(d declared) bool { return s.Watch(d.property, d.value) })
			s.compiled = s.compiled[:int(r.compiled.start)+len(own)]
		}
		r.compiled.end = int32(len(s.compiled))
	}
	return s.compiled[r.compiled.start:r.compiled.end]
}
