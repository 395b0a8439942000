package compact

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Shrink compacts a document: what is left has at most Options.MaxTokens, as
// Options.Counter counts it. A document that is smaller is kept as it is, but
// for what is not content in the mode [Structural].
//
// The result depends on nothing but the document and the options. A nil
// document gives an empty result. Bad options are an [ErrOptions]; if ctx is
// done, its cause is returned. Shrink does not change the document and is safe
// for concurrent use if the counter is.
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
	scores := m.scores(opts)
	s := m.choose(opts, scores)
	return m.result(s, scores, opts), nil
}

// scores ranks the units for a mode.
func (m *model) scores(opts Options) []float64 {
	if opts.Mode == QuestionFocused {
		return m.byQuestion(opts.Question)
	}
	return m.bySalience()
}

// choose keeps what fits into the budget.
func (m *model) choose(opts Options, scores []float64) *selection {
	s := m.newSelection(opts.MaxTokens)
	switch {
	case opts.Mode == Structural && m.contentTokens() <= opts.MaxTokens:
		m.takeAll(s, true)
	case opts.Mode != Structural && m.total <= opts.MaxTokens:
		m.takeAll(s, false)
	case len(opts.Preserve) > 0:
		m.preserve(s, opts.Preserve, scores)
	case opts.Mode == MapReduce:
		m.spread(s, scores)
	default:
		m.best(s, opts, scores)
	}
	return s
}

// best keeps the units with the best scores and the headings over them.
func (m *model) best(s *selection, opts Options, scores []float64) {
	order := ranked(scores)
	s.fill(order)
	s.orient(opts.MaxTokens / 8)
}

func (m *model) contentTokens() int {
	n := 0
	for i := range m.units {
		if !m.units[i].junk {
			n += m.units[i].tokens
		}
	}
	return n
}

// takeAll keeps everything, or everything that is content.
func (m *model) takeAll(s *selection, contentOnly bool) {
	for i := range m.units {
		if !contentOnly || !m.units[i].junk {
			s.take(i)
		}
	}
}
