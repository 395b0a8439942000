package compact

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

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
		b.reserve = opts.reserve()
		c := &Compacted{}
		b.warn(c, warning.Type, warning.Message, warning.Detail)
		b.warnings, b.reserve = c.Warnings, 0
	}
	if opts.SummaryOnly {
		b.ledger = -1 // no bound
		return b
	}
	b.ledger = max(opts.MaxTokens/ledgerShare, min(shortLedger, opts.MaxTokens/4))
	b.summary -= b.countTokens(&Compacted{Warnings: b.warnings}) + b.ledger
	if opts.generates() {
		b.summary -= opts.reserve()
	}
	if opts.MaxTokens >= pointsBudget {
		b.points = opts.MaxTokens / pointsShare
		b.summary -= b.points
	}
	b.summary = max(b.summary, opts.MaxTokens/leastSummaryShare, 1)
	return b
}

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

func (b *budget) quote(q Quote) int {
	if b.exact {
		return b.opts.Counter.Count(encode(q)) + 1
	}
	return quoteTokens + b.opts.Counter.Count(q.Text)
}

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

func (b *budget) over(c *Compacted) int { return b.countTokens(c) - b.opts.MaxTokens }

// withEmptyLists returns c with empty lists for nil ones, which JSON has as [].
func (c *Compacted) withEmptyLists() Compacted {
	out := *c
	out.KeyPoints = notNil(c.KeyPoints)
	out.ImportantQuotes = notNil(c.ImportantQuotes)
	out.Omissions = notNil(c.Omissions)
	out.Warnings = notNil(c.Warnings)
	return out
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func encode(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return ""
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}

const maxOmissions = 1000

func (m *docIndex) omissions(s *selection) []Omission {
	out := []Omission{}
	type key struct {
		head        int
		boilerplate bool
	}
	at := map[key]int{}
	for i := range m.units {
		u := &m.units[i]
		left := u.tokens
		if part, clipped := s.parts[i]; clipped {
			left -= m.counter.Count(m.md[part.Start:part.End])
		} else if s.kept[i] {
			continue
		}
		head := u.head
		if u.Kind == chunk.HeadingUnit {
			head = i
		}
		k := key{head, u.boilerplate}
		n, ok := at[k]
		switch {
		case !ok && len(out) == maxOmissions:
			n = len(out) - 1
		case !ok:
			n = len(out)
			at[k] = n
			o := Omission{Section: m.path(head), Reason: "budget", Start: u.Start}
			if u.boilerplate {
				o.Reason = "boilerplate"
			}
			out = append(out, o)
		}
		o := &out[n]
		o.Tokens, o.End = o.Tokens+max(left, 1), u.End
		if u.prose() {
			o.Units++
		}
	}
	return out
}

func (m *docIndex) path(h int) string {
	var parts []string
	for ; h >= 0; h = m.units[h].head {
		parts = append([]string{m.headingText(h)}, parts...)
	}
	return strings.Join(parts, " > ")
}

const maxHeading = 300

func (m *docIndex) headingText(h int) string {
	text := m.text(&m.units[h])
	line, _, _ := strings.Cut(extract.HeadingText(text), "\n")
	if m.units[h].Level == labelLevel {
		line = labelText(text)
	}
	if len(line) > maxHeading {
		line = strings.ToValidUTF8(line[:maxHeading], "") + "…"
	}
	return line
}

// ledgerOf returns the omissions in as much detail as most tokens have room for: by section, by the sections of
// the first levels, each with its place or without, as one, and last as a number.
func (b *budget) ledgerOf(full []Omission, most int) []Omission {
	if most < 0 || len(full) == 0 {
		return full
	}
	for depth := maxDepth; depth >= 0; depth-- {
		out := slices.Clone(mergeOmissions(full, depth))
		if b.fits(out, most) {
			return out
		}
		for i, o := range out {
			out[i] = Omission{Section: o.Section, Tokens: o.Tokens}
		}
		if depth > 0 && b.fits(out, most) {
			return out
		}
	}
	all := mergeOmissions(full, 0)[0]
	all.Start, all.End, all.Units = 0, 0, 0
	if !b.fits([]Omission{all}, most) {
		all.Reason = ""
	}
	if !b.fits([]Omission{all}, max(most, b.opts.MaxTokens/leastSummaryShare)) {
		return nil
	}
	return []Omission{all}
}

func (b *budget) fits(list []Omission, most int) bool {
	n := 0
	for _, o := range list {
		if n += b.omission(o); n > most {
			return false
		}
	}
	return true
}

const maxDepth = 7

// mergeOmissions adds up the omissions of sections with the same headings down to depth: at depth 0 all, boilerplate
// included.
func mergeOmissions(full []Omission, depth int) []Omission {
	if depth >= maxDepth {
		return full
	}
	type key struct{ section, reason string }
	at := map[key]int{}
	var out []Omission
	for _, o := range full {
		if parts := strings.SplitN(o.Section, " > ", depth+1); len(parts) > depth {
			o.Section = strings.Join(parts[:depth], " > ")
		}
		if depth == 0 {
			o.Reason = "budget"
		}
		k := key{o.Section, o.Reason}
		n, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, o)
			continue
		}
		m := &out[n]
		m.Tokens, m.Units = m.Tokens+o.Tokens, m.Units+o.Units
		m.Start, m.End = min(m.Start, o.Start), max(m.End, o.End)
	}
	return out
}
