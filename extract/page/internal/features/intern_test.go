package features

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNumbering(t *testing.T) {
	var n interner
	for _, most := range []int{0, 1, 3, 2 * maxPooledKeys, 2} {
		n.reset()
		want := map[uint64]int32{}
		for i := range 4 * most {
			key := uint64(i*i*7919%most) << 40 // only the high bits differ
			if _, ok := want[key]; !ok {
				want[key] = int32(len(want))
			}
			assert.Equal(t, want[key], n.number(key), "key %d of %d", i, most)
		}
		assert.Len(t, n, len(want))
	}
}

func TestZeroed(t *testing.T) {
	s := zeroed([]int{1, 2, 3}, 2)
	assert.Equal(t, []int{0, 0}, s)
	assert.Equal(t, []int{0, 0, 0}, zeroed(s, 3))
	assert.Equal(t, make([]int, 9), zeroed(s, 9))
}
