package compact

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

const headingKind = chunk.HeadingUnit

// takeUnder keeps unit i with the heading right over it, or alone if there is
// room for that only.
func (s *selection) takeUnder(i int) bool {
	u := &s.m.units[i]
	if h := u.head; !s.bare && h >= 0 && !s.kept[h] && s.m.units[h].Level > 1 && s.cost(i)+s.m.units[h].tokens <= s.left && !s.have[u.sum] {
		s.take(h)
	}
	return s.take(i)
}

// settle sees to it that nothing is kept below the heading of another section:
// what has no heading of its own among those that are kept gets it, or is left
// out if there is no room. Where that would cost the best unit, no heading is
// kept at all.
func (s *selection) settle() {
	if s.bare || len(s.picked) == 0 {
		return
	}
	s.addHeadings()
	best := -1
	if len(s.picked) > 0 {
		best = s.picked[0]
	}
	shown := -1 // the heading that a reader sees last
	for i := range s.m.units {
		u := &s.m.units[i]
		switch {
		case !s.kept[i]:
		case u.Kind == headingKind:
			shown = i
		case !u.prose() || s.m.under(i, shown):
		case s.take(u.head):
			shown = u.head
		case i == best:
			s.picked = slices.DeleteFunc(s.picked, func(i int) bool { return !s.kept[i] })
			s.dropHeadings()
			return
		default:
			s.leave(i)
		}
	}
	s.picked = slices.DeleteFunc(s.picked, func(i int) bool { return !s.kept[i] })
	s.prune()
}

// takeHeadings keeps the headings right over all units that are kept, if there
// is room for all of them.
func (s *selection) takeHeadings() {
	n, needed := 0, map[int]bool{}
	for _, i := range s.picked {
		if h := s.m.units[i].head; h >= 0 && !s.kept[h] && !needed[h] {
			needed[h] = true
			n += s.m.units[h].tokens
		}
	}
	if n > s.left {
		s.bare = true
		return
	}
	for h := range needed {
		s.take(h)
	}
}

// under reports whether unit i is in the section of heading h, or anywhere if h
// is -1.
func (m *docIndex) under(i, h int) bool {
	if h < 0 {
		return true
	}
	for k := m.units[i].head; k >= h; k = m.units[k].head {
		if k == h {
			return true
		}
	}
	return false
}

// leave gives back a unit, which the caller takes from those that were picked.
func (s *selection) leave(i int) {
	s.kept[i] = false
	s.left += s.m.units[i].tokens
	delete(s.have, s.m.units[i].sum)
	delete(s.parts, i)
}

func (s *selection) dropHeadings() {
	s.bare = true
	for i := range s.kept {
		if s.kept[i] && s.m.units[i].Kind == headingKind {
			s.kept[i] = false
			s.left += s.m.units[i].tokens
		}
	}
}
