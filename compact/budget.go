package compact

import (
	"bytes"
	"encoding/json"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// budget divides Options.MaxTokens, in tokens, among the parts of a Compacted.
type budget struct {
	opts     Options
	exact    bool              // Counter counts JSON as a model's tokenizer does
	summary  int               // for the summary
	ledger   int               // for the omissions, at most
	points   int               // for key points and quotes, at least
	reserve  int               // for a warning about a model that is not there yet
	warnings []extract.Warning // of the ranking, before anything is chosen
}

// The shares of the budget. The summary has the rest, and what the others leave of their
// shares.
const (
	ledgerShare       = 6   // one part in so many is for the omissions
	pointsShare       = 6   // and for key points and quotes
	pointsBudget      = 400 // tokens; in a smaller budget there are no key points and quotes
	shortLedger       = 8   // tokens of an omission in its shortest form
	leastSummaryShare = 3   // one part in so many is the summary's in any case
)

// What the syntax of JSON takes of an encoding of today's models, for a
// counter that only guesses: measured with cl100k_base and o200k_base.
const (
	frameTokens    = 24 // of a Compacted without content, with some to spare for the guess
	quoteTokens    = 36 // of a Quote
	omissionTokens = 24 // of an Omission
	warningTokens  = 10 // of a Warning
)

func newBudget(opts Options, warning *extract.Warning) *budget {
	_, guess := opts.Counter.(estimator)
	b := &budget{opts: opts, exact: !guess, summary: opts.MaxTokens}
	if warning != nil {
		b.reserve = reserveFor(opts)
		c := &Compacted{}
		b.warn(c, warning.Type, warning.Message, warning.Detail)
		b.warnings, b.reserve = c.Warnings, 0
	}
	if opts.SummaryOnly {
		b.ledger = -1 // no bound
		return b
	}
	b.ledger = max(opts.MaxTokens/ledgerShare, min(shortLedger, opts.MaxTokens/4))
	b.summary -= b.countTokens(&Compacted{Warnings: b.warnings}) + b.ledger + reserveOf(opts)
	if opts.MaxTokens >= pointsBudget {
		b.points = opts.MaxTokens / pointsShare
		b.summary -= b.points
	}
	b.summary = max(b.summary, opts.MaxTokens/leastSummaryShare, 1)
	return b
}

// countTokens returns the tokens of a result as JSON, or those of its summary alone with
// Options.SummaryOnly.
func (b *budget) countTokens(c *Compacted) int {
	n := b.opts.Counter.Count(c.Summary)
	switch {
	case b.opts.SummaryOnly:
		return n
	case b.exact:
		return max(n, b.opts.Counter.Count(encode(c.withEmptyLists()))+b.reserve)
	}
	n += frameTokens + b.reserve
	for _, q := range c.KeyPoints {
		n += b.quote(q)
	}
	for _, q := range c.ImportantQuotes {
		n += b.quote(q)
	}
	for _, o := range c.Omissions {
		n += b.omission(o)
	}
	for _, w := range c.Warnings {
		n += warningTokens + b.opts.Counter.Count(w.Message) + b.opts.Counter.Count(w.Detail)
	}
	return n
}

// quote estimates how many tokens a quote adds to a result.
func (b *budget) quote(q Quote) int {
	if b.exact {
		return b.opts.Counter.Count(encode(q)) + 1
	}
	return quoteTokens + b.opts.Counter.Count(q.Text)
}

// omission estimates how many tokens an omission adds to a result.
func (b *budget) omission(o Omission) int {
	if b.exact {
		return b.opts.Counter.Count(encode(o)) + 1
	}
	n := omissionTokens + b.opts.Counter.Count(o.Section)
	if o.End == 0 {
		n -= 9
	}
	if o.Reason == "" {
		n -= 7
	}
	return n
}

// over returns by how many tokens a result is too large; negative if tokens are left.
func (b *budget) over(c *Compacted) int { return b.countTokens(c) - b.opts.MaxTokens }

// withEmptyLists returns the result with nil lists replaced by empty ones, as its fields
// document.
func (c *Compacted) withEmptyLists() Compacted {
	out := *c
	if out.KeyPoints == nil {
		out.KeyPoints = []Quote{}
	}
	if out.ImportantQuotes == nil {
		out.ImportantQuotes = []Quote{}
	}
	if out.Omissions == nil {
		out.Omissions = []Omission{}
	}
	if out.Warnings == nil {
		out.Warnings = []extract.Warning{}
	}
	return out
}

// encode is JSON as clients get it, without HTML escaping.
func encode(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return ""
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
