package compact

import "container/heap"

// cover keeps units: each next one is that with the most new facts for its
// tokens (the greedy algorithm for budgeted coverage, Khuller, Moss and Naor
// 1999, with the lazy evaluation of Minoux 1978); what they are worth decides
// between equals and fills what room is left. Facts of what the selection has
// already count for nothing. It returns the weight of the facts that are kept, and
// whether those are all.
func (m *docIndex) cover(s *selection, want facts, worth []float64) (kept float64, complete bool) {
	q := coverage{}
	facts := make([][]fact, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		if !m.mayState(u, want) {
			continue
		}
		if facts[i] = u.weighed(m.factsOf(u, want)); len(facts[i]) == 0 && (m.isLabel(i) || u.isScrap() || m.leadsIn(i) || m.contextOf(i) >= 0) {
			continue // nothing to fill room with
		}
		q = append(q, candidate{i, gain(freshIn(facts[i], nil), worth[i], s.sharedCost(i))})
	}
	heap.Init(&q)
	have, all := m.factsIn(s, want), true
	for q.Len() > 0 {
		c := q[0]
		fresh := freshIn(facts[c.unit], have)
		if g := gain(fresh, worth[c.unit], s.sharedCost(c.unit)); g < c.gain {
			q[0].gain = g
			heap.Fix(&q, 0)
			continue
		}
		heap.Pop(&q)
		if !s.take(c.unit) {
			all = all && (fresh == 0 || s.said[m.units[c.unit].sum])
			continue
		}
		s.takeItemLabel(c.unit)
		kept += fresh
		for _, f := range facts[c.unit] {
			have[f.text] = true
		}
	}
	return kept, all
}

func gain(fresh, score float64, tokens int) float64 {
	return (fresh + score) / float64(tokens+1)
}

// factsIn returns the facts of the wanted kinds in what is kept.
func (m *docIndex) factsIn(s *selection, want facts) map[string]bool {
	have := map[string]bool{}
	for _, i := range s.picked {
		u := m.units[i]
		span := s.span(i)
		u.Start, u.End = span.Start, span.End
		for _, f := range m.factsOf(&u, want) {
			have[f.text] = true
		}
	}
	return have
}

// candidate is a unit with what keeping it would gain, at most.
type candidate struct {
	unit int
	gain float64
}

// coverage is a heap of candidates, best first.
type coverage []candidate

// Len, Less, Swap, Push and Pop make it a [heap.Interface].
func (q coverage) Len() int { return len(q) }

// Less puts the greatest gain first.
func (q coverage) Less(a, b int) bool {
	return q[a].gain > q[b].gain || q[a].gain == q[b].gain && q[a].unit < q[b].unit
}

// Swap exchanges two candidates.
func (q coverage) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

// Push adds a candidate.
func (q *coverage) Push(x any) { *q = append(*q, x.(candidate)) }

// Pop takes the last candidate.
func (q *coverage) Pop() any {
	old := *q
	c := old[len(old)-1]
	*q = old[:len(old)-1]
	return c
}
