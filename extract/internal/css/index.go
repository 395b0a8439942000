package css

import (
	"slices"
	"strings"
)

// ruleIndex finds the selectors that may match an element by what their last
// compound names: an id, else a class, else a tag. It is a hash table with open
// addressing and a chain a slot.
type ruleIndex struct {
	entries []entry
	slots   []slot
	loose   slot // selectors without a name, and those that found no slot
	parser  selectorParser
	indexed bool
	// boxes has a bit for the key of each element that may have a generated box with a
	// background; boxKeys are those of the rule being read.
	boxes   [64]uint64
	boxKeys []uint32
}

// MayPaintBox reports whether the element at i of the path may have a generated box
// (::before or ::after) with a background, judged by its names.
func (s *Sheet) MayPaintBox(i int) bool {
	hasBox := func(key uint32) bool { return s.boxes[key>>26]>>(key>>20&63)&1 != 0 }
	return hasBox(1) || slices.ContainsFunc(s.path.namesAt(i), hasBox)
}

type entry struct {
	selector
	declares, watched PropertySet
	rule              int32
	next              int32 // in the chain, counted from 1
}

type slot struct {
	key   uint32
	first int32 // of its selectors, counted from 1
}

func (s *Sheet) index() {
	s.indexed = true
	size := 16
	for size < 2*len(s.entries) {
		size *= 2
	}
	s.slots = slices.Grow(s.slots[:0], size)[:size]
	for i := range s.entries {
		e := &s.entries[i]
		r := &s.rules[e.rule]
		if e.declares, e.watched = r.declares, r.watched; e.declares == 0 {
			continue
		}
		slot := s.slot(e.key)
		if slot == nil || e.key == 0 {
			slot = &s.loose
		}
		slot.key = e.key
		e.next, slot.first = slot.first, int32(i+1)
	}
}

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

// maxProbes bounds the search for a slot, also for names chosen to collide.
const maxProbes = 16

// slot returns the slot of a key, an empty one if the table doesn't have it, nil if none near is free.
func (x *ruleIndex) slot(key uint32) *slot {
	mask := uint32(len(x.slots) - 1)
	for i := range uint32(maxProbes) {
		if s := &x.slots[(key*0x9e3779b1>>7+i)&mask]; s.key == key || s.first == 0 {
			return s
		}
	}
	return nil
}

func (s *Sheet) matchesAt(e *entry, i int) bool {
	s.Spend(1)
	if (s.parted || s.path.shadows) && s.rules[e.rule].tree != s.path.at(i).tree {
		return false // of another tree
	}
	return !(e.root && i > 0) && s.path.at(i).holds(&e.selector) && s.from(&e.selector, 0, s.path.nodes[i], i) == matched
}
