package compact

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

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

// byQuestion scores the units by how well they answer one of the parts of a question.
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

// byClause scores the units by how well they answer a question that asks for one thing.
func (m *docIndex) byClause(question string) []float64 {
	ask := m.parseQuestion(question)
	units, blockSpans := make([]unitRange, len(m.units)), make([]unitRange, len(m.starts))
	for i := range units {
		units[i] = unitRange{i, i + 1}
	}
	for g := range blockSpans {
		blockSpans[g] = unitRange{m.starts[g], m.groupEnd(g)}
	}
	own, blocks := m.rankSpans(ask, units), m.rankSpans(ask, blockSpans)
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

// factWeights returns the requested kinds of facts, each weighted like a term of the question: a kind in few
// units has more weight.
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

// factFactor returns the factor of a unit's score for the facts it holds, its links and its kind.
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

// newFacts returns the facts of a unit that the question does not state itself: its numbers, dates and names
// are no answer.
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

// Parameters of BM25 (Robertson and Zaragoza 2009). The length of units matters less than
// that of documents, because they are short.
const (
	bm25K = 1.2
	bm25B = .45
)

// concept is the meaning of a word of the question: any of the terms matches it.
type concept struct {
	terms  []uint32
	weight float64 // against a word of the question itself, which has 1
}

func idf(n, df int) float64 {
	return math.Log(1 + (float64(n-df)+.5)/(float64(df)+.5))
}

// rankSpans scores spans of units by BM25, each with the terms of all its units: units alone, blocks, or passages.
func (m *docIndex) rankSpans(q query, spans []unitRange) []float64 {
	states := map[uint32][]int{} // of each term: the concepts that it states
	for i, c := range q.concepts {
		for _, t := range c.terms {
			states[t] = append(states[t], i)
		}
	}
	tf, df, all := make([]int, len(q.concepts)), make([]int, len(q.concepts)), 0
	count := func(span unitRange) (terms int) {
		clear(tf)
		for _, u := range m.units[span.from:span.to] {
			terms += len(u.terms)
			for _, t := range u.terms {
				for _, c := range states[t] {
					tf[c]++
				}
			}
		}
		return terms
	}
	for _, span := range spans {
		all += count(span)
		for c, n := range tf {
			df[c] += min(n, 1)
		}
	}
	avg, weights := max(float64(all)/float64(max(len(spans), 1)), 1), make([]float64, len(tf))
	for c := range weights {
		weights[c] = q.concepts[c].weight * idf(len(spans), df[c])
	}
	out := make([]float64, len(spans))
	for i, span := range spans {
		n := count(span)
		for c, k := range tf {
			f := float64(k)
			out[i] += weights[c] * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*float64(n)/avg))
		}
	}
	return out
}

// rankHeadings scores the path of headings down to each heading, which counts for everything below it, by the
// scores of all units on their own.
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

// passageTerms is about how many terms a passage of a conversation has: a few turns about the same matter.
const passageTerms = 300

// rankPassages scores each unit of a conversation by the best passage that contains it: adjacent turns, each
// passage overlapping the one before by half.
func (m *docIndex) rankPassages(ask query) []float64 {
	if !m.isConversation() {
		return nil
	}
	var spans []unitRange
	for g := 0; g < len(m.starts); {
		n, end, half := 0, g, g
		for end < len(m.starts) && n < passageTerms {
			for _, u := range m.units[m.starts[end]:m.groupEnd(end)] {
				n += len(u.terms)
			}
			if end++; 2*n < passageTerms {
				half = end
			}
		}
		spans = append(spans, unitRange{m.starts[g], m.groupEnd(end - 1)})
		g = max(half, g+1)
	}
	out := make([]float64, len(m.units))
	for k, score := range m.rankSpans(ask, spans) {
		for i := spans[k].from; i < spans[k].to; i++ {
			out[i] = max(out[i], score)
		}
	}
	return out
}

func (m *docIndex) groupEnd(g int) int {
	if g+1 < len(m.starts) {
		return m.starts[g+1]
	}
	return len(m.units)
}

// isConversation reports a document of which most blocks are turns of speakers.
func (m *docIndex) isConversation() bool {
	turns, n := m.findTurns(), 0
	for _, i := range m.starts {
		if turns[i].spoken {
			n++
		}
	}
	return 2*n > len(m.starts)
}

// speakersAsked reports for each group whether it begins with the name of a speaker of which a question has all
// words.
func (m *docIndex) speakersAsked(ask query) []bool {
	asked := map[uint32]bool{}
	for _, c := range ask.concepts {
		if c.weight == 1 && len(c.terms) == 1 {
			asked[c.terms[0]] = true
		}
	}
	out := make([]bool, len(m.starts))
	for g, i := range m.starts {
		if n := m.speakerLength(i); n > 0 {
			name := m.vocab.terms(nil, m.text(&m.units[i])[:n], false)
			out[g] = !slices.ContainsFunc(name, func(t uint32) bool { return !asked[t] })
		}
	}
	return out
}

// turn holds data about a unit in the minutes of a conversation.
type turn struct {
	spoken bool
	label  int // bytes of the name and its marks, at the beginning of the block
}

// leastTurns is how many blocks begin with the name of a speaker.
const leastTurns = 3

// findTurns returns for each unit whether, and where, somebody speaks.
func (m *docIndex) findTurns() []turn {
	out, blocks := make([]turn, len(m.units)), map[string]int{}
	for i := range m.units {
		if n := m.speakerLength(i); n > 0 {
			out[i].label = n
			blocks[m.text(&m.units[i])[:n]]++
		}
	}
	for i := range m.units {
		n := out[i].label
		if n > 0 && blocks[m.text(&m.units[i])[:n]] >= leastTurns {
			out[i].spoken = true
			continue
		}
		out[i] = turn{spoken: i > 0 && m.units[i].group == m.units[i-1].group && out[i-1].spoken}
	}
	return out
}

// maxSpeaker is the length of the longest name of a speaker in bytes, with its marks.
const maxSpeaker = 80

// speakerLength returns the length of the name that a block begins with, in bytes with its marks, 0 for none.
func (m *docIndex) speakerLength(i int) int {
	u := &m.units[i]
	if u.Kind != chunk.SentenceUnit || i > 0 && m.units[i-1].group == u.group {
		return 0
	}
	text := m.text(u)
	text = text[:min(len(text), maxSpeaker)]
	if !strings.HasPrefix(text, "**") {
		return 0
	}
	for _, end := range [...]string{"**:", ":**"} {
		if k := strings.Index(text, end); k > 0 {
			return k + len(end)
		}
	}
	return 0
}

// countSpokenWords counts the words of what somebody says.
func countSpokenWords(text string) int {
	all, long := 0, 0
	for w := range strings.FieldsSeq(text) {
		if r, _ := utf8.DecodeRuneInString(w); unspaced(r) {
			n := utf8.RuneCountInString(w)
			all, long = all+n, long+n
			continue
		}
		all++
		if utf8.RuneCountInString(w) > 3 {
			long++
		}
	}
	return min(all, 2*long)
}
