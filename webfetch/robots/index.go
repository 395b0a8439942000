package robots

import (
	"cmp"
	"slices"
)

// maxWork bounds the octets of an address that are searched for the parts of
// patterns in one check. Searching them takes some 10 ms. Only a file made for
// it has so many patterns with a star: those of 500 KiB, the largest file, come
// to an address of 800 octets.
const maxWork = 32 << 20

// index holds the rules in the order in which they win, so that the first that matches
// decides. It does not change once it is made.
type index []*rule

// newIndex returns an index of rules.
func newIndex(rules []rule) index {
	x := make(index, len(rules))
	for i := range rules {
		x[i] = &rules[i]
	}
	slices.SortFunc(x, compareRules)
	return x
}

// compareRules sorts the rule that wins first: the longer pattern, of equal
// ones Allow (section 2.2.2), then the line that stands first.
func compareRules(a, b *rule) int {
	if c := cmp.Compare(b.pattern.length, a.pattern.length); c != 0 {
		return c
	}
	if a.allow != b.allow {
		if a.allow {
			return -1
		}
		return 1
	}
	return cmp.Compare(a.line, b.line)
}

// find returns the rule that decides about a normalised path, nil if none
// matches. It returns false if that would take too long.
func (x index) find(path string) (best *rule, done bool) {
	work := 0
	for _, r := range x {
		if work > maxWork {
			return nil, false
		}
		if r.pattern.matches(path, &work) {
			return r, true
		}
	}
	return nil, true
}
