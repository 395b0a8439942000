package compact

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// How the parts of a question's score are weighed; set on articles in two
// languages, meetings and web pages, for which the figures change little around
// these values.
const (
	blockShare    = .35 // of the score of the whole block
	headShare     = .5  // of that of the headings over a unit
	nearShare     = .3  // of that of each neighbour
	leadInWeight  = .15 // of that of the sentence that leads in a list, for an item
	headRowShare  = .35 // of that of the table's header, for a row
	missingWord   = .7  // of synonyms and other forms of a word that the document does not have
	knownWord     = .2  // and of those of one that it has
	kindWeight    = .6  // of a kind of fact, against a term of the question
	measureWeight = .7  // of what a number measures
	passageWeight = 2   // of that of the passage of a conversation
	speakerFit    = 1.3 // times the score, for turns of a speaker who is named
	kindFit       = 1.2 // times the score, for a unit with the kind of fact
	measureFit    = 1.3 // times the score, for one with the measure
	wholeShare    = .25 // of the score for the whole question, for a part of it
	otherYearFit  = .5  // times the score, for a unit of other years than the question
	askingFit     = .5  // times the score, for a question
	scrapFit      = .2  // times the score, for a scrap of a sentence
)

// byQuestion scores the units by how well they answer one of the parts of a question. The best unit of
// each part has the same score, so that each part is answered before the second best of another.
func (m *docIndex) byQuestion(question string) []float64 {
	whole := m.byClause(question)
	parts := m.questionParts(question)
	if len(parts) < 2 {
		return whole
	}
	top := 0.0
	for _, s := range whole {
		top = max(top, s)
	}
	best := make([]float64, len(whole))
	for _, p := range parts {
		scores, most := m.byClause(p), 0.0
		for i := range scores {
			scores[i] += wholeShare * whole[i]
			most = max(most, scores[i])
		}
		for i, s := range scores {
			if most > 0 {
				best[i] = max(best[i], s/most*top)
			}
		}
	}
	return best
}

// byClause scores the units by how well they answer a question that asks for one thing: BM25 over the
// unit itself, its neighbours, its block and the headings over it, and whether
// it holds the kind of fact that is asked for.
func (m *docIndex) byClause(question string) []float64 {
	ask := m.parseQuestion(question)
	own := m.rankUnits(ask)
	blocks := m.rankBlocks(ask)
	heads := m.rankHeadings(own)
	kinds := m.factWeights(ask)
	passages := m.rankPassages(ask)
	ask.conversation = passages != nil
	speaks := m.speakersAsked(ask)
	out := make([]float64, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		s := own[i] + blockShare*blocks[u.group]
		if passages != nil {
			s += passageWeight * passages[i]
		}
		if u.head >= 0 {
			s += headShare * heads[u.head]
		}
		if u.table >= 0 {
			s += headRowShare * own[u.table]
		}
		for _, k := range [2]int{i - 1, i + 1} {
			if k >= 0 && k < len(m.units) && m.units[k].group == u.group {
				s += nearShare * own[k]
			}
		}
		switch lead := m.leadOf(i); {
		case lead >= 0 && u.Kind == chunk.ItemUnit:
			s += leadInWeight * own[lead]
		case lead >= 0:
			s += headShare * own[lead]
		}
		states := m.newFacts(u, ask)
		for _, k := range kinds {
			if states&k.facts != 0 {
				s += k.weight
			}
		}
		if passages != nil && speaks[u.group] {
			s *= speakerFit
		}
		out[i] = s * m.factFactor(u, states, ask)
		if m.contradicts(u, ask) {
			out[i] *= otherYearFit
		}
	}
	return out
}

// factWeight is a kind of facts and what it adds to a unit's score.
type factWeight struct {
	facts  facts
	weight float64
}

// factWeights returns the requested kinds of facts, each weighted like a term of the
// question: a kind in few units has more weight.
func (m *docIndex) factWeights(a query) []factWeight {
	var out []factWeight
	for f := facts(1); f != 0 && f <= a.facts; f <<= 1 {
		if a.facts&f == 0 {
			continue
		}
		n := 0
		for i := range m.units {
			if m.units[i].facts&f != 0 && !m.units[i].boilerplate {
				n++
			}
		}
		w := kindWeight
		if f&measures != 0 {
			w = measureWeight
		}
		out = append(out, factWeight{f, w * idf(len(m.units), n)})
	}
	return out
}

// factFactor returns the factor of a unit's score for the facts it holds, its links
// and its kind.
func (m *docIndex) factFactor(u *unit, states facts, a query) float64 {
	f := 1.0
	switch want := a.facts; {
	case want&measures != 0 && states&want&measures != 0:
		f = measureFit
	case want&^measures != 0 && states&want&^measures != 0:
		f = kindFit
	}
	if u.links > .5 {
		f *= .3
	}
	if u.boilerplate {
		f *= .5
	}
	if u.isScrap() {
		f *= scrapFit
	}
	if u.Kind == chunk.SentenceUnit && !a.conversation && asks(m.text(u)) {
		f *= askingFit
	}
	if !u.prose() {
		f *= .5
	}
	return f
}

// newFacts returns the facts of a unit that the question does not state itself: its numbers,
// dates and names are no answer.
func (m *docIndex) newFacts(u *unit, a query) facts {
	const mentioned = hasNumber | hasDate | hasName
	if u.facts&a.facts&(mentioned|measures) == 0 {
		return u.facts
	}
	f := u.facts &^ (mentioned | measures)
	text := m.text(u)
	mentions(text, func(k facts, start, end int) {
		if k&hasNumber != 0 {
			number := text[start : start+numberLength(text[start:end])]
			if a.words[number] {
				return
			}
		} else if !slices.ContainsFunc(allWords(text[start:end]), func(w string) bool { return !a.words[strings.ToLower(w)] && !connects(w) }) {
			return
		}
		f |= k
	})
	return f | wordFacts(text)
}

// numberLength returns how many bytes at the beginning of a text are digits and signs between them.
func numberLength(text string) int {
	return len(text) - len(strings.TrimLeft(text, "0123456789.,-/:"))
}

// contradicts reports a unit that names years, but none of those that the question names.
func (m *docIndex) contradicts(u *unit, a query) bool {
	if len(a.years) == 0 || !u.prose() {
		return false
	}
	other := false
	for _, t := range u.terms {
		if a.years[t] {
			return false
		}
		other = other || a.otherYears[t]
	}
	for h := u.head; other && h >= 0; h = m.units[h].head {
		if slices.ContainsFunc(m.units[h].terms, func(t uint32) bool { return a.years[t] }) {
			return false
		}
	}
	return other
}
