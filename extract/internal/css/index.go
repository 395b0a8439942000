package css

import (
	"slices"
	"strings"
)

// ruleIndex finds the selectors that may match an element by what their last
// compound names: an id, else a class, else a tag.
type ruleIndex struct {
	entries []entry
	first   []int32 // the selectors of a bucket begin here, counted from 1; those without a name have the key 0
	parser  selectorParser
	boxes   map[uint32]bool // the keys of the elements that may have a generated box with a background
	boxKeys []uint32        // of the rule being read
}

// MayPaintBox reports whether the element at i of the path may have a generated box
// (::before or ::after) with a background, judged by its names.
func (s *Sheet) MayPaintBox(i int) bool {
	return len(s.boxes) > 0 && (s.boxes[1] || slices.ContainsFunc(s.path.namesAt(i), func(of name) bool { return s.boxes[of.hash] }))
}

type entry struct {
	selector
	declares PropertySet // what its rule declares
	watched  PropertySet // what its rule declares with a value that Watch picks
	rule     int32
	next     int32 // of the same bucket, counted from 1
}

const buckets = 1 << 12

func bucket(key uint32) uint32 { return key >> 20 }

// enter adds the selectors of a list to the entries of the next rule, and reports whether one of
// them may match an element of the page, and whether one is not judged, see hidesAside.
func (s *Sheet) enter(list string) (useful, aside bool) {
	first := len(s.entries)
	s.boxKeys = s.boxKeys[:0]
	if strings.HasSuffix(list, ",") && !strings.HasSuffix(list, `\,`) {
		return false, false // an empty selector is not valid, nor is its list
	}
	p := &s.parser
	p.page, p.s = &s.names, list
	for p.i = 0; p.i < len(list); p.i++ {
		if len(s.entries) >= maxEntries || len(p.compounds)+p.parts >= maxEntries {
			s.overflows = true
			break
		}
		sel, ok := p.parse()
		if p.invalid {
			s.entries = s.entries[:first]
			return false, false
		}
		aside = aside || p.aside
		if p.box != 0 {
			s.boxKeys = append(s.boxKeys, p.box)
		}
		if ok {
			s.entries = append(s.entries, entry{selector: sel, rule: int32(len(s.rules))})
		}
	}
	return len(s.entries) > first, aside
}

func (s *Sheet) matchesAt(e *entry, i int) bool {
	s.Spend(1)
	if (s.parted || s.path.shadows) && s.rules[e.rule].tree != s.path.at(i).tree {
		return false // of another tree
	}
	return !(e.root && i > 0) && s.path.at(i).holds(&e.selector) && s.from(&e.selector, 0, s.path.nodes[i], i) == matched
}
