package compact

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Shrink compacts a document: the result has at most Options.MaxTokens, as
// Options.Counter counts it. A document that fits is kept as it is, but for what
// is not content in the mode [Structural].
//
// The result depends on nothing but the document and the options. A nil
// document gives an empty result. Bad options are an [ErrOptions]; if ctx is
// done, its cause is returned; of a Summarizer that panics, a [PanicError].
// Shrink does not change the document and is safe for concurrent use if the
// counter is.
func Shrink(ctx context.Context, doc *extract.Document, opts Options) (*Result, error) {
	opts, err := opts.checked()
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	if doc == nil {
		doc = &extract.Document{}
	}
	m, err := newDocIndex(ctx, doc, opts.Counter)
	if err != nil {
		return nil, err
	}
	scores, warning, err := m.scores(ctx, opts)
	if err != nil {
		return nil, err
	}
	return m.result(ctx, scores, newBudget(opts, warning))
}

// scores returns the score of each unit for a mode. Salience is added to the score for a
// question with a factor small enough to decide only between units with equal scores for the
// question. A document that fits needs no vectors.
func (m *docIndex) scores(ctx context.Context, opts Options) ([]float64, *extract.Warning, error) {
	salience := m.bySalience()
	if opts.Mode != QuestionFocused {
		return salience, nil, nil
	}
	out := m.byQuestion(opts.Question)
	var warning *extract.Warning
	if !m.fits(opts.MaxTokens) {
		var err error
		if warning, err = m.addSimilarity(ctx, opts, out); err != nil {
			return nil, nil, err
		}
	}
	for i := range out {
		out[i] += 1e-3 * salience[i]
	}
	return out, warning, nil
}

// choose returns the units that a mode keeps within a number of tokens.
func (m *docIndex) choose(ctx context.Context, opts Options, scores []float64, tokens int) *selection {
	s := m.newSelection(tokens)
	switch {
	case m.keepAllIfRoom(s, opts, tokens):
		return s
	case len(opts.Preserve) > 0:
		m.chooseFacts(s, opts, scores)
	case opts.Mode == MapReduce:
		m.chooseFromParts(s, scores)
	case opts.Mode == Structural:
		m.chooseFromSections(ctx, s, scores, m.passageScorer(opts))
	default:
		s.fill(ctx, ranked(scores), opts.Mode == QuestionFocused, m.passageScorer(opts))
	}
	s.fixHeadings()
	return s
}

// keepAllIfRoom keeps everything that a mode would keep without a budget, and reports
// whether that fits into tokens, about.
func (m *docIndex) keepAllIfRoom(s *selection, opts Options, tokens int) bool {
	switch {
	case opts.Mode == Structural && m.contentTokens() <= tokens:
		s.keepAll(func(u *unit) bool { return !u.boilerplate })
	case opts.Mode != Structural && m.fits(tokens):
		s.keepAll(func(*unit) bool { return true })
	default:
		return false
	}
	return true
}

// fits reports a document that needs no shrinking. The sum of the units is a
// bit more than what the document counts.
func (m *docIndex) fits(budget int) bool {
	return m.total <= budget || m.total <= 2*budget && m.counter.Count(m.md) <= budget
}

func (m *docIndex) contentTokens() int {
	n := 0
	for i := range m.units {
		if !m.units[i].boilerplate {
			n += m.units[i].tokens
		}
	}
	return n
}
