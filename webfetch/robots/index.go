package robots

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// maxWork bounds the octets of an address that are searched for the parts of
// patterns in one check. Searching them takes some 10 ms. Only a file made for
// it has so many patterns with a star: those of 500 KiB, the largest file, come
// to an address of 800 octets.
const maxWork = 32 << 20

// index finds the rule that decides about an address without a look at all
// rules. Most patterns are literal: they begin the address, and at most stars
// follow. These are found by binary search. Those with a star inside are tried
// one by one, the longest first. It does not change once it is made.
type index struct {
	nodes []node  // sorted by text, each text once
	exact []*rule // literal, with a final $: sorted by text, each once
	wild  []*rule // with a star inside, the best first
}

// node is a text that literal patterns consist of.
type node struct {
	text   string
	parent int   // index of the longest other text that this one begins with, -1: none
	best   *rule // of the patterns of this text and its parents
}

// newIndex returns an index of rules.
func newIndex(rules []rule) index {
	var x index
	var literal []*rule
	for i := range rules {
		r := &rules[i]
		switch {
		case r.pattern.isPrefix():
			literal = append(literal, r)
		case len(r.pattern.parts) == 1:
			x.exact = append(x.exact, r)
		default:
			x.wild = append(x.wild, r)
		}
	}
	slices.SortStableFunc(x.wild, compareRules)
	x.exact = oneOfEach(x.exact)
	x.nodes = newNodes(oneOfEach(literal))
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

// better returns the rule that wins of two that match. Either may be nil.
func better(a, b *rule) *rule {
	if a == nil || b != nil && compareRules(b, a) < 0 {
		return b
	}
	return a
}

// oneOfEach sorts rules by the text of their pattern and keeps the best of each.
func oneOfEach(rules []*rule) []*rule {
	slices.SortFunc(rules, func(a, b *rule) int {
		return cmp.Or(strings.Compare(a.pattern.parts[0], b.pattern.parts[0]), compareRules(a, b))
	})
	return slices.CompactFunc(rules, func(a, b *rule) bool { return a.pattern.parts[0] == b.pattern.parts[0] })
}

// newNodes links texts, which are sorted, to their parents. As they are sorted,
// a parent is the last text or one of its parents.
func newNodes(rules []*rule) []node {
	nodes := make([]node, len(rules))
	for i, r := range rules {
		text, parent := r.pattern.parts[0], i-1
		for parent >= 0 && !strings.HasPrefix(text, nodes[parent].text) {
			parent = nodes[parent].parent
		}
		nodes[i] = node{text: text, parent: parent, best: r}
		if parent >= 0 {
			nodes[i].best = better(r, nodes[parent].best)
		}
	}
	return nodes
}

// find returns the rule that decides about a normalised path, nil if none
// matches. It returns false if that would take too long.
func (x *index) find(path string) (best *rule, done bool) {
	best = better(x.prefixOf(path), x.equalTo(path))
	work := 0
	for _, r := range x.wild {
		if best != nil && compareRules(best, r) < 0 {
			break // the rest is no better either
		}
		if work > maxWork {
			return nil, false
		}
		if r.pattern.matches(path, &work) {
			return r, true
		}
	}
	return best, true
}

// prefixOf returns the best of the literal patterns that path begins with. The
// longest of their texts is the last one that is not behind path in the order,
// or one of its parents.
func (x *index) prefixOf(path string) *rule {
	i := sort.Search(len(x.nodes), func(i int) bool { return x.nodes[i].text > path }) - 1
	if i < 0 {
		return nil
	}
	common := 0
	for text := x.nodes[i].text; common < min(len(text), len(path)) && text[common] == path[common]; {
		common++
	}
	for i >= 0 && len(x.nodes[i].text) > common {
		i = x.nodes[i].parent
	}
	if i < 0 {
		return nil
	}
	return x.nodes[i].best
}

func (x *index) equalTo(path string) *rule {
	i, found := slices.BinarySearchFunc(x.exact, path, func(r *rule, path string) int { return strings.Compare(r.pattern.parts[0], path) })
	if !found {
		return nil
	}
	return x.exact[i]
}
