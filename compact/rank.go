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
	blockShare     = .35 // of the score of the whole block
	headShare      = .5  // of that of the headings over a unit
	nearShare      = .3  // of that of each neighbour
	leadInWeight   = .15 // of that of the sentence that leads in a list, for an item
	headRowShare   = .35 // of that of the table's header, for a row
	missingWord    = .7  // of synonyms and other forms of a word that the document does not have
	knownWord      = .2  // and of those of one that it has
	kindWeight     = .6  // of a kind of fact, against a term of the question
	measureWeight  = .7  // of what a number measures
	personWeight   = .3  // of the name of a person in Chinese
	passageWeight  = 2   // of that of the passage of a conversation
	sectionShare   = .5  // of that of the section
	speakerFit     = 1.3 // times the score, for turns of a speaker who is named
	kindFit        = 1.2 // times the score, for a unit with the kind of fact
	measureFit     = 1.3 // times the score, for one with the measure
	wholeShare     = .25 // of the score for the whole question, for a part of it
	otherYearFit   = .5  // times the score, for a unit of other years than the question
	personFit      = 1.1 // times the score, for one with the name of a person in Chinese, a weaker sign
	missingFit     = .8  // times the score, for a unit without a number where one is asked for
	askingFit      = .5  // times the score, for a question, and for a unit that puts the answer off
	scrapFit       = .2  // times the score, for a scrap of a sentence
	boilerplateFit = .5  // times the score, for what is not content
)

// byQuestion scores the units by how well they answer a question or one of its parts, for so much room in tokens.
func (m *docIndex) byQuestion(question string, room int) []float64 {
	asked := []query{m.parseQuestion(question)}
	if parts := m.questionParts(question); len(parts) > 1 && len(m.units) > 0 {
		for _, p := range parts {
			asked = append(asked, m.parseQuestion(p))
		}
	}
	scores := m.scoreUnits(asked, room)
	whole, best := scores[0], scores[0]
	if len(scores) > 1 {
		best = make([]float64, len(whole))
	}
	for _, part := range scores[1:] {
		for i := range part {
			part[i] += wholeShare * whole[i]
		}
		scale := slices.Max(whole) / max(slices.Max(part), 1e-9)
		for i, s := range part {
			best[i] = max(best[i], s*scale)
		}
	}
	return best
}

type ranking struct {
	own      []float64 // by unit: of its own terms
	blocks   []float64 // by group
	passages []float64 // by unit: of its passage or section, weighted
	heads    []float64 // by heading: of it and those over it
}

func (m *docIndex) scoreUnits(asked []query, room int) [][]float64 {
	units := make([]unitRange, len(m.units))
	for i := range units {
		units[i] = unitRange{i, i + 1}
	}
	own, inBlocks, inPassages := m.rankSpans(asked, units), m.rankSpans(asked, m.groups), m.rankPassages(asked, room)
	out := make([][]float64, len(asked))
	for k, q := range asked {
		r := ranking{own: own[k], blocks: inBlocks[k], passages: inPassages[k], heads: m.rankHeadings(own[k])}
		kinds := m.factWeights(q)
		out[k] = make([]float64, len(m.units))
		for i := range m.units {
			u := &m.units[i]
			states := m.newFacts(u, q)
			s := m.wordScore(i, &r)
			for _, kind := range kinds {
				if states&kind.facts != 0 {
					s += kind.weight
				}
			}
			if m.conversation && m.asksSpeaker(u, q) {
				s *= speakerFit
			}
			out[k][i] = s * m.fit(u, states, q)
		}
	}
	return out
}

func (m *docIndex) wordScore(i int, r *ranking) float64 {
	u := &m.units[i]
	s := r.own[i] + blockShare*r.blocks[u.group] + r.passages[i]
	if u.head >= 0 {
		s += headShare * r.heads[u.head]
	}
	if u.table >= 0 {
		s += headRowShare * r.own[u.table]
	}
	for _, k := range [2]int{i - 1, i + 1} {
		if k >= 0 && k < len(m.units) && m.units[k].group == u.group {
			s += nearShare * r.own[k]
		}
	}
	switch lead := u.lead; {
	case lead >= 0 && u.Kind == chunk.ItemUnit:
		s += leadInWeight * r.own[lead]
	case lead >= 0:
		s += headShare * r.own[lead]
	}
	return s
}

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
		switch {
		case f&measures != 0:
			w = measureWeight
		case f == hasPerson:
			w = personWeight
		}
		out = append(out, factWeight{f, w * idf(len(m.units), n)})
	}
	return out
}

