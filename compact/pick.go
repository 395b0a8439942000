package compact

import (
	"cmp"
	"slices"
)

// selection is what of a document is kept within a budget.
type selection struct {
	m      *model
	kept   []bool
	left   int
	picked []int // prose units in the order they were picked
}

func (m *model) newSelection(budget int) *selection {
	return &selection{m: m, kept: make([]bool, len(m.units)), left: budget}
}

// cost is what keeping unit i takes, with its table's header.
func (s *selection) cost(i int) int {
	u := &s.m.units[i]
	n := u.tokens
	if u.table >= 0 && !s.kept[u.table] {
		n += s.m.units[u.table].tokens
	}
	return n
}

// take keeps unit i, with its table's header, if there is room for it.
func (s *selection) take(i int) bool {
	if s.kept[i] {
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

// fill takes units in an order while they fit.
func (s *selection) fill(order []int) {
	for _, i := range order {
		if s.left <= 1 {
			return
		}
		s.take(i)
	}
}

// orient takes the headings over what is kept, as far as a share of the budget
// goes: those nearest to the best units first.
func (s *selection) orient(budget int) {
	was := s.left
	s.left = min(s.left, budget)
	spent := s.left
	for _, i := range s.picked {
		for h := s.m.units[i].head; h >= 0; h = s.m.units[h].head {
			if s.kept[h] {
				break
			}
			if !s.take(h) {
				break
			}
		}
	}
	s.left = was - (spent - s.left)
}

// drop gives the last unit picked back; false if there is none. A table's
// header goes with its last row, a heading with the last unit below it.
func (s *selection) drop() bool {
	n := len(s.picked)
	if n == 0 {
		return false
	}
	i := s.picked[n-1]
	s.picked = s.picked[:n-1]
	s.kept[i] = false
	s.prune()
	return true
}

// prune takes back headers and headings that nothing needs any more.
func (s *selection) prune() {
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
