package features

import "slices"

// interner gives equal keys the same number, counting from 0 in the order of their first
// use. Call reset before the first key of a page.
type interner map[uint64]int32

// maxPooledKeys is how many keys an interner may have had so that its memory serves the
// next page: to clear a map takes time for all that it ever had.
const maxPooledKeys = 4096

func (n *interner) reset() {
	if *n == nil || len(*n) > maxPooledKeys {
		*n = interner{}
	}
	clear(*n)
}

func (n interner) number(key uint64) int32 {
	number, known := n[key]
	if !known {
		number = int32(len(n))
		n[key] = number
	}
	return number
}

func zeroed[T any](s []T, n int) []T {
	s = room(s, n)[:n]
	clear(s)
	return s
}

// room returns an empty slice with room for n values, in the memory of s if it
// is enough.
func room[T any](s []T, n int) []T { return slices.Grow(s[:0], n) }
