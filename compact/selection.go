package compact

import (
	"cmp"
	"context"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// selection is the set of units kept within a budget.
type selection struct {
	m           *docIndex
	kept        []bool
	room        int // tokens at the beginning
	left        int
	allHeadings bool                 // keeps all headings
	noHeadings  bool                 // keeps no headings
	whole       bool                 // writes headings as they stand
	picked      []int                // prose units in the order they were picked
	said        map[uint64]bool      // what they say
	parts       map[int]extract.Span // of units that are clipped, what is kept of them
	runs        map[uint64]int       // how often what is kept has each run of terms, see runsOf
}

func (m *docIndex) newSelection(budget int) *selection {
	return &selection{m: m, kept: make([]bool, len(m.units)), room: budget, left: budget, said: map[uint64]bool{}, parts: map[int]extract.Span{}, runs: map[uint64]int{}}
}

// cost returns the tokens for keeping unit i, with its table's header.
func (s *selection) cost(i int) int {
	u := &s.m.units[i]
	n := u.tokens
	if u.table >= 0 && !s.kept[u.table] {
		n += s.m.units[u.table].tokens
	}
	if u.code != nil {
		n += fenceTokens
	}
	return n
}

// fenceTokens is about what the fences and marks around a piece of code take.
const fenceTokens = 6

// sharedCost returns the tokens for keeping unit i if all rows of its table share the
// header.
func (s *selection) sharedCost(i int) int {
	u := &s.m.units[i]
	if u.table < 0 || s.kept[u.table] {
		return u.tokens
	}
	head := &s.m.units[u.table]
	return u.tokens + head.tokens/max(head.rows, 1)
}

// take keeps unit i, with its table's header, if there is room for it and
// nothing kept says the same.
func (s *selection) take(i int) bool {
	if s.kept[i] || s.m.units[i].prose() && (s.said[s.m.units[i].sum] || s.m.isRule(i)) {
		return false
	}
	n := s.cost(i)
	if n > s.left {
		return false
	}
	s.left -= n
	s.kept[i] = true
	if t := s.m.units[i].table; t >= 0 {
		s.kept[t] = true
	}
	if s.m.units[i].prose() {
		s.picked = append(s.picked, i)
		s.said[s.m.units[i].sum] = true
		s.countRuns(i, 1)
	}
	return true
}

// ranked returns the indexes of the units by score, best first, ties in the
// order of the document.
func ranked(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// fill takes units in an order while they fit, each with the heading above it. The title,
// above all units, is not urgent. Headings and headers without content are skipped, unless
// the document has only these. Boilerplate is skipped unless boilerplate is true.
//
// The best unit is clipped if it is too large, because its content is in no other unit.
func (s *selection) fill(ctx context.Context, order []int, boilerplate bool, x *passageScorer) {
	first := true
	outline := !slices.ContainsFunc(s.m.units, func(u unit) bool { return u.prose() })
	for _, i := range order {
		if s.left <= 1 {
			return
		}
		u := &s.m.units[i]
		if !u.prose() && !outline || u.boilerplate && !boilerplate || s.isStray(i) || !boilerplate && s.isFiller(i) {
			continue
		}
		if !s.takeUnder(i) && first {
			s.takeClipped(ctx, i, x)
		}
		first = false
	}
}

// isStray reports a scrap of a sentence that follows nothing that is kept, and a unit of
// which nearly all is said. The best units, which are chosen first, may be scraps.
func (s *selection) isStray(i int) bool {
	return s.nearlySaid(i) || len(s.picked) > 0 && s.m.units[i].isScrap() && !(i > 0 && s.kept[i-1] && s.m.units[i-1].group == s.m.units[i].group)
}

// isFiller reports a label or a scrap of a sentence where half of the room is used: a
// date, a byline or an "Enjoy." that happens to fit in the rest adds nothing.
func (s *selection) isFiller(i int) bool {
	return 2*s.left < s.room && (s.m.isLabel(i) || s.m.units[i].isScrap() || s.m.goesOn(i))
}

// keepAll keeps all wanted units unchanged, regardless of size.
func (s *selection) keepAll(wanted func(*unit) bool) {
	s.whole = true
	for i := range s.m.units {
		if u := &s.m.units[i]; wanted(u) {
			s.kept[i] = true
			if u.prose() {
				s.picked = append(s.picked, i)
			}
		}
	}
}

// addHeadings takes the headings over what is kept, as far as there is room: those
// nearest to the best units first.
func (s *selection) addHeadings() {
	for _, i := range s.picked {
		for h := s.m.units[i].head; h >= 0; h = s.m.units[h].head {
			if s.kept[h] || !s.take(h) {
				break
			}
		}
	}
}

// drop drops the units picked last, with excess tokens or more; it returns false if no unit
// is left. A table's header is dropped with its last row, a heading with the last unit below
// it.
func (s *selection) drop(excess int) bool {
	if len(s.picked) == 0 {
		return s.dropLast(excess)
	}
	for n := 0; n < excess && len(s.picked) > 0; {
		last := len(s.picked) - 1
		i := s.picked[last]
		s.picked, s.kept[i] = s.picked[:last], false
		s.countRuns(i, -1)
		n += s.m.units[i].tokens
		delete(s.parts, i)
	}
	s.prune()
	return true
}

// dropLast gives back the last units of a document of headings.
func (s *selection) dropLast(excess int) bool {
	n := 0
	for i := len(s.kept) - 1; i >= 0 && n < excess; i-- {
		if s.kept[i] {
			s.kept[i] = false
			n += s.m.units[i].tokens
		}
	}
	return n > 0
}

// prune takes back headers and headings that nothing needs any more.
func (s *selection) prune() {
	if s.allHeadings {
		return
	}
	needed := make([]bool, len(s.kept))
	for _, i := range s.picked {
		if t := s.m.units[i].table; t >= 0 {
			needed[t] = true
		}
		for h := s.m.units[i].head; h >= 0 && !needed[h]; h = s.m.units[h].head {
			needed[h] = true
		}
	}
	for i := range s.kept {
		if s.kept[i] && !s.m.units[i].prose() && !needed[i] {
			s.kept[i] = false
		}
	}
}
