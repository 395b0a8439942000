package classify

import "golang.org/x/net/html/atom"

// keepTerms keeps each term (<dt>) right before kept text of its list: "causes the duration of
// each statement to be logged" is of no use without the name of the parameter that does it. Terms
// are visited from the last to the first, so that of several terms of one description all are
// kept. Lists of terms without sections are units and kept as a whole, see findUnits.
func (s *selection) keepTerms() {
	elems := s.page.Elements
	for e := len(elems) - 1; e >= 0; e-- {
		el := &elems[e]
		if el.Atom != atom.Dt || el.First == el.End || el.Parent < 0 || el.End >= elems[el.Parent].End || !s.kept[el.End] {
			continue
		}
		s.keepRange(el.First, el.End)
	}
}
