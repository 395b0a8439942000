package grammar

import (
	"math/bits"
	"sync"

	l "github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
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
	steps [64][maxSteps]ruleSet // by class and step: the rules that the class serves there
	short [maxSteps]ruleSet     // rules without such a step
}

// indexed returns the rules with their index, made once.
var indexed = sync.OnceValue(func() *index { return newIndex(rules()) })

func newIndex(list []rule) *index {
	x := &index{rules: list}
	for i, r := range list {
		for k := range maxSteps {
			if k >= len(r.steps) {
				x.short[k].add(i)
				continue
			}
			for m := uint64(r.steps[k].any); m != 0; m &= m - 1 {
				x.steps[bits.TrailingZeros64(m)][k].add(i)
			}
		}
	}
	return x
}

// candidates returns the rules each of whose steps one of the classes satisfies.
func (x *index) candidates(mask l.Class) ruleSet {
	sets := x.short
	for m := uint64(mask); m != 0; m &= m - 1 {
		row := &x.steps[bits.TrailingZeros64(m)]
		for k := range sets {
			for w := range sets[k] {
				sets[k][w] |= row[k][w]
			}
		}
	}
	out := sets[0]
	for w := range out {
		out[w] &= sets[1][w] & sets[2][w] & sets[3][w]
	}
	return out
}
