package compact

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

const ellipsis = "…"

// passageScorer scores a part of a unit: by the question's terms and the kinds of facts it asks for, or without
// a question by the terms and facts that salience counts.
type passageScorer struct {
	m      *docIndex
	weight func(term uint32) float64
	facts  facts
}

func (m *docIndex) passageScorer(opts Options) *passageScorer {
	if opts.Mode == QuestionFocused {
		a := m.parseQuestion(opts.Question)
		w := map[uint32]float64{}
		for _, c := range a.concepts {
			for _, t := range c.terms {
				w[t] = max(w[t], c.weight*idf(len(m.units), int(m.df[t])))
			}
		}
		return &passageScorer{m, func(t uint32) float64 { return w[t] }, a.facts}
	}
	w := m.termWeights()
	return &passageScorer{m, func(t uint32) float64 { return .2 * w[t] }, hasNumber | hasDate | hasName}
}

func (x *passageScorer) score(text string) float64 {
	sum := 0.0
	for _, t := range x.m.vocab.terms(nil, text, false) {
		sum += x.weight(t)
	}
	if x.facts != 0 {
		mentions(text, func(k facts, _, _ int) {
			if k&x.facts != 0 && k&spelled == 0 {
				sum++
			}
		})
	}
	return sum
}

// takeClipped keeps a part of unit i that there is room for: the clauses around those that match best, else
// words, else its beginning.
func (s *selection) takeClipped(ctx context.Context, i int, x *passageScorer) bool {
	u := &s.m.units[i]
	if s.kept[i] || u.Kind == chunk.CodeUnit {
		return false
	}
	for room := s.left; room > 0; {
		part, ok := s.m.clip(ctx, extract.Span{Start: u.Start, End: u.End}, room, x)
		if !ok {
			return false
		}
		s.parts[i] = part
		n := s.m.counter.Count(s.written(i, i, part))
		if n <= s.left {
			s.kept[i] = true
			s.left -= n
			s.picked = append(s.picked, i)
			return true
		}
		delete(s.parts, i)
		room -= n - s.left
	}
	return false
}

func (m *docIndex) clip(ctx context.Context, span extract.Span, room int, x *passageScorer) (extract.Span, bool) {
	for _, cut := range []func(string) []extract.Span{clauses, spacedWords} {
		pieces := cut(m.md[span.Start:span.End])
		best, most := 0, -1.0
		for k, p := range pieces {
			if k%ctxCheckEvery == 0 && ctx.Err() != nil {
				return span, false
			}
			if s := x.score(m.md[span.Start+p.Start : span.Start+p.End]); s > most {
				best, most = k, s
			}
		}
		if len(pieces) == 0 {
			return span, false
		}
		if out, ok := m.grow(span, pieces, best, room, x); ok {
			return out, true
		}
		span = extract.Span{Start: span.Start + pieces[best].Start, End: span.Start + pieces[best].End}
	}
	return m.beginning(ctx, span, room)
}

// maxTokenBytes is the length of the longest tokens of today's encodings: what is longer than all tokens there
// is room for need not be counted.
const maxTokenBytes = 128

// grow joins neighbours to the best piece, the better of both sides first, while they fit; false if that alone
// does not.
func (m *docIndex) grow(span extract.Span, pieces []extract.Span, best, room int, x *passageScorer) (extract.Span, bool) {
	a, b := best, best+1 // pieces of the part
	text := func(a, b int) string { return m.md[span.Start+pieces[a].Start : span.Start+pieces[b-1].End] }
	size := func(k int) int { return m.counter.Count(" " + text(k, k+1)) }
	if len(text(a, b)) > maxTokenBytes*room {
		return span, false
	}
	left := room - m.counter.Count(text(a, b))
	if left < 0 {
		return span, false
	}
	for {
		before, behind := -1.0, -1.0
		if a > 0 && size(a-1) <= left {
			before = x.score(text(a-1, a))
		}
		if b < len(pieces) && size(b) <= left {
			behind = x.score(text(b, b+1)) + 1e-9 // what follows, if both say as much
		}
		switch {
		case before < 0 && behind < 0:
			return extract.Span{Start: span.Start + pieces[a].Start, End: span.Start + pieces[b-1].End}, true
		case before > behind:
			a--
			left -= size(a)
		default:
			b++
			left -= size(b - 1)
		}
	}
}

func (m *docIndex) beginning(ctx context.Context, span extract.Span, room int) (extract.Span, bool) {
	text := m.md[span.Start:span.End]
	if most := maxTokenBytes * max(room, 4); len(text) > most {
		for !utf8.RuneStart(text[most]) {
			most--
		}
		text = text[:most]
	}
	set, err := chunk.Split(ctx, &extract.Document{Markdown: text}, chunk.Options{MaxTokens: max(room, 4), Counter: m.counter})
	if err != nil || len(set.Chunks) == 0 || set.Chunks[0].Tokens > room {
		return span, false
	}
	return extract.Span{Start: span.Start + set.Chunks[0].Start, End: span.Start + set.Chunks[0].End}, true
}

// clauses cuts a text behind commas, semicolons, colons and dashes and between the cells of a row, but not
// inside of links.
func clauses(text string) []extract.Span {
	return cutText(text, func(r rune, i int) bool { return endsClause(text, r, i) })
}

func endsClause(text string, r rune, i int) bool {
	switch r {
	case ',', ';', ':', '|', '—', '–', ')':
		return i == len(text) || text[i] == ' ' || text[i] == '\n'
	case '，', '、', '；', '：', '。', '،', '؛', '۔', '।':
		return true
	}
	return false
}

// phrases cuts a text into clauses, and these in front of each function word behind another word, where phrases begin
// (Liberman and Church 1992, chinks and chunks): "the tower | of the harbour | was moved". A preposition and the number
// behind it are not cut from what is counted: "a town of 5,000 people".
func phrases(text string) []extract.Span {
	function := false // the word before is one
	return cutText(text, func(r rune, i int) bool {
		if r != ' ' {
			return endsClause(text, r, i)
		}
		word, rest, _ := strings.Cut(text[i:min(len(text), i+maxFactWord)], " ")
		before := function
		function = functionWord(strings.ToLower(word))
		return function && !before && rest != "" && !isDigit(rest[0])
	})
}

func spacedWords(text string) []extract.Span {
	return cutText(text, func(_ rune, i int) bool { return i < len(text) && (text[i] == ' ' || text[i] == '\n') })
}

// cutText cuts a text where ends reports an end behind character r, before byte i, and leaves out the white
// space around the parts.
func cutText(text string, ends func(r rune, i int) bool) []extract.Span {
	var out []extract.Span
	add := func(a, b int) {
		part := strings.TrimLeftFunc(text[a:b], unicode.IsSpace)
		a = b - len(part)
		if part = strings.TrimRightFunc(part, unicode.IsSpace); part != "" {
			out = append(out, extract.Span{Start: a, End: a + len(part)})
		}
	}
	from, depth := 0, 0
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '[':
			depth++
		case r == ']' && i+1 < len(text) && text[i+1] == '(':
			size, depth = skipTarget(text, i+1)-i, max(depth-1, 0)
		case r == ']':
			depth = max(depth-1, 0)
		}
		i += size
		if depth == 0 && ends(r, i) {
			add(from, i)
			from = i
		}
	}
	add(from, len(text))
	return out
}
