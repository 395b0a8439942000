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
	m, err := newModel(ctx, doc, opts.Counter)
	if err != nil {
		return nil, err
	}
	return m.result(ctx, m.scores(opts), newBudget(opts))
}

// scores ranks the units for a mode. What has nothing to do with a question is
// ranked behind all that has, by its salience.
func (m *docIndex) scores(opts Options) []float64 {
	salience := m.bySalience()
	if opts.Mode != QuestionFocused {
		return salience
	}
	out := m.byQuestion(opts.Question)
	for i := range out {
		out[i] += 1e-3 * salience[i]
	}
	return out
}

// choose keeps what fits into a number of tokens.
func (m *docIndex) choose(ctx context.Context, opts Options, scores []float64, tokens int) *selection {
	s := m.newSelection(tokens)
	switch {
	case m.wanted(s, opts, tokens):
		return s
	case len(opts.Preserve) > 0:
		m.preserve(s, opts, scores)
	case opts.Mode == MapReduce:
		m.spread(s, scores)
	case opts.Mode == Structural:
		m.outline(ctx, s, scores, m.matcher(opts))
	default:
		s.fill(ctx, ranked(scores), opts.Mode == QuestionFocused, m.matcher(opts))
	}
	s.settle()
	return s
}

// wanted keeps all that a mode would keep without a budget, if that has at most
// so many tokens, about.
func (m *docIndex) wanted(s *selection, opts Options, tokens int) bool {
	switch {
	case opts.Mode == Structural && m.contentTokens() <= tokens:
		s.keepAll(func(u *unit) bool { return !u.junk })
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
	return m.total <= budget || m.total <= 2*budget && m.count.Count(m.md) <= budget
}

func (m *docIndex) contentTokens() int {
	n := 0
	for i := range m.units {
		if !m.units[i].junk {
			n += m.units[i].tokens
		}
	}
	return n
}
