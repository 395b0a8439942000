package compact

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// How many key points and quotes a result has at most.
const (
	maxKeyPoints = 8
	maxQuotes    = 5
)

// result writes what was chosen, within the budget for certain.
func (m *model) result(ctx context.Context, s *selection, scores []float64, opts Options) *Result {
	summary, spans := m.render(s.kept)
	n := m.count.Count(summary)
	for n > opts.MaxTokens && s.drop(n-opts.MaxTokens) {
		summary, spans = m.render(s.kept)
		n = m.count.Count(summary)
	}
	if strings.TrimSpace(summary) == "" {
		summary, spans = m.clip(ctx, scores, opts)
		n = m.count.Count(summary)
	}
	r := &Result{EstTokens: n, Spans: spans}
	r.Compacted = Compacted{
		Summary:   summary,
		Omissions: m.omissions(s.kept),
		Warnings:  []extract.Warning{},
	}
	r.Compacted.KeyPoints, r.Compacted.ImportantQuotes = m.quotes(s, scores)
	return r
}

// clip returns the beginning of the best unit, where no unit fits as a whole.
func (m *model) clip(ctx context.Context, scores []float64, opts Options) (string, []extract.Span) {
	for _, i := range ranked(scores) {
		u := &m.units[i]
		if !u.prose() {
			continue
		}
		set, err := chunk.Split(ctx, &extract.Document{Markdown: m.text(u)}, chunk.Options{MaxTokens: opts.MaxTokens, Counter: opts.Counter})
		if err != nil || len(set.Chunks) == 0 || set.Chunks[0].EstTokens > opts.MaxTokens {
			return "", nil
		}
		c := set.Chunks[0]
		return m.md[u.Start+c.Start : u.Start+c.End], []extract.Span{{Start: u.Start + c.Start, End: u.Start + c.End}}
	}
	return "", nil
}

// quotes returns the best units that are kept, and the best that quote.
func (m *model) quotes(s *selection, scores []float64) (points, quotes []Quote) {
	points, quotes = []Quote{}, []Quote{}
	for _, i := range ranked(scores) {
		u := &m.units[i]
		if !s.kept[i] || !u.prose() || u.junk || u.words < 3 || u.Kind == chunk.CodeUnit {
			continue
		}
		if len(points) < maxKeyPoints {
			points = append(points, m.quote(u))
		}
		if len(quotes) < maxQuotes && u.facts&hasQuote != 0 {
			quotes = append(quotes, m.quote(u))
		}
	}
	m.cite(points)
	m.cite(quotes)
	return points, quotes
}

func (m *model) quote(u *unit) Quote {
	q := Quote{Text: m.text(u), Citation: Citation{Start: u.Start, End: u.End}}
	if u.Block >= 0 {
		q.Citation.BlockID = m.doc.Blocks[u.Block].ID
	}
	return q
}

// cite fills in where quotes stand in code points.
func (m *model) cite(quotes []Quote) {
	for i := range quotes {
		c := &quotes[i].Citation
		c.Loc.StartChar = utf8.RuneCountInString(m.md[:c.Start])
		c.Loc.EndChar = c.Loc.StartChar + utf8.RuneCountInString(m.md[c.Start:c.End])
	}
}

// omissions tells what is not kept, by section and reason.
func (m *model) omissions(kept []bool) []Omission {
	out := []Omission{}
	type key struct {
		head int
		junk bool
	}
	at := map[key]int{}
	for i := range m.units {
		u := &m.units[i]
		if kept[i] {
			continue
		}
		head := u.head
		if u.Kind == chunk.HeadingUnit {
			head = i
		}
		k := key{head, u.junk}
		n, ok := at[k]
		if !ok {
			n = len(out)
			at[k] = n
			o := Omission{Section: m.path(head), Reason: "budget", Start: u.Start}
			if u.junk {
				o.Reason = "boilerplate"
			}
			out = append(out, o)
		}
		o := &out[n]
		o.Tokens, o.End = o.Tokens+u.tokens, u.End
		if u.prose() {
			o.Units++
		}
	}
	return out
}

// path is the text of the headings down to unit h.
func (m *model) path(h int) string {
	var parts []string
	for ; h >= 0; h = m.units[h].head {
		line, _, _ := strings.Cut(m.text(&m.units[h]), "\n")
		parts = append([]string{strings.TrimSpace(strings.Trim(line, "#"))}, parts...)
	}
	return strings.Join(parts, " > ")
}
