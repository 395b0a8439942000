package compact

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

const (
	outlineShare  = 3  // one part in so many of the room that headings may take
	tokensPerPart = 40 // of the budget that a part should have for itself: a sentence
	maxParts      = 24
)

// takeOutline keeps all headings if they take no more than a third of the room.
func (s *selection) takeOutline() {
	n, content := 0, func(u *unit) bool { return u.Kind == chunk.HeadingUnit && !u.boilerplate }
	for i := range s.m.units {
		if u := &s.m.units[i]; content(u) {
			n += u.tokens
		}
	}
	s.allHeadings = n*outlineShare <= s.left
	for i := range s.m.units {
		if s.allHeadings && content(&s.m.units[i]) {
			s.take(i)
		}
	}
}

// inTurns returns the units in the order of their scores, but the best of each group before the second best of any.
func (m *docIndex) inTurns(scores []float64, group func(i int) int) []int {
	order, round, taken := ranked(scores), make([]int, len(scores)), map[int]int{}
	for _, i := range order {
		if m.units[i].prose() && !m.units[i].boilerplate {
			g := group(i)
			round[i] = taken[g]
			taken[g]++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return round[a] - round[b] })
	return order
}

// parts cuts the document into parts of like size, as many as the budget has sentences for, and returns the part of
// each unit.
func (m *docIndex) parts(budget int) []int {
	n, total, sum := min(max(budget/tokensPerPart, 1), maxParts), max(m.contentTokens(), 1), 0
	out := make([]int, len(m.units))
	for i := range m.units {
		out[i] = sum * n / total
		if !m.units[i].boilerplate {
			sum += m.units[i].tokens
		}
	}
	return out
}
