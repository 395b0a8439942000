package compact

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

const headingKind = chunk.HeadingUnit

// takeUnder keeps unit i with the heading right above it and with the sentence that it
// refers to or that introduces its list, or alone if only that fits. A unit that introduces
// another is left out if both don't fit, unless it is the best unit.
func (s *selection) takeUnder(i int) bool {
	u := &s.m.units[i]
	if h := u.head; !s.noHeadings && h >= 0 && !s.kept[h] && s.m.units[h].Level > 1 && s.cost(i)+s.m.units[h].tokens <= s.left && !s.said[u.sum] {
		s.take(h)
	}
	before := len(s.picked)
	if !s.take(i) {
		return false
	}
	if s.m.leadsIn(i) {
		s.takeLed(i)
		if led := i + 1; before > 0 && !s.kept[led] && s.m.units[led].Kind != chunk.TableHeaderUnit {
			s.picked = slices.Delete(s.picked, before, before+1)
			s.giveBack(i)
			return false
		}
	}
	s.takeContext(i)
	return true
}

// takeContext keeps the sentence that unit i, which is kept, refers back to, that leads
// in its list or that it is a part of, if that takes no more than a share of the
// room.
func (s *selection) takeContext(i int) {
	context := s.m.contextOf(i)
	if context < 0 {
		context = s.m.leadOf(i)
	}
	if context >= 0 && !s.kept[context] && float64(s.m.units[i].tokens+s.m.units[context].tokens) <= contextShare*float64(s.left+s.m.units[i].tokens) {
		s.take(context)
	}
}

// takeLed keeps what unit i leads in, a list, code or a formula, from its beginning, as far as that
// takes no more than a share of the room.
func (s *selection) takeLed(i int) {
	room, lead := int(ledShare*float64(s.left)), &s.m.units[i]
	for k := i + 1; k < len(s.m.units); k++ {
		u := &s.m.units[k]
		switch {
		case u.Kind != chunk.ItemUnit && !s.m.isDisplay(k), u.group > lead.group+1, s.cost(k) > room:
			return
		case u.group == lead.group && u.Kind == chunk.ItemUnit && u.Level <= lead.Level:
			return // the next item beside it
		}
		room -= s.cost(k)
		s.take(k)
	}
}

// ledShare is how much of the room that is left may go to what a sentence leads in.
const ledShare = .4

// contextShare is how much of the room that is left a sentence may take together
// with the one it refers back to.
const contextShare = .6

// fixHeadings makes sure that every unit is below a heading of its own section, not below
// another heading that was kept before it. A unit without one gets its heading, or is
// dropped if the heading does not fit. If that would be the best unit, all headings are
// dropped instead.
func (s *selection) fixHeadings() {
	if s.noHeadings || len(s.picked) == 0 {
		return
	}
	s.addHeadings()
	best := -1
	if len(s.picked) > 0 {
		best = s.picked[0]
	}
	var outline []int // the headings that a reader sees above the next unit
	shown := -1       // the last of them
	for i := range s.m.units {
		u := &s.m.units[i]
		switch {
		case !s.kept[i]:
		case u.Kind == headingKind:
			outline = s.placeHeading(outline, i)
			shown = i
		case !u.prose() || s.m.under(i, shown):
		case s.take(u.head):
			outline, shown = s.placeHeading(outline, u.head), u.head
		case i == best:
			s.picked = slices.DeleteFunc(s.picked, func(i int) bool { return !s.kept[i] })
			s.dropHeadings()
			return
		default:
			s.giveBack(i)
		}
	}
	s.picked = slices.DeleteFunc(s.picked, func(i int) bool { return !s.kept[i] })
	s.prune()
}

// placeHeading returns an outline with heading i below the headings that a reader takes it
// to be under. If the last of those is of another section, the heading over i comes too.
func (s *selection) placeHeading(outline []int, i int) []int {
	for n := len(outline); n > 0 && s.m.units[outline[n-1]].Level >= s.m.units[i].Level; n-- {
		outline = outline[:n-1]
	}
	if n := len(outline); n > 0 && !s.m.under(i, outline[n-1]) && s.take(s.m.units[i].head) {
		outline = append(outline[:0], s.m.units[i].head)
	}
	return append(outline, i)
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
		s.noHeadings = true
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

// giveBack removes a unit and frees its tokens. The caller removes it from picked.
func (s *selection) giveBack(i int) {
	s.kept[i] = false
	s.countRuns(i, -1)
	s.left += s.m.units[i].tokens
	delete(s.said, s.m.units[i].sum)
	delete(s.parts, i)
}

func (s *selection) dropHeadings() {
	s.noHeadings = true
	for i := range s.kept {
		if s.kept[i] && s.m.units[i].Kind == headingKind {
			s.kept[i] = false
			s.left += s.m.units[i].tokens
		}
	}
}
