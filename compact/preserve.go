package compact

import (
	"container/heap"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// factsOfKinds returns the kinds of facts that Options.Preserve names.
func factsOfKinds(kinds []FactKind) facts {
	var f facts
	for _, k := range kinds {
		switch k {
		case Numbers:
			f |= hasNumber
		case Dates:
			f |= hasDate
		case Names:
			f |= hasName
		case Definitions:
			f |= hasDefinition
		case Procedures:
			f |= hasStep
		}
	}
	return f
}

// chooseFacts keeps as many different facts of the wanted kinds as fit: in whole units, or in clauses where
// those hold more of them.
func (m *docIndex) chooseFacts(s *selection, opts Options, scores []float64) {
	want, worth := factsOfKinds(opts.Preserve), opts.worth(scores)
	m.noticeFacts, m.preserving = opts.Mode != Structural, true
	reserve := m.headingsReserve(s.left)
	room := s.left - reserve
	s.left = room
	kept, all := m.cover(s, want, worth)
	if !all && opts.Mode != QuestionFocused {
		if parts := m.newSelection(room); m.keepFragments(parts, want, worth) > kept {
			parts.room = s.room
			*s = *parts
		}
	}
	s.left += reserve
	s.takeHeadings()
}

// headingsReserve is how much of a room facts leave to the headings over them.
func (m *docIndex) headingsReserve(room int) int {
	n := 0
	for i := range m.units {
		if u := &m.units[i]; u.Kind == headingKind && u.Level > 1 && !u.boilerplate {
			n += u.tokens
		}
	}
	return min(n, room/headingsShare)
}

// headingsShare is the divisor of the room for headings if facts are preserved: at most 1/8 is reserved.
const headingsShare = 8

// worth returns scores in facts that they count for.
func (o Options) worth(scores []float64) []float64 {
	weight := scoreWeight
	if o.Mode == QuestionFocused {
		weight = questionWeight
	}
	best := max(slices.Max(scores), 1e-9)
	out := make([]float64, len(scores))
	for i, x := range scores {
		out[i] = weight * x / best
	}
	return out
}

func (s *selection) takeItemLabel(i int) {
	if label := s.m.itemLabel(i); label >= 0 {
		s.take(label)
	}
}

// What the best score of all counts for, in facts: without a question it only
// decides between equals.
const (
	scoreWeight    = .2
	questionWeight = 8.
)

// fact is a mention of what is to be preserved, with what it counts for.
type fact struct {
	text   string
	weight float64
}

func newFact(k facts, text string) fact {
	if k&hasName != 0 && strings.Contains(text, " ") {
		return fact{text, fullNameWeight}
	}
	return fact{text, 1}
}

// fullNameWeight is the weight of a name of several words; a name of one word has 1.
const fullNameWeight = 3

// freshIn adds up the weights of facts that are not had yet.
func freshIn(list []fact, have map[string]bool) float64 {
	sum := 0.0
	for _, f := range list {
		if !have[f.text] {
			sum += f.weight
		}
	}
	return sum
}

// factsOf lists the facts of the wanted kinds in a unit, each once.
func (m *docIndex) factsOf(u *unit, want facts) []fact {
	text := m.text(u)
	var out []fact
	add := func(f fact) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	if want&(hasNumber|hasDate|hasName) != 0 {
		mentions(text, func(k facts, a, b int) {
			if m.counts(k, want, text[a:b]) && len(out) < maxFacts {
				add(newFact(k&want, text[a:b]))
			}
		})
	}
	if want&hasDefinition != 0 && u.facts&hasDefinition != 0 || want&hasStep != 0 && u.facts&hasStep != 0 && u.Kind == chunk.ItemUnit {
		add(fact{"\x00" + text, 1})
	}
	return out
}

// noticeWeight is the weight of a fact in a notice; a fact of the content has 1.
const noticeWeight = .1

// mayState reports whether a unit is searched for facts of the wanted kinds: content, and sentences of notices
// that state one, but in the mode Structural.
func (m *docIndex) mayState(u *unit, want facts) bool {
	return u.prose() && (!u.boilerplate || m.noticeFacts && u.facts&want != 0 && u.Kind == chunk.SentenceUnit && u.links < .2)
}

// weighed returns the facts of a unit with their weights for where they stand.
func (u *unit) weighed(list []fact) []fact {
	if u.boilerplate {
		for i := range list {
			list[i].weight *= noticeWeight
		}
	}
	return list
}

func (m *docIndex) counts(k, want facts, text string) bool {
	if k&want != hasName {
		return k&want != 0
	}
	return !m.partialNames()[text] && (!m.isGerman() || strings.ContainsAny(text, " -"))
}

// isGerman reports a document in German, by its share of articles and the like.
func (m *docIndex) isGerman() bool {
	if m.german == 0 {
		words, hits := 0, 0
		for i := range m.units {
			if u := &m.units[i]; u.prose() {
				words += u.words
				for w := range strings.FieldsSeq(m.text(u)) {
					switch w {
					case "der", "die", "das", "und", "ist", "nicht", "ein", "eine", "den", "dem", "des", "von", "mit", "wird", "auf", "für", "im", "zu":
						hits++
					}
				}
			}
		}
		m.german = -1
		if hits*germanShare > words {
			m.german = 1
		}
	}
	return m.german > 0
}

// germanShare is one word in so many that is an article or the like in German: of German prose it is one in
// five, of prose in other languages less than one in fifty.
const germanShare = 12

// partialNames returns the names of one word that are a part of a longer name in the document:
func (m *docIndex) partialNames() map[string]bool {
	if m.partial != nil {
		return m.partial
	}
	m.partial = map[string]bool{}
	for i := range m.units {
		u := &m.units[i]
		if !u.prose() || u.boilerplate {
			continue
		}
		text := m.text(u)
		mentions(text, func(k facts, a, b int) {
			if words := strings.Fields(text[a:b]); k&hasName != 0 && len(words) > 1 {
				for _, w := range words {
					m.partial[w] = true
				}
			}
		})
	}
	return m.partial
}

// cover keeps units: each next one is that with the most new facts for its tokens (the greedy algorithm for
// budgeted coverage, Khuller, Moss and Naor 1999, with the lazy evaluation of Minoux 1978); what they are worth
// decides between equals and fills what room is left.
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

func (q coverage) Len() int { return len(q) }

func (q coverage) Less(a, b int) bool {
	return q[a].gain > q[b].gain || q[a].gain == q[b].gain && q[a].unit < q[b].unit
}

func (q coverage) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

func (q *coverage) Push(x any) { *q = append(*q, x.(candidate)) }

func (q *coverage) Pop() any {
	old := *q
	c := old[len(old)-1]
	*q = old[:len(old)-1]
	return c
}
