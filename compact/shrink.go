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
	r := m.result(ctx, m.choose(opts, scores), scores, opts)
	if opts.Mode == MapReduce && opts.Summarizer != nil && m.total > opts.MaxTokens {
		if err := m.rewrite(ctx, r, opts); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// rewrite puts the summary of a model in place of the one that was taken from
// the document, which stays, with a warning, if there is none to be had.
func (m *model) rewrite(ctx context.Context, r *Result, opts Options) error {
	summary, err := m.generate(ctx, opts)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		r.Compacted.Warnings = append(r.Compacted.Warnings, extract.Warning{
			Type: extract.WarnFallback, Message: "no summary by a model, taken from the document instead: " + err.Error(),
		})
		return nil
	}
	r.Compacted.Summary, r.Compacted.Generated, r.Spans = summary, true, nil
	r.EstTokens = m.count.Count(summary)
	return nil
}

// scores ranks the units for a mode. What has nothing to do with a question is
// ranked behind all that has, by its salience.
func (m *model) scores(opts Options) []float64 {
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

// choose keeps what fits into the budget.
func (m *model) choose(opts Options, scores []float64) *selection {
	s := m.newSelection(opts.MaxTokens)
	switch {
	case opts.Mode == Structural && m.contentTokens() <= opts.MaxTokens:
		s.keepAll(func(u *unit) bool { return !u.junk })
	case opts.Mode != Structural && m.fits(opts.MaxTokens):
		s.keepAll(func(*unit) bool { return true })
	case len(opts.Preserve) > 0:
		m.preserve(s, opts, scores)
	case opts.Mode == MapReduce:
		m.spread(s, scores)
	default:
		s.fill(ranked(scores), opts.Mode == QuestionFocused)
		s.orient()
	}
	return s
}

// fits reports a document that needs no shrinking. The sum of the units is a
// bit more than what the document counts.
func (m *model) fits(budget int) bool {
	return m.total <= budget || m.total <= 2*budget && m.count.Count(m.md) <= budget
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
