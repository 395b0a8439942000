package compact

import (
	"hash/maphash"
	"math"
)

// How salience is weighed; set on articles, meetings, abstracts and web pages,
// for which the figures change little around these values.
const (
	lengthPower = .9  // of a unit's length, by which its terms are divided
	factShare   = .5  // of facts against terms
	placeBonus  = 1.5 // for the first unit of a block, half for the second
	againShare  = .25 // left of a unit that the document has more than once
	junkShare   = .05 // left of one that is not content
	scrapShare  = .7  // left of one of less than four words
)

// bySalience scores the units without a question: how much of what the document
// is about they hold (terms that come back, and facts), for their length, by
// their place and by whether the document says the same again word for word.
func (m *model) bySalience() []float64 {
	terms, dense := m.densities()
	again := m.repeated()
	out := make([]float64, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.links > .5 && u.words < 12 {
			continue
		}
		s := (terms[i] + factShare*dense[i]) * (1 + placeBonus/float64(1+m.place(i)))
		if again[i] {
			s *= againShare
		}
		if u.junk {
			s *= junkShare
		}
		if u.words < 4 {
			s *= scrapShare
		}
		out[i] = s
	}
	return out
}

// densities returns how much of the document's terms and how many facts each
// unit holds for its length, both 1 on average.
func (m *model) densities() (terms, dense []float64) {
	terms, dense = make([]float64, len(m.units)), make([]float64, len(m.units))
	weight := m.termWeights()
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.junk {
			continue
		}
		size := float64(u.tokens) + 5
		for _, t := range u.terms {
			terms[i] += weight[t]
		}
		terms[i] /= math.Pow(size, lengthPower)
		dense[i] = float64(m.countFacts(u)) / size
	}
	level(terms)
	level(dense)
	return terms, dense
}

// level scales values so that those that are not 0 have the mean 1.
func level(xs []float64) {
	sum, n := 0.0, 0
	for _, x := range xs {
		if x > 0 {
			sum += x
			n++
		}
	}
	for i := range xs {
		xs[i] /= max(sum/float64(max(n, 1)), 1e-9)
	}
}

// termWeights returns what each term tells of the document: one that comes
// back, but not everywhere.
func (m *model) termWeights() []float64 {
	weight := make([]float64, len(m.df))
	for t, d := range m.df {
		if d > 1 {
			weight[t] = math.Sqrt(float64(d)) * math.Log(1+float64(len(m.units))/float64(d))
		}
	}
	return weight
}

// countFacts counts the numbers, dates and names in a unit, and what it defines
// or instructs.
func (m *model) countFacts(u *unit) int {
	n := 0
	mentions(m.text(u), func(facts, int, int) { n++ })
	for _, f := range [...]facts{hasDefinition, hasStep, hasMoney} {
		if u.facts&f != 0 {
			n++
		}
	}
	return min(n, 12)
}

// place is how many units of the same block are before a unit: blocks begin
// with what matters.
func (m *model) place(i int) int {
	n := 0
	for k := i - 1; k >= 0 && n < 8 && m.units[k].group == m.units[i].group && m.units[k].prose(); k-- {
		n++
	}
	return n
}

// repeated marks units that the document has more than once.
func (m *model) repeated() []bool {
	seed := maphash.MakeSeed()
	count := make(map[uint64]int, len(m.units))
	sums := make([]uint64, len(m.units))
	for i := range m.units {
		sums[i] = maphash.String(seed, m.text(&m.units[i]))
		count[sums[i]]++
	}
	out := make([]bool, len(m.units))
	for i := range out {
		out[i] = count[sums[i]] > 1
	}
	return out
}
