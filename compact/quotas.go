package compact

import "context"

// spread does justice to every part of the document: the budget is dealt out to
// parts of like size, each of which keeps its best units.
func (m *docIndex) spread(s *selection, scores []float64) {
	parts := m.parts(s.left)
	order := make([][]int, len(parts))
	for k, p := range parts {
		for _, i := range ranked(scores[p.from:p.to]) {
			if u := &m.units[p.from+i]; u.prose() && !u.junk {
				order[k] = append(order[k], p.from+i)
			}
		}
	}
	for round := 0; s.left > 1; round++ {
		any := false
		for k := range order {
			if round < len(order[k]) {
				s.take(order[k][round])
				any = true
			}
		}
		if !any {
			break
		}
	}
	s.takeHeadings()
}

// outline does justice to the structure of the document: all headings are kept
// if they take no more than a third of the room, and each section keeps its best
// unit before any keeps a second one.
func (m *docIndex) outline(ctx context.Context, s *selection, scores []float64, x *matcher) {
	n := 0
	for i := range m.units {
		if u := &m.units[i]; u.Kind == headingKind && !u.junk {
			n += u.tokens
		}
	}
	if s.outlined = n*outlineShare <= s.left; s.outlined {
		for i := range m.units {
			if u := &m.units[i]; u.Kind == headingKind && !u.junk {
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
		if !u.prose() || u.junk {
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

// perPart is how much of the budget a part should have for itself: a sentence.
const perPart = 40

// maxParts bounds the number of parts.
const maxParts = 24

// parts cuts the document into parts of like size, as many as the budget has
// sentences for.
func (m *docIndex) parts(budget int) []span {
	n := min(max(budget/perPart, 1), maxParts, len(m.units))
	total := m.contentTokens()
	var out []span
	at, sum := 0, 0
	for i := range m.units {
		if !m.units[i].junk {
			sum += m.units[i].tokens
		}
		if sum*n >= total*(len(out)+1) || i == len(m.units)-1 {
			out = append(out, span{at, i + 1})
			at = i + 1
		}
	}
	return out
}
