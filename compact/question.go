package compact

import (
	"maps"
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

// query is a parsed question: its concepts and the kinds of facts that answer it.
type query struct {
	concepts []concept
	facts    facts
}

// parseQuestion reads a question. Its concepts are the terms of its words that the
// document has, each once, then other forms of each word, then the groups of
// synonyms that its words belong to. A word that the document does not have counts
// for more by its forms and synonyms than one that it has.
func (m *docIndex) parseQuestion(question string) query {
	q := query{facts: askedFacts(question)}
	words := questionWords(question)
	weights := make([]float64, len(words)) // of the forms and synonyms of each word
	asked := map[uint32]bool{}
	for i, w := range words {
		terms := m.vocab.terms(nil, w, false)
		if weights[i] = missingWord; len(terms) > 0 {
			weights[i] = knownWord
		}
		if strings.ContainsFunc(w, unspaced) {
			q.concepts = append(q.concepts, m.vocab.runConcepts(w, asked)...)
			continue
		}
		for _, t := range terms {
			if !asked[t] {
				asked[t] = true
				q.concepts = append(q.concepts, concept{[]uint32{t}, 1})
			}
		}
	}
	q.concepts = append(q.concepts, m.vocab.ideographConcepts(question)...)
	for i, w := range words[:min(len(words), maxForms)] {
		if forms := m.vocab.related(w, asked); len(forms) > 0 {
			q.concepts = append(q.concepts, concept{forms, weights[i]})
		}
	}
	q.concepts = append(q.concepts, m.synonymsOf(question, words, weights, asked)...)
	return q
}

// maxForms is how many words of a question are looked for in other forms: each is
// compared with every term of the document.
const maxForms = 64

// synonymsOf returns a concept for each group of synonyms that a word or a phrase of a
// question belongs to and of which the document has a term that was not asked for by itself.
func (m *docIndex) synonymsOf(question string, words []string, weights []float64, asked map[uint32]bool) []concept {
	known, groups := loadSynonyms(), map[int]float64{}
	for i, w := range words {
		for _, g := range known.groupsOf(w) {
			groups[g] = max(groups[g], weights[i])
		}
	}
	for _, g := range known.groupsOfPhrases(allWords(question)) {
		groups[g] = missingWord
	}
	var out []concept
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		if terms := m.synonymTerms(known.groups[g], asked); len(terms) > 0 {
			out = append(out, concept{terms, groups[g]})
		}
	}
	return out
}

// synonymTerms returns the terms of a group of synonyms that the document has,
// without those of the question.
func (m *docIndex) synonymTerms(words []string, asked map[uint32]bool) []uint32 {
	var out []uint32
	for _, w := range words {
		if strings.Contains(w, "_") {
			continue // a phrase, whose words mean other things by themselves
		}
		for _, t := range m.vocab.terms(nil, w, false) {
			if !asked[t] && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// rankUnits scores each unit on its own.
func (m *docIndex) rankUnits(q query) []float64 {
	n := 0
	bags := make([][][]uint32, len(m.units))
	for i := range m.units {
		bags[i] = [][]uint32{m.units[i].terms}
		n += len(m.units[i].terms)
	}
	return scoreBags(q, bags, n)
}

// rankBlocks scores each block as a whole.
func (m *docIndex) rankBlocks(q query) []float64 {
	if len(m.units) == 0 {
		return nil
	}
	bags := make([][][]uint32, m.units[len(m.units)-1].group+1)
	n := 0
	for i := range m.units {
		u := &m.units[i]
		bags[u.group] = append(bags[u.group], u.terms)
		n += len(u.terms)
	}
	return scoreBags(q, bags, n)
}

// scoreBags scores bags that have n terms together by BM25. Each bag is some lists
// of terms.
func scoreBags(q query, bags [][][]uint32, n int) []float64 {
	slots, df := slotsOf(q.concepts), make([]int32, len(q.concepts))
	last := make([]int, len(q.concepts))
	for i, bag := range bags {
		for _, terms := range bag {
			for _, t := range terms {
				for _, c := range slots[t] {
					if last[c] != i+1 {
						last[c] = i + 1
						df[c]++
					}
				}
			}
		}
	}
	s := newBM25(q.concepts, len(bags), float64(n)/float64(max(len(bags), 1)), df)
	out := make([]float64, len(bags))
	for i, bag := range bags {
		out[i] = s.score(bag...)
	}
	return out
}

// rankHeadings scores the path of headings down to each heading, which counts
// for everything below it, by the scores of all units on their own. The title, over
// all of it, tells nothing apart.
func (m *docIndex) rankHeadings(own []float64) []float64 {
	out := make([]float64, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		if u.prose() || u.Level == 1 {
			continue
		}
		out[i] = own[i]
		if u.head >= 0 {
			out[i] += .5 * out[u.head]
		}
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

// leadOf returns the unit that leads in the list of item i, which ends in a colon or is a
// label, such as a term above its definition; of a paragraph of an item the label that
// the item begins with: "2. **Columns**". It is -1 if there is none.
func (m *docIndex) leadOf(i int) int {
	u := &m.units[i]
	if u.Kind != chunk.ItemUnit {
		return m.itemLabel(i)
	}
	k := m.starts[u.group] - 1
	if k < 0 || m.units[k].Kind == headingKind || !m.leadsIn(k) && !m.isLabel(k) {
		return -1
	}
	return k
}

// itemLabel returns the item that paragraph i is in, if that begins with a few words that
// are no sentence; else -1.
func (m *docIndex) itemLabel(i int) int {
	k := m.places()[i].item
	if k < 0 || m.units[k].words > mostLabelWords || endsSentence(m.text(&m.units[k])) {
		return -1
	}
	return k
}
