package compact

import (
	"context"
	"slices"
)

// chooseFromParts cuts the document into parts of like size and takes their best units in turn: the best of
// each part, then the second best of each, and so on.
func (m *docIndex) chooseFromParts(s *selection, scores []float64) {
	parts := m.parts(s.left)
	order := make([][]int, len(parts))
	alone := slices.Clone(scores)
	for i := range alone {
		if m.contextOf(i) >= 0 {
			alone[i] *= orphanShare
		}
	}
	for k, p := range parts {
		for _, i := range ranked(alone[p.from:p.to]) {
			if u := &m.units[p.from+i]; u.prose() && !u.boilerplate {
				order[k] = append(order[k], p.from+i)
			}
		}
	}
	for round := 0; s.left > 1; round++ {
		any := false
		for k := range order {
			if round < len(order[k]) {
				if i := order[k][round]; !s.isStray(i) && !s.isFiller(i) && s.take(i) {
					s.takeContext(i)
				}
				any = true
			}
		}
		if !any {
			break
		}
	}
	s.takeHeadings()
}

// chooseFromSections keeps all headings if they take no more than a third of the budget, and the best unit of
// each section before the second best of any.
func (m *docIndex) chooseFromSections(ctx context.Context, s *selection, scores []float64, x *passageScorer) {
	n := 0
	for i := range m.units {
		if u := &m.units[i]; u.Kind == headingKind && !u.boilerplate {
			n += u.tokens
		}
	}
	if s.allHeadings = n*outlineShare <= s.left; s.allHeadings {
		for i := range m.units {
			if u := &m.units[i]; u.Kind == headingKind && !u.boilerplate {
				s.take(i)
			}
		}
	}
	round := make([]float64, len(m.units)) // scores that put the first of each section before all seconds
	taken := map[int]int{}
	top := 1.0
	for _, x := range scores {
		top = max(top, 1+x)
	}
	for _, i := range ranked(scores) {
		u := &m.units[i]
		if !u.prose() || u.boilerplate {
			round[i] = -1e9
			continue
		}
		round[i] = scores[i] - top*float64(taken[u.head])
		taken[u.head]++
	}
	s.fill(ctx, ranked(round), false, x)
}

// outlineShare is one part in so many of the room that headings may take.
const outlineShare = 3

// orphanShare is left of the score of a sentence that refers back to the one before, of which there is seldom
// room for both in a part.
const orphanShare = .5

// tokensPerPart is how much of the budget a part should have for itself: a sentence.
const tokensPerPart = 40

// maxParts bounds the number of parts.
const maxParts = 24

// parts cuts the document into parts of like size, as many as the budget has sentences for.
func (m *docIndex) parts(budget int) []unitRange {
	n := min(max(budget/tokensPerPart, 1), maxParts, len(m.units))
	total := m.contentTokens()
	var out []unitRange
	at, sum := 0, 0
	for i := range m.units {
		if !m.units[i].boilerplate {
			sum += m.units[i].tokens
		}
		if sum*n >= total*(len(out)+1) || i == len(m.units)-1 {
			out = append(out, unitRange{at, i + 1})
			at = i + 1
		}
	}
	return out
}
