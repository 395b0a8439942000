package classifier

import (
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Bounds of the rules: how many there are, and how many steps each has.
const (
	maxRules = 192
	maxSteps = 4
)

// ruleSet is a set of rules, a bit for each.
type ruleSet [maxRules / 64]uint64

func (s *ruleSet) add(i int) { s[i/64] |= 1 << (i % 64) }

// index knows which rules the classes of a sentence may satisfy.
type index struct {
	rules []rule
	opens [l.NumClasses]classRules // by class
	short ruleSet                  // rules of one step
}

// classRules are the rules that a class serves in the first step and in the second.
type classRules struct{ first, second ruleSet }

// indexed returns the rules with their index, made once.
var indexed = sync.OnceValue(func() *index { return newIndex(rules().list) })

func newIndex(list []rule) *index {
	x := &index{rules: list}
	for i, r := range list {
		for class := range r.steps[0].any.All() {
			x.opens[class].first.add(i)
		}
		if len(r.steps) == 1 {
			x.short.add(i)
			continue
		}
		for class := range r.steps[1].any.All() {
			x.opens[class].second.add(i)
		}
	}
	return x
}

// candidates returns the rules whose first steps the classes satisfy, up to two.
func (x *index) candidates(mask l.ClassSet) ruleSet {
	var a0, a1, a2 uint64
	b0, b1, b2 := x.short[0], x.short[1], x.short[2]
	for class := range mask.All() {
		o := &x.opens[class]
		a0, a1, a2 = a0|o.first[0], a1|o.first[1], a2|o.first[2]
		b0, b1, b2 = b0|o.second[0], b1|o.second[1], b2|o.second[2]
	}
	return ruleSet{a0 & b0, a1 & b1, a2 & b2}
}

// classesPresent reports whether the classes satisfy the steps of a rule behind the
// second.
func (r *rule) classesPresent(mask l.ClassSet) bool {
	for k := 2; k < len(r.steps); k++ {
		if !r.steps[k].any.Intersects(mask) {
			return false
		}
	}
	return true
}
