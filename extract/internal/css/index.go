package css

import (
	"slices"
	"strings"
)

// ruleIndex finds the selectors that may match an element by what their last
// compound names: an id, else a class, else a tag. It is a hash table with open
// addressing and two chains a slot: selectors of rules with watched declarations, and the
// others.
type ruleIndex struct {
	entries   []entry
	slots     []slot
	loose     slot       // selectors without a name, and those that found no slot
	selectors []selector // that were needed
	parser    selectorParser
	indexed   bool
	// boxes has a bit for the key of each element that may have a generated box with a
	// background; boxKeys are those of the rule being read.
	boxes   [64]uint64
	boxKeys []uint32
}

// MayPaintBox reports whether the element at i of the path may have a generated box
// (::before or ::after) with a background, judged by its names.
func (s *Sheet) MayPaintBox(i int) bool {
	return s.hasBox(1) || slices.ContainsFunc(s.path.namesAt(i), s.hasBox)
}

func (x *ruleIndex) hasBox(key uint32) bool { return x.boxes[key>>26]>>(key>>20&63)&1 != 0 }

// entry is one selector of one rule. It is parsed when an element comes that it
// may match.
type entry struct {
	declares, watched PropertySet
	rule              int32
	next              int32  // in the chain, counted from 1
	parsed            int32  // in selectors, counted from 1; -1 is not understood
	start, end        uint16 // of the text in that of the rule
	selectorSummary
}

type slot struct {
	key             uint32
	watched, others int32 // counted from 1
}

// index makes the table, once all rules are known.
func (s *Sheet) index() {
	s.indexed = true
	s.rankLayers()
	size := 16
	for size < 2*len(s.entries) {
		size *= 2
	}
	s.slots = slices.Grow(s.slots[:0], size)[:size]
	for i := range s.entries {
		e := &s.entries[i]
		r := &s.rules[e.rule]
		e.declares, e.watched = r.declares, r.watched
		if e.parsed >= 0 && e.declares != 0 {
			s.insert(e, int32(i+1))
		}
	}
}

// enter adds the selectors of a list to the entries of the next rule, and
// reports whether one of them may match an element of the page.
func (s *Sheet) enter(list string) (useful bool) {
	first := len(s.entries)
	s.aside, s.boxKeys = false, s.boxKeys[:0]
	if strings.HasSuffix(list, ",") && !strings.HasSuffix(list, `\,`) {
		return false // an empty selector is not valid, nor is its list
	}
	for start := 0; start < len(list); {
		if len(s.entries) == maxEntries {
			s.overflows = true
			break
		}
		e := entry{rule: int32(len(s.rules))}
		end := e.summarize(list, start, &s.names)
		e.start, e.end = uint16(start), uint16(end)
		if e.invalid || end == start || trim(list[start:end]) == "" {
			s.entries = s.entries[:first]
			return false
		}
		start = end + 1
		s.aside = s.aside || e.aside
		if e.box != 0 {
			s.boxKeys = append(s.boxKeys, e.box)
		}
		if e.dead {
			continue
		}
		s.entries = append(s.entries, e)
	}
	return len(s.entries) > first
}

func (s *Sheet) insert(e *entry, at int32) {
	slot := s.slot(e.key)
	if slot == nil || e.key == 0 {
		slot = &s.loose
	}
	slot.key = e.key
	if e.watched == 0 {
		e.next, slot.others = slot.others, at
		return
	}
	e.next, slot.watched = slot.watched, at
}

// maxProbes bounds the search for a slot, whatever names a page makes up.
const maxProbes = 16

// slot returns the slot of a key, an empty one if the key is not in the table,
// nil if there is none near.
func (x *ruleIndex) slot(key uint32) *slot {
	mask := uint32(len(x.slots) - 1)
	for i := range uint32(maxProbes) {
		if s := &x.slots[(key*0x9e3779b1>>7+i)&mask]; s.key == key || s.watched|s.others == 0 {
			return s
		}
	}
	return nil
}

// selector returns the selector of an entry, nil if it is not understood.
func (s *Sheet) selector(e *entry) *selector {
	if e.parsed == 0 {
		s.parser.reset(s.rules[e.rule].selectors[e.start:e.end])
		sel, ok := s.parser.parse()
		if !ok {
			e.parsed = -1
			return nil
		}
		s.selectors = append(s.selectors, sel)
		e.parsed = int32(len(s.selectors))
	}
	if e.parsed < 0 {
		return nil
	}
	return &s.selectors[e.parsed-1]
}

// matchesAt returns the selector of an entry if it matches the element at i of
// the path, else nil.
func (s *Sheet) matchesAt(e *entry, i int) *selector {
	s.spend(1)
	if (s.parted || s.path.shadows) && s.rules[e.rule].tree != s.path.at(i).tree {
		return nil // of another tree
	}
	if e.parsed < 0 || e.root && i > 0 || e.needed > 0 && !s.path.at(i).holds(&e.selectorSummary) {
		return nil
	}
	if sel := s.selector(e); sel != nil && s.from(sel, 0, s.path.nodes[i], i) == matched {
		return sel
	}
	return nil
}
