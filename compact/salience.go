package compact

import (
	"hash/maphash"
	"math"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// How salience is weighed; set on articles, meetings, abstracts and web pages,
// for which the figures change little around these values.
const (
	sizeOffset       = 5   // tokens that a unit takes beside its own
	valuePower       = .7  // of terms and of facts: twice as much says less than twice as much
	mostFacts        = 3   // of a unit that count
	placeBonus       = 1.5 // for the first unit of a block, half for the second
	fullWords        = 12  // from which on a sentence is understood by itself
	numberWords      = 3   // words that a number counts as in that comparison
	againShare       = .25 // left of a unit for each other copy of it
	leastSeries      = 4   // lines that are a series: "12 reviews", "7 reviews" and so on
	boilerplateShare = .05 // left of one that is not content
	scrapShare       = .4  // left of one of less than four words
	labelShare       = .3  // of a label
	questionShare    = .5  // of a question
	leadInShare      = .4  // factor for a unit that only introduces the list or code behind or before it
)

// bySalience scores the units without a question: how much of what the document is about they hold (terms that
// come back, and facts), for their length, by their place, by whether they say something by themselves, and by
// whether the document says the same again word for word.
func (m *docIndex) bySalience() []float64 {
	counts := m.countFacts()
	terms, dense := m.densities(counts)
	out := make([]float64, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.links > .5 && u.words < 12 {
			continue
		}
		s := (terms[i] + dense[i]) * (1 + placeBonus/float64(1+m.positionInBlock(i))) * m.selfContained(i, counts[i].numbers)
		if u.copies > 1 {
			s *= math.Pow(againShare, float64(min(u.copies-1, 3)))
		}
		if u.series >= leastSeries {
			s *= againShare
		}
		if u.boilerplate {
			s *= boilerplateShare
		}
		if u.words < 4 {
			s *= scrapShare
		}
		switch {
		case u.leads, u.goesOn:
			s *= leadInShare
		case u.label:
			s *= labelShare
		case !u.spoken && u.asks:
			s *= questionShare
		}
		out[i] = s
	}
	return out
}

// densities returns how much of the document's terms and how many facts each unit holds for its length, both 1
// on average.
func (m *docIndex) densities(counts []factCount) (terms, dense []float64) {
	terms, dense = make([]float64, len(m.units)), make([]float64, len(m.units))
	weight := m.termWeights()
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.boilerplate {
			continue
		}
		said := u.terms
		if u.speaker > 0 {
			said = m.vocab.terms(nil, m.text(u)[u.speaker:], false)
		}
		for _, t := range said {
			terms[i] += weight[t]
		}
		size := float64(u.tokens) + sizeOffset
		terms[i] = math.Pow(terms[i], valuePower) / size
		dense[i] = math.Pow(float64(min(counts[i].facts, mostFacts)), valuePower) / size
	}
	scaleToMeanOne(terms)
	scaleToMeanOne(dense)
	return terms, dense
}

// selfContained returns how much of a sentence is understood without those around it, by its words and numbers.
// 1 for items, rows and sentences of fullWords.
func (m *docIndex) selfContained(i int, numbers int) float64 {
	u := &m.units[i]
	if u.Kind != chunk.SentenceUnit {
		return 1
	}
	words := u.words
	if u.spoken {
		words = countSpokenWords(m.text(u)[u.speaker:])
	}
	return min(float64(words+numbers*numberWords)/fullWords, 1)
}

func scaleToMeanOne(xs []float64) {
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

func (m *docIndex) termWeights() []float64 {
	seen := make(map[uint64]bool, len(m.units))
	df := m.frequencies(func(u *unit) bool {
		same := u.sum
		if u.series >= leastSeries {
			same = u.pattern
		}
		again := seen[same]
		seen[same] = true
		return !again
	})
	weight := make([]float64, len(df))
	for t, d := range df {
		if d > 1 {
			weight[t] = math.Sqrt(float64(d)) * math.Log(1+float64(len(seen))/float64(d))
		}
	}
	return weight
}

type factCount struct{ facts, numbers int }

// countFacts counts the numbers, dates and names in each unit behind the name of its speaker, and what it
// defines or instructs.
func (m *docIndex) countFacts() []factCount {
	out := make([]factCount, len(m.units))
	for i := range m.units {
		u, n := &m.units[i], &out[i]
		if !u.prose() {
			continue
		}
		mentions(m.text(u)[u.speaker:], func(kind facts, _, _ int) {
			if kind&spelled != 0 {
				return
			}
			n.facts++
			if kind&hasNumber != 0 {
				n.numbers++
			}
		})
		for _, f := range [...]facts{hasDefinition, hasStep, hasMoney} {
			if u.facts&f != 0 {
				n.facts++
			}
		}
	}
	return out
}

// positionInBlock is how many units of the same block are before a unit: blocks begin with what matters.
func (m *docIndex) positionInBlock(i int) int {
	n := 0
	for k := i - 1; k >= 0 && n < 8 && m.units[k].group == m.units[i].group && m.units[k].prose(); k-- {
		n++
	}
	return n
}

// findCopies finds units that are equal except for marks and the forms of words, and lines, not whole sentences, that
// differ only in their numbers.
func (m *docIndex) findCopies() {
	seed, count, series := maphash.MakeSeed(), make(map[uint64]int, len(m.units)), map[uint64]int{}
	m.number = m.vocab.numbers()
	for i := range m.units {
		u := &m.units[i]
		var all, words maphash.Hash
		all.SetSeed(seed)
		words.SetSeed(seed)
		n := 0
		for _, t := range u.terms {
			maphash.WriteComparable(&all, t)
			if !m.number[t] {
				maphash.WriteComparable(&words, t)
				n++
			}
		}
		if u.sum = all.Sum64(); len(u.terms) < 3 {
			u.sum = maphash.String(seed, m.text(u))
		}
		count[u.sum]++
		if u.Kind == chunk.SentenceUnit && n >= 2 && n < len(u.terms) && !endsSentence(m.text(u)) {
			u.pattern = words.Sum64()
			series[u.pattern]++
		}
	}
	for i := range m.units {
		m.units[i].copies, m.units[i].series = count[m.units[i].sum], series[m.units[i].pattern]
	}
}
