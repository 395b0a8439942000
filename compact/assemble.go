package compact

import (
	"context"
	"slices"
	"strings"
)

// result returns what a mode keeps of the document. It is within the budget in any case.
func (m *docIndex) result(ctx context.Context, scores []float64, b *budget) (*Result, error) {
	s := m.newSelection(b.opts.MaxTokens)
	r := b.newResult()
	if !m.keepAllIfRoom(s, b.opts, b.opts.MaxTokens) || !m.fill(r, s, b) {
		*r = *b.newResult()
		b.reserve = reserveOf(b.opts)
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

// newResult is a result with the warnings of the ranking.
func (b *budget) newResult() *Result {
	return &Result{Compacted: Compacted{Warnings: slices.Clone(b.warnings)}}
}

// keep chooses the units to keep and writes them to r. Where tokens are left, since the
// ledger needed fewer than its share or too many units were given back, it adds units that
// fit into them.
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

// refill takes more units where there is room, those with facts to preserve first,
// and reports whether it did.
func (m *docIndex) refill(s *selection, order []int, scores []float64, opts Options) bool {
	any, boilerplate := false, opts.Mode == QuestionFocused
	if n := len(s.picked); len(opts.Preserve) > 0 {
		m.cover(s, factsOfKinds(opts.Preserve), opts.worth(scores))
		any = len(s.picked) > n
	}
	for _, i := range order {
		if u := &m.units[i]; s.left > 1 && u.prose() && (boilerplate || !u.boilerplate) && !s.isStray(i) && (boilerplate || !s.isFiller(i)) && s.takeUnder(i) {
			any = true
		}
	}
	if any {
		s.fixHeadings()
	}
	return any
}

// Bounds of refill.
const (
	maxRefills = 3 // rounds
	leastSpare = 4 // tokens that have to be left for another round
)

// leastLedger is the budget in tokens below which the ledger is left out if it does not fit.
const leastLedger = 60

// fill writes the summary and the ledger of a selection, and reports whether
// they are within the budget.
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

// fillClipped writes a part of the best unit, where none fits as a whole: less where JSON
// escapes make it larger. In small budgets, a third of the room goes to it at least.
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
