package compact

import "math"

// bySalience scores the units without a question: by the facts they hold, the
// share of the document's own terms, and their place.
func (m *model) bySalience() []float64 {
	out := make([]float64, len(m.units))
	weight := make([]float64, len(m.df))
	total := 0.0
	for t, d := range m.df {
		weight[t] = float64(d) / (float64(d) + 3) * math.Log(1+float64(len(m.units))/float64(d))
		total += weight[t]
	}
	_ = total
	place := 0
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() {
			if u.head != i {
				place = 0
			}
			continue
		}
		sum := 0.0
		seen := map[uint32]bool{}
		for _, t := range u.terms {
			if !seen[t] {
				seen[t] = true
				sum += weight[t]
			}
		}
		s := sum / float64(u.tokens+6)
		for _, k := range [...]facts{hasNumber, hasDate, hasName, hasDefinition} {
			if u.facts&k != 0 {
				s *= 1.15
			}
		}
		s *= 1 + .5/float64(1+place)
		if u.junk {
			s *= .1
		}
		if u.links > .5 {
			s *= .4
		}
		out[i] = s
		place++
	}
	return out
}
