package classify

import "slices"

// Decision says how a block was decided.
type Decision struct {
	// Rule is the pass that decided last: one that kept or left out the block, else one that
	// moved its score across the threshold; "threshold" if no pass did.
	Rule string
	// Score is that of the block after all passes, Threshold the one from which on it is kept
	// by itself.
	Score, Threshold float32
}

type trace struct {
	kept     []bool      // before the pass at hand
	keptBy   []string    // by block: the last pass that kept it or left it out
	scores   [][]float32 // before the first pass over scores, and after each
	scoredBy []string    // by index of scores: the pass before it
}

func newTrace(s *selection) *trace {
	return &trace{kept: slices.Clone(s.kept), keptBy: make([]string, len(s.kept)), scores: [][]float32{slices.Clone(s.scores)}, scoredBy: []string{""}}
}

func (t *trace) note(s *selection, pass string) {
	if !slices.Equal(s.scores, t.scores[len(t.scores)-1]) {
		t.scores, t.scoredBy = append(t.scores, slices.Clone(s.scores)), append(t.scoredBy, pass)
	}
	for i, kept := range s.kept {
		if kept != t.kept[i] {
			t.kept[i], t.keptBy[i] = kept, pass
		}
	}
}

// Decisions returns how each block of the last Classify was decided, nil without
// Options.Explain.
func (c *Classifier) Decisions() []Decision {
	s := &c.selection
	if s.trace == nil {
		return nil
	}
	out := make([]Decision, len(s.kept))
	for i := range out {
		out[i] = Decision{Rule: s.trace.ruleOf(i, s.threshold), Score: s.scores[i], Threshold: s.threshold}
	}
	return out
}

// ruleOf returns what decided a block last.
func (t *trace) ruleOf(block int, threshold float32) string {
	if by := t.keptBy[block]; by != "" {
		return by
	}
	for k := len(t.scores) - 1; k > 0; k-- {
		if (t.scores[k][block] >= threshold) != (t.scores[k-1][block] >= threshold) {
			return t.scoredBy[k]
		}
	}
	return "threshold"
}
