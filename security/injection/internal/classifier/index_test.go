package classifier

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// satisfied reports whether mask has a class for each step of a rule.
func satisfied(r *rule, mask l.WordClass) bool {
	for i := range r.steps {
		if r.steps[i].any&mask == 0 {
			return false
		}
	}
	return true
}

func TestCandidatesAreTheRulesThatMayHold(t *testing.T) {
	x := indexed()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		mask := l.WordClass(0)
		for range rng.IntN(9) {
			mask |= 1 << rng.IntN(64)
		}
		set := x.candidates(mask)
		for i := range x.rules {
			found := set[i/64]>>(i%64)&1 != 0 && x.rules[i].classesPresent(mask)
			assert.Equal(t, satisfied(&x.rules[i], mask), found, "rule %d, classes %x", i, uint64(mask))
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
	for _, w := range indexed().candidates(0) {
		assert.Zero(t, bits.OnesCount64(w))
	}
}
