package compact

import (
	"context"
	"errors"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// What warnings about models take of a budget.
const (
	leastReserve = 30
	mostReserve  = 80
	reserveShare = 6 // one part in so many, between these bounds
)

// generates reports that a model is to write the summary.
func (o Options) generates() bool {
	return o.Summarizer != nil && (o.Mode == MapReduce || o.Mode == QuestionFocused)
}

// rewrite replaces the summary taken from the document by that of a model. If the model
// fails, it keeps the summary and adds a warning.
func (m *docIndex) rewrite(ctx context.Context, r *Result, scores []float64, b *budget) error {
	opts := b.opts
	opts.MaxTokens = b.summary
	summary, err := m.generate(ctx, opts, scores)
	stopped := new(PanicError)
	switch {
	case errors.As(err, &stopped):
		return err // a fault of the program, not of the model
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		b.warn(&r.Compacted, extract.WarnFallback, "no summary by a model, taken from the document instead", err.Error())
		return nil
	}
	r.Compacted.Summary, r.Compacted.Generated, r.Spans = summary.text, true, nil
	if message, claims := opts.unverified(summary, m.md); message != "" {
		b.warn(&r.Compacted, extract.WarnUnverified, message, strings.Join(claims, "; "))
	}
	return nil
}

// unverified returns the message of a warning about what a model wrote, and the claims in it
// that the document does not support. The message is "" if there is nothing to warn of.
func (o Options) unverified(summary generated, source string) (message string, claims []string) {
	claims = Unsupported(summary.text, source)
	const (
		unsupported = "the model wrote numbers, names or quotations that are not in the document"
		parts       = "the model's answers about some parts had little to do with them: those parts are taken from the document"
	)
	switch question := o.Mode == QuestionFocused; {
	case len(claims) > 0 && summary.stray && !question:
		return unsupported + "; " + parts, claims
	case len(claims) > 0:
		return unsupported, claims
	case summary.stray && question:
		return "the answer has few words of the document: it may say that this does not answer, refuse, or be in another language", nil
	case summary.stray:
		return parts, nil
	}
	return "", nil
}

// reserveOf is how many tokens are kept free for a warning about a model.
func reserveOf(opts Options) int {
	if !opts.generates() || opts.SummaryOnly {
		return 0
	}
	return reserveFor(opts)
}

// reserveFor is how many tokens a warning about a model may take.
func reserveFor(opts Options) int {
	return min(max(opts.MaxTokens/reserveShare, leastReserve), mostReserve)
}

// warn adds a warning with as much of the detail as the tokens that are kept free
// have room for.
func (b *budget) warn(c *Compacted, kind, message, detail string) {
	w := extract.Warning{Type: kind, Message: message}
	runes := []rune(strings.Join(strings.Fields(strings.ToValidUTF8(detail, "\ufffd")), " "))
	for most := len(runes); most > 0; most /= 2 {
		w.Detail = string(runes[:most])
		if most < len(runes) {
			w.Detail += "…"
		}
		if b.opts.SummaryOnly || warningTokens+b.opts.Counter.Count(kind+message+w.Detail) <= b.reserve {
			break
		}
		w.Detail = ""
	}
	c.Warnings = append(c.Warnings, w)
}
