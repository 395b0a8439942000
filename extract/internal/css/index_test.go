package css

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Names that share a slot are found all the same, in a bounded number of steps.
func TestFullSlots(t *testing.T) {
	x := ruleIndex{slots: make([]slot, 64)}
	for i := range 64 {
		x.slots[i] = slot{key: 1, others: 1}
	}
	assert.Nil(t, x.slot(2))
	assert.NotNil(t, x.slot(1))
}
