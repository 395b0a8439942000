package compact

import "github.com/webfetch-mcp/webfetch-go/chunk"

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
	scrapFit      = .2  // times the score, for a scrap of a sentence
)

// byQuestion scores the units by how well they answer a question: BM25 over the
// unit itself, its neighbours, its block and the headings over it, and whether
// it holds the kind of fact that is asked for.
func (m *docIndex) byQuestion(question string) []float64 {
	ask := m.parseQuestion(question)
	own := m.rankUnits(ask)
	blocks := m.rankBlocks(ask)
	heads := m.rankHeadings(own)
	kinds := m.factWeights(ask)
	passages := m.rankPassages(ask)
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
		for _, k := range kinds {
			if u.facts&k.facts != 0 {
				s += k.weight
			}
		}
		if passages != nil && speaks[u.group] {
			s *= speakerFit
		}
		out[i] = s * m.factFactor(u, ask)
	}
	return out
}

// factWeight is a kind of facts and what it adds to a unit's score.
type factWeight struct {
	facts  facts
	weight float64
}

// factWeights returns the kinds of facts that are asked for, each weighted like a
// term of the question: a kind that few units hold tells more.
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
func (m *docIndex) factFactor(u *unit, a query) float64 {
	f := 1.0
	switch want := a.facts; {
	case want&measures != 0 && u.facts&want&measures != 0:
		f = measureFit
	case want&^measures != 0 && u.facts&want&^measures != 0:
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
	if !u.prose() {
		f *= .5
	}
	return f
}
