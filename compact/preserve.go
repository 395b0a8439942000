package compact

import "slices"

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

// chooseFacts keeps as many different facts of the wanted kinds as fit: in whole units,
// or in clauses where those hold more of them.
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

// headingsShare is the divisor of the room for headings if facts are preserved: at most 1/8
// is reserved. Headings show the subject of the facts.
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

// takeItemLabel keeps the label of the item that contains unit i, if it fits. The label is
// the subject of the facts in the unit.
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
