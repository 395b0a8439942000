package compact

import "slices"

// passageTerms is about how many terms a passage of a conversation has: a few turns
// about the same matter.
const passageTerms = 300

// rankPassages scores each unit of a conversation by the best passage that contains it:
// adjacent turns, each passage overlapping the one before by half. In a conversation the
// words of a question are spread over several speakers. It returns nil for other documents,
// which have headings and blocks instead.
func (m *docIndex) rankPassages(ask query) []float64 {
	if !m.isConversation() {
		return nil
	}
	var bags [][][]uint32
	var spans []unitRange
	all := 0
	for g := 0; g < len(m.starts); {
		var bag [][]uint32
		n, end, half := 0, g, g
		for end < len(m.starts) && n < passageTerms {
			for _, u := range m.units[m.starts[end]:m.groupEnd(end)] {
				bag = append(bag, u.terms)
				n += len(u.terms)
			}
			if end++; 2*n < passageTerms {
				half = end
			}
		}
		bags, spans = append(bags, bag), append(spans, unitRange{m.starts[g], m.groupEnd(end - 1)})
		all += n
		g = max(half, g+1)
	}
	out := make([]float64, len(m.units))
	for k, score := range scoreBags(ask, bags, all) {
		for i := spans[k].from; i < spans[k].to; i++ {
			out[i] = max(out[i], score)
		}
	}
	return out
}

// groupEnd returns the unit behind the last one of a group.
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

// speakersAsked reports for each group whether it begins with the name of a speaker of
// which a question has all words.
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
