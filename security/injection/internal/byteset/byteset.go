// Package byteset finds runs of bytes of a set, and passes by most of a text that has none.
package byteset

// Set is a set of bytes.
type Set [256]bool

// Of returns the set of the bytes of list and those of the ranges, which include both ends.
func Of(list string, ranges ...[2]byte) (t Set) {
	for i := range len(list) {
		t[list[i]] = true
	}
	for _, r := range ranges {
		for c := int(r[0]); c <= int(r[1]); c++ {
			t[c] = true
		}
	}
	return t
}

// HasAll reports whether all bytes of s are in the set.
func (t *Set) HasAll(s string) bool {
	for i := range len(s) {
		if !t[s[i]] {
			return false
		}
	}
	return true
}

// Run returns the next run of at least n bytes of the set in s from i on, up to its
// last byte, or twice the length of s. It tests every n-th byte first, as Boyer
// and Moore do, so that it skips ordinary text in steps; it reads no byte more
// than twice. The byte before i must not be in the set.
func (t *Set) Run(s string, i, n int) (start, end int) {
	for i+n <= len(s) {
		k := i + n - 1
		for k >= i && t[s[k]] {
			k--
		}
		if k >= i {
			i = k + 1
			continue
		}
		end = i + n
		for end < len(s) && t[s[end]] {
			end++
		}
		return i, end
	}
	return len(s), len(s)
}
