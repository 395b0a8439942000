package compact

// How the parts of a question's score are weighed; set on articles in two
// languages, meetings and web pages, for which the figures change little around
// these values.
const (
	blockShare    = .35 // of the score of the whole block
	headShare     = .5  // of that of the headings over a unit
	nearShare     = .3  // of that of each neighbour
	kindWeight    = .3  // of a kind of fact, against a term of the question
	measureWeight = .7  // of what a number measures
	kindFit       = 1.2 // times the score, for a unit with the kind of fact
	measureFit    = 1.3 // times the score, for one with the measure
)

// byQuestion scores the units by how well they answer a question: BM25 over the
// unit itself, its neighbours, its block and the headings over it, and whether
// it holds the kind of fact that is asked for.
func (m *docIndex) byQuestion(question string) []float64 {
	ask := m.parseQuestion(question)
	own := m.rankUnits(ask)
	blocks := m.rankBlocks(ask)
	heads := m.rankHeadings(ask)
	kinds := m.factWeights(ask)
	out := make([]float64, len(m.units))
	for i := range m.units {
		u := &m.units[i]
		s := own[i] + blockShare*blocks[u.group]
		if u.head >= 0 {
			s += headShare * heads[u.head]
		}
		for _, k := range [2]int{i - 1, i + 1} {
			if k >= 0 && k < len(m.units) && m.units[k].group == u.group {
				s += nearShare * own[k]
			}
		}
		for _, k := range kinds {
			if u.facts&k.facts != 0 {
				s += k.weight
			}
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

// query is a parsed question: its terms and the kinds of facts that answer it.
type query struct {
	terms []weighted
	facts facts
}

// parseQuestion returns the terms of a question that the document has, each once, and
// the kinds of facts that it asks for.
func (m *docIndex) parseQuestion(question string) query {
	var a query
	a.facts = askedFacts(question)
	seen := map[uint32]bool{}
	for _, w := range questionWords(question) {
		for _, t := range m.vocab.terms(nil, w, false) {
			if !seen[t] {
				seen[t] = true
				a.terms = append(a.terms, weighted{t, 1})
			}
		}
	}
	return a
}

// rankUnits scores each unit on its own.
func (m *docIndex) rankUnits(a query) []float64 {
	n := 0
	for i := range m.units {
		n += len(m.units[i].terms)
	}
	s := newBM25(a.terms, len(m.units), float64(n)/float64(max(len(m.units), 1)), func(t uint32) int32 { return m.df[t] })
	out := make([]float64, len(m.units))
	for i := range m.units {
		out[i] = s.score(m.units[i].terms)
	}
	return out
}

// rankBlocks scores each block as a whole.
func (m *docIndex) rankBlocks(a query) []float64 {
	if len(m.units) == 0 {
		return nil
	}
	groups := m.units[len(m.units)-1].group + 1
	bags := make([][][]uint32, groups)
	n := 0
	for i := range m.units {
		u := &m.units[i]
		bags[u.group] = append(bags[u.group], u.terms)
		n += len(u.terms)
	}
	s := newBM25(a.terms, groups, float64(n)/float64(groups), m.blocksWith(a))
	out := make([]float64, groups)
	for g := range bags {
		out[g] = s.score(bags[g]...)
	}
	return out
}

// blocksWith counts the blocks that have a term of the question.
func (m *docIndex) blocksWith(a query) func(uint32) int32 {
	df, last := map[uint32]int32{}, map[uint32]int{}
	for _, q := range a.terms {
		last[q.term] = -1
	}
	for i := range m.units {
		for _, t := range m.units[i].terms {
			if g, ok := last[t]; ok && g != m.units[i].group {
				last[t] = m.units[i].group
				df[t]++
			}
		}
	}
	return func(t uint32) int32 { return df[t] }
}

// rankHeadings scores the path of headings down to each heading, which counts
// for everything below it. The title, over all of it, tells nothing apart.
func (m *docIndex) rankHeadings(a query) []float64 {
	out := make([]float64, len(m.units))
	own := m.rankUnits(a)
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
	if !u.prose() {
		f *= .5
	}
	return f
}
