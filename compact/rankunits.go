package compact

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

// rankHeadings scores the path of headings down to each heading, which counts for everything
// below it, by the scores of all units on their own. It ignores the title, which is above
// all units.
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