// fit returns the factor of a unit's score for what it is and for the facts that it states.
func (m *docIndex) fit(u *unit, states facts, q query) float64 {
	const counts = measures | hasNumber
	f := 1.0
	switch want := q.facts; {
	case states&want&measures != 0:
		f = measureFit
	case states&want == hasPerson:
		f = personFit
	case states&want != 0:
		f = kindFit
	case want&counts != 0 && states&counts == 0 && !m.conversation:
		f = missingFit
	}
	for _, c := range [...]struct {
		is     bool
		factor float64
	}{
		{u.boilerplate, boilerplateFit},
		{u.scrap, scrapFit},
		{u.asks && !m.conversation, askingFit},
		{q.answers && u.prose() && defers(m.text(u)), askingFit},
		{m.contradicts(u, q), otherYearFit},
	} {
		if c.is {
			f *= c.factor
		}
	}
	return f
}

// newFacts returns the facts of a unit that the question does not state itself: its numbers, dates and names
// are no answer.
func (m *docIndex) newFacts(u *unit, a query) facts {
	const mentioned = hasNumber | hasDate | hasName | hasPerson
	if u.facts&a.facts&(mentioned|measures) == 0 {
		return u.facts
	}
	f := u.facts &^ (mentioned | measures)
	text := m.text(u)
	mentions(text, func(k facts, start, end int) {
		if k&spelled != 0 {
			f |= k &^ spelled
			return
		}
		if k&hasNumber != 0 {
			number := asciiDigits(text[start:end])
			if rest := strings.TrimLeft(number, "0123456789.,-/:"); a.words[strings.TrimSuffix(number, rest)] {
				return
			}
		} else if !slices.ContainsFunc(allWords(text[start:end]), func(w string) bool { return !a.words[strings.ToLower(w)] && !connects(w) }) {
			return
		}
		f |= k
	})
	return f
}

// defers reports whether a text announces an answer without giving it: "The winner will be announced in June".
func defers(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(cues("defers"), func(cue string) bool {
		will, told, _ := strings.Cut(cue, "…")
		_, rest, ok := strings.Cut(text, will)
		return ok && strings.Contains(rest, told)
	})
}

