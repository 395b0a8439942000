package compact

import (
	"context"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Shrink compacts a document: the result has at most Options.MaxTokens, as
// Options.Counter counts it. A document that fits is kept as it is, but for what
// is not content in the mode [Structural].
//
// The result depends on nothing but the document and the options. A nil
// document gives an empty result. Bad options are an [ErrOptions]; if ctx is
// done, its cause is returned; a Summarizer that panics makes Shrink panic.
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

func (m *docIndex) scores(ctx context.Context, opts Options) ([]float64, *extract.Warning, error) {
	salience := m.bySalience()
	if opts.Mode != QuestionFocused {
		return salience, nil, nil
	}
	out := m.byQuestion(opts.Question, opts.MaxTokens)
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

func (m *docIndex) choose(ctx context.Context, opts Options, scores []float64, tokens int) *selection {
	s := m.newSelection(tokens)
	switch {
	case m.keepAllIfRoom(s, opts, tokens):
		return s
	case len(opts.Preserve) > 0:
		m.chooseFacts(s, opts, scores)
		s.takeHeadings()
	case opts.Mode == MapReduce:
		parts := m.parts(tokens)
		s.noHeadings = true
		s.fill(ctx, m.inTurns(scores, func(i int) int { return parts[i] }), opts)
		s.takeHeadings()
	case opts.Mode == Structural:
		s.takeOutline()
		s.fill(ctx, m.inTurns(scores, func(i int) int { return m.units[i].head }), opts)
	default:
		s.fill(ctx, ranked(scores), opts)
	}
	s.fixHeadings()
	return s
}

// keepAllIfRoom keeps everything that a mode would keep without a budget, and reports whether that fits into
// tokens, about.
func (m *docIndex) keepAllIfRoom(s *selection, opts Options, tokens int) bool {
	structural := opts.Mode == Structural
	if structural && m.contentTokens() > tokens || !structural && !m.fits(tokens) {
		return false
	}
	s.whole = true
	for i := range m.units {
		u := &m.units[i]
		if s.kept[i] = !structural || !u.boilerplate; s.kept[i] && u.prose() {
			s.picked = append(s.picked, i)
		}
	}
	return true
}

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

func (m *docIndex) result(ctx context.Context, scores []float64, b *budget) (*Result, error) {
	s := m.newSelection(b.opts.MaxTokens)
	r := b.newResult()
	if !m.keepAllIfRoom(s, b.opts, b.opts.MaxTokens) || !m.fill(r, s, b) {
		*r = *b.newResult()
		if b.opts.generates() && !b.opts.SummaryOnly {
			b.reserve = b.opts.reserve()
		}
		s = m.keep(ctx, r, scores, b)
		if strings.TrimSpace(r.Compacted.Summary) == "" {
			s = m.fillClipped(ctx, r, scores, b)
		}
		if b.opts.generates() {
			if err := m.rewrite(ctx, r, scores, b); err != nil {
				return nil, err
			}
		}
		b.reserve = 0
	}
	m.addQuotes(&r.Compacted, s, scores, b)
	r.Compacted = r.Compacted.withEmptyLists()
	r.EstTokens = b.countTokens(&r.Compacted)
	return r, nil
}

func (b *budget) newResult() *Result {
	return &Result{Compacted: Compacted{Warnings: slices.Clone(b.warnings)}}
}

func (m *docIndex) keep(ctx context.Context, r *Result, scores []float64, b *budget) *selection {
	s := m.choose(ctx, b.opts, scores, b.summary)
	if m.fill(r, s, b) {
		if spare := -b.over(&r.Compacted) - b.points; spare >= leastSpare && len(r.Compacted.Omissions) > 0 {
			if more := m.choose(ctx, b.opts, scores, b.summary+spare); m.fill(r, more, b) {
				s = more
			}
		}
	}
	order := ranked(scores)
	for range maxRefills {
		for !m.fill(r, s, b) && s.drop(max(b.over(&r.Compacted), 1)) {
			continue
		}
		s.left = -b.over(&r.Compacted) - b.points - 1
		if s.left < leastSpare || len(r.Compacted.Omissions) == 0 || !m.refill(s, order, scores, b.opts) {
			break
		}
	}
	for !m.fill(r, s, b) && s.drop(max(b.over(&r.Compacted), 1)) {
		continue
	}
	return s
}

// refill takes more units where there is room, those with facts to preserve first, and reports whether it did.
func (m *docIndex) refill(s *selection, order []int, scores []float64, opts Options) bool {
	n := len(s.picked)
	if len(opts.Preserve) > 0 {
		m.cover(s, factsOfKinds(opts.Preserve), opts.worth(scores), nil)
	}
	for _, i := range order {
		if s.left > 1 && !s.skips(i, opts) {
			s.takeUnder(i)
		}
	}
	if len(s.picked) == n {
		return false
	}
	s.fixHeadings()
	return true
}

// Bounds of refill.
const (
	maxRefills = 3 // rounds
	leastSpare = 4 // tokens that have to be left for another round
)

// leastLedger is the budget in tokens below which the ledger is left out if it does not fit.
const leastLedger = 60

func (m *docIndex) fill(r *Result, s *selection, b *budget) bool {
	r.Compacted.Summary, r.Spans = m.render(s)
	r.Compacted.Omissions = nil
	full := m.omissions(s)
	most := b.ledger
	if most >= 0 {
		most = max(most, min(-b.over(&r.Compacted), 2*most))
	}
	r.Compacted.Omissions = b.ledgerOf(full, most)
	if b.opts.MaxTokens < leastLedger && b.over(&r.Compacted) > 0 {
		r.Compacted.Omissions = nil
	}
	return b.over(&r.Compacted) <= 0
}

// fillClipped writes a part of the best unit, where none fits as a whole: less where JSON escapes make it
// larger.
func (m *docIndex) fillClipped(ctx context.Context, r *Result, scores []float64, b *budget) *selection {
	x, least := m.passageScorer(b.opts), 1
	if b.opts.MaxTokens < leastLedger {
		least = max(b.opts.MaxTokens/leastSummaryShare, 1)
	}
	for room := b.summary; ; room /= 2 {
		s := m.newSelection(room)
		for _, i := range ranked(scores) {
			if m.units[i].prose() {
				s.takeClipped(ctx, i, x)
				break
			}
		}
		if m.fill(r, s, b) || room <= least {
			return s
		}
	}
}
