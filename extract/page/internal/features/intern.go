package features

import (
	"math/bits"
	"math/rand/v2"
	"slices"
)

// interner gives equal keys the same number, counting from 0 in the order of their first
// use. It is a hash table with open addressing whose memory serves one page after the
// other. The multiplier is drawn anew for each page, so that none can choose keys that
// collide (Dietzfelbinger et al., A reliable randomized algorithm for the closest-pair
// problem, J. Algorithms 25, 1997). Call reset before the first key.
type interner struct {
	slots  []int32 // number + 1, 0 for none
	keys   []uint64
	factor uint64
	shift  int
}

// reset forgets all keys and makes room for so many.
func (n *interner) reset(most int) {
	width := bits.Len(uint(2*most + 1))
	n.slots = zeroed(n.slots, 1<<width)
	n.keys = n.keys[:0]
	n.factor, n.shift = rand.Uint64()|1, 64-width
}

// number returns the number of a key. No more different keys may be asked for than
// reset made room for.
func (n *interner) number(key uint64) int32 {
	for i := int(key * n.factor >> n.shift); ; i++ {
		slot := &n.slots[i&(len(n.slots)-1)]
		if *slot == 0 {
			n.keys = append(n.keys, key)
			*slot = int32(len(n.keys))
		}
		if n.keys[*slot-1] == key {
			return *slot - 1
		}
	}
}

// zeroed returns a slice of n zero values, in the memory of s if it is enough.
func zeroed[T any](s []T, n int) []T {
	s = room(s, n)[:n]
	clear(s)
	return s
}

// room returns an empty slice with room for n values, in the memory of s if it
// is enough.
func room[T any](s []T, n int) []T { return slices.Grow(s[:0], n) }