// asksDeferred reports whether a question asks for the announcement itself: "When will the winner be announced?"
func asksDeferred(question string) bool {
	question = strings.ToLower(question)
	return slices.ContainsFunc(cues("defers"), func(cue string) bool {
		_, told, _ := strings.Cut(cue, "…")
		return strings.Contains(question, told)
	})
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

type concept struct {
	terms  []uint32
	weight float64 // against a word of the question itself, which has 1
}

func idf(n, df int) float64 {
	return math.Log(1 + (float64(n-df)+.5)/(float64(df)+.5))
}

// rankSpans scores spans of units by BM25 for each query, each span with the terms of all its units: units alone,
// blocks, or passages.
func (m *docIndex) rankSpans(asked []query, spans []unitRange) [][]float64 {
	type place struct {
		concept
		query int
	}
	var concepts []place
	states := map[uint32][]int{} // of each term: the concepts that it states
	for k, q := range asked {
		for _, c := range q.concepts {
			for _, t := range c.terms {
				states[t] = append(states[t], len(concepts))
			}
			concepts = append(concepts, place{c, k})
		}
	}
	tf, df, all := make([]int, len(concepts)), make([]int, len(concepts)), 0
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
	for c := range concepts {
		concepts[c].weight *= idf(len(spans), df[c])
	}
	avg := max(float64(all)/float64(max(len(spans), 1)), 1)
	out := make([][]float64, len(asked))
	for k := range out {
		out[k] = make([]float64, len(spans))
	}
	for i, span := range spans {
		n := count(span)
		for c, k := range tf {
			if k > 0 {
				f := float64(k)
				out[concepts[c].query][i] += concepts[c].weight * f * (bm25K + 1) / (f + bm25K*(1-bm25B+bm25B*float64(n)/avg))
			}
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
		if u.prose() || m.isTitle(i) {
			continue
		}
		out[i] = own[i]
		if u.head >= 0 {
			out[i] += .5 * out[u.head]
		}
	}
	return out
}

const (
	passageTerms     = 300 // of a passage or a long section
	leastSections    = 3   // with text, of a document whose sections count
	leastSectionRoom = 200 // in tokens; a smaller budget holds a few sentences, which may come from different sections
)

// rankPassages scores each unit by the best passage of a conversation that contains it, or by its section: a sentence
// that answers often has no word of a question that its section is about.
func (m *docIndex) rankPassages(asked []query, room int) [][]float64 {
	var spans []unitRange
	weight := sectionShare
	switch {
	case m.conversation:
		spans, weight = m.passages(), passageWeight
	case room >= leastSectionRoom:
		spans = m.sections()
	}
	out := m.rankSpans(asked, spans)
	for q, scores := range out {
		out[q] = make([]float64, len(m.units))
		for k, score := range scores {
			for i := spans[k].from; i < spans[k].to; i++ {
				out[q][i] = max(out[q][i], weight*score)
			}
		}
	}
	return out
}

// passages returns passages of a conversation: adjacent turns, each passage overlapping the one before by half.
func (m *docIndex) passages() (spans []unitRange) {
	for g := 0; g < len(m.groups); {
		n, end, half := 0, g, g
		for end < len(m.groups) && n < passageTerms {
			for _, u := range m.units[m.groups[end].from:m.groups[end].to] {
				n += len(u.terms)
			}
			if end++; 2*n < passageTerms {
				half = end
			}
		}
		spans = append(spans, unitRange{m.groups[g].from, m.groups[end-1].to})
		g = max(half, g+1)
	}
	return spans
}

// sections returns the sections of a document, each with its heading, long ones in parts; nil if there are too few.
func (m *docIndex) sections() (spans []unitRange) {
	from, terms, prose, headed := 0, 0, false, 0
	for i := range m.units {
		u := &m.units[i]
		switch {
		case u.Kind == chunk.HeadingUnit && prose:
			headed++
			fallthrough
		case terms > passageTerms && u.group != m.units[i-1].group:
			spans = append(spans, unitRange{from, i})
			from, terms, prose = i, 0, false
		}
		terms += len(u.terms)
		prose = prose || u.prose()
	}
	if headed < leastSections-1 {
		return nil
	}
	return append(spans, unitRange{from, len(m.units)})
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

const (
	leastTurns = 3  // blocks that begin with the name of a speaker
	maxSpeaker = 80 // bytes of the longest name, with its marks
)

// findTurns finds the units of a conversation that somebody speaks, and the names that turns begin with.
func (m *docIndex) findTurns() {
	blocks, spoken := map[string]int{}, 0
	for _, group := range m.groups {
		u := &m.units[group.from]
		text := m.text(u)[:min(u.End-u.Start, maxSpeaker)]
		if u.Kind != chunk.SentenceUnit || !strings.HasPrefix(text, "**") {
			continue
		}
		for _, end := range [...]string{"**:", ":**"} {
			if k := strings.Index(text, end); k > 0 && u.speaker == 0 {
				u.speaker = k + len(end)
				blocks[text[:u.speaker]]++
			}
		}
	}
	for _, group := range m.groups {
		u := &m.units[group.from]
		if u.speaker == 0 || blocks[m.text(u)[:u.speaker]] < leastTurns {
			u.speaker = 0
			continue
		}
		spoken++
		for k := group.from; k < group.to; k++ {
			m.units[k].spoken = true
		}
	}
	m.conversation = 2*spoken > len(m.groups)
}

// asksSpeaker reports a turn that begins with a name of which a question has all words.
func (m *docIndex) asksSpeaker(u *unit, q query) bool {
	first := &m.units[m.groups[u.group].from]
	if first.speaker == 0 {
		return false
	}
	name := m.vocab.terms(nil, m.text(first)[:first.speaker], false)
	return !slices.ContainsFunc(name, func(t uint32) bool {
		return !slices.ContainsFunc(q.concepts, func(c concept) bool { return c.weight == 1 && len(c.terms) == 1 && c.terms[0] == t })
	})
}
