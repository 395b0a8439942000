package classifier

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// satisfied reports whether mask has a class for each step of a rule.
func satisfied(r *rule, mask l.ClassSet) bool {
	for i := range r.steps {
		if !r.steps[i].any.Intersects(mask) {
			return false
		}
	}
	return true
}

func TestCandidatesAreTheRulesThatMayHold(t *testing.T) {
	x := indexed()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		mask := l.ClassSet{}
		for range rng.IntN(9) {
			mask = mask.With(l.Class(rng.IntN(l.NumClasses)))
		}
		set := x.candidates(mask)
		for i := range x.rules {
			found := set[i/64]>>(i%64)&1 != 0 && x.rules[i].classesPresent(mask)
			assert.Equal(t, satisfied(&x.rules[i], mask), found, "rule %d, classes %v", i, slices.Collect(mask.All()))
		}
	}
}

func TestRulesFitTheIndex(t *testing.T) {
	assert.LessOrEqual(t, len(rules().list), maxRules)
	for i, r := range rules().list {
		assert.NotEmpty(t, r.steps, "rule %d", i)
		assert.LessOrEqual(t, len(r.steps), maxSteps, "rule %d", i)
		assert.Positive(t, r.weight, "rule %d", i)
		assert.NotEmpty(t, r.reason, "rule %d", i)
	}
}

func TestNoCandidatesWithoutClasses(t *testing.T) {
	for _, w := range indexed().candidates(l.ClassSet{}) {
		assert.Zero(t, bits.OnesCount64(w))
	}
}
