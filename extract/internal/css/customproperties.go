package css

import (
	"math/bits"
	"strings"
)

type customProperty struct {
	rule  int
	value string
}

// Limits of var().
const (
	maxVarDepth     = 8
	maxVarBytes     = 1024
	maxVars         = 16
	maxCustomsKnown = 1 << 13 // values that are remembered
)

// resolve replaces var() in winning values. Values that can't be resolved count as not declared, or as
// not understood where initial values are registered, which are not read.
func (s *Sheet) resolve(i int, c *Style) {
	for set := uint64(c.Set); set != 0; set &= set - 1 {
		p := Property(bits.TrailingZeros64(set))
		v := c.value[p]
		if v.Form != Varies {
			continue
		}
		text, ok := s.substitute(i, v.Text, 0)
		if c.value[p] = &unknown; ok || !s.registered {
			c.Set &^= 1 << p
		}
		if _, found := variable(text); ok && !found {
			s.values.declare(max(p, v.from), text, func(longhand Property, v *Value) {
				if longhand == p {
					c.Set |= 1 << p
					c.value[p] = v
				}
			})
		}
	}
}

// unknown is a value that is not understood. It is never written.
var unknown = Value{Form: Odd}

// substitute replaces var() in a value of the element at i of the path.
func (s *Sheet) substitute(i int, value string, depth int) (string, bool) {
	for range maxVars {
		at, found := variable(value)
		if !found {
			return value, true
		}
		if depth == maxVarDepth || len(value) > maxVarBytes || !s.Spend(1) {
			return "", false
		}
		args, rest := CutBlock(value[at+len("var("):], ')')
		name, fallback, hasFallback := strings.Cut(args, ",")
		set := s.setting(i, plainCSS(name))
		if (!set.found || set.value == "initial") && hasFallback {
			set = customSetting{trim(fallback), true}
		}
		v, ok := s.substitute(i, set.value, depth+1)
		if !set.found || set.value == "initial" || !ok {
			return "", false
		}
		value = value[:at] + v + rest
	}
	return "", false
}

type customKey struct {
	name    string
	element uint32
}

type customSetting struct {
	value string
	found bool
}

// setting returns what the element at i of the path, or the nearest ancestor that sets it, sets a
// custom property to.
func (s *Sheet) setting(i int, name string) (set customSetting) {
	if i < 0 {
		return set
	}
	key := customKey{name, s.path.at(i).id}
	if set, known := s.customsKnown[key]; known {
		return set
	}
	set.value, set.found = s.inlineAt(i).customs[name]
	best, declared := uint32(0), s.custom[name]
	if set.found {
		declared = nil
	}
	for _, p := range declared {
		if !s.Spend(1) {
			break
		}
		r := s.rules[p.rule].entries
		for k := r.start; k < r.end; k++ {
			if e := &s.entries[k]; s.matchesAt(e, i) && (!set.found || e.specificity >= best) {
				set, best = customSetting{p.value, true}, e.specificity
			}
		}
	}
	if !set.found {
		set = s.setting(i-1, name)
	}
	if s.customsKnown == nil || len(s.customsKnown) >= maxCustomsKnown {
		s.customsKnown = map[customKey]customSetting{}
	}
	s.customsKnown[key] = set
	return set
}
