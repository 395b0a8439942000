package compact

import "github.com/webfetch-mcp/webfetch-go/chunk"

// Runs of terms identify near-copies: a page may have a sentence twice with a word more or
// less. Units that differ in numbers are not copies.
const (
	runTerms  = 3  // terms in a row
	leastRuns = 5  // of a unit that is compared
	nearly    = .8 // of its runs that what is kept has
)

// runsOf calls f with each run of terms of a sentence or an item that is long enough to be
// compared, and whether it has a number, and returns how many there are.
func (m *docIndex) runsOf(i int, f func(run uint64, number bool)) int {
	u := &m.units[i]
	n := len(u.terms) - runTerms + 1
	if n < leastRuns || u.Kind != chunk.SentenceUnit && u.Kind != chunk.ItemUnit {
		return 0
	}
	for k := range n {
		run, number := uint64(0), false
		for _, t := range u.terms[k : k+runTerms] {
			number = number || m.number[t]
			run = (run ^ uint64(t)) * 0x9E3779B97F4A7C15
			run ^= run >> 29
		}
		f(run, number)
	}
	return n
}

// countRuns notes that a unit is kept, or with -1 that it is not any more.
func (s *selection) countRuns(i, by int) {
	s.m.runsOf(i, func(run uint64, _ bool) { s.runs[run] += by })
}

// nearlySaid reports a unit of which nearly all is said by what is kept.
func (s *selection) nearlySaid(i int) bool {
	had, newNumber := 0, false
	n := s.m.runsOf(i, func(run uint64, number bool) {
		if s.runs[run] > 0 {
			had++
		} else {
			newNumber = newNumber || number
		}
	})
	return n > 0 && !newNumber && float64(had) >= nearly*float64(n)
}
