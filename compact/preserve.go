package compact

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// How Options.Preserve is weighed.
const (
	fullNameWeight   = 3  // of a name of several words; any other fact has 1
	noticeWeight     = .1 // times the weight of a fact in a notice
	scoreWeight      = .2 // in facts, of the best score: without a question it only decides between equals
	questionWeight   = 8. // and with one
	maxFacts         = 256
	leastToCut       = 8 // tokens of a unit that is cut into clauses
	leastFirstWords  = 4 // of a first clause that stands by itself; it often is but a time or a place
	leastClauseWords = 3 // and of others; in scripts without spaces, each character counts
)

func factsOfKinds(kinds []string) facts {
	of := map[string]facts{"numbers": hasNumber, "dates": hasDate, "names": hasName | hasPerson, "definitions": hasDefinition, "procedures": hasStep}
	var f facts
	for _, k := range kinds {
		f |= of[k]
	}
	return f
}

func (o Options) worth(scores []float64) []float64 {
	weight := scoreWeight
	if o.Mode == QuestionFocused {
		weight = questionWeight
	}
	best := max(slices.Max(scores), 1e-9)
	out := make([]float64, len(scores))
	for i, x := range scores {
		out[i] = weight * x / best
	}
	return out
}

// chooseFacts keeps as many different facts of the wanted kinds as fit: in whole units, or in clauses or phrases where
// those hold more of them.
func (m *docIndex) chooseFacts(s *selection, opts Options, scores []float64) {
	want, worth := factsOfKinds(opts.Preserve), opts.worth(scores)
	m.noticeFacts, m.preserving, m.german = opts.Mode != Structural, true, want&hasName != 0 && isGerman(m.md)
	room := s.left
	kept, all := m.cover(s, want, worth, nil)
	for _, cut := range [...]func(string) []extract.Span{clauses, phrases} {
		if all || opts.Mode == QuestionFocused {
			break
		}
		parts := m.newSelection(room)
		var more float64
		if more, all = m.cover(parts, want, worth, cut); more > kept {
			*s, kept = *parts, more
		}
	}
	s.complete(worth)
}

// isGerman reports a text in German, which writes all nouns with a capital: one word in five is an article or the
// like there, of prose in other languages less than one in fifty.
func isGerman(text string) bool {
	words, hits := 0, 0
	for w := range strings.FieldsSeq(text) {
		words++
		if isWord(germanWords, w) {
			hits++
		}
	}
	return 12*hits > words
}

// fact is a mention of what is to be preserved, with its place in the document and what it counts for.
type fact struct {
	extract.Span
	text   string
	weight float64
}

// factsOf lists the facts of the wanted kinds in a unit: of content, and of sentences of notices that state one.
func (m *docIndex) factsOf(u *unit, want facts) []fact {
	if !u.prose() || u.boilerplate && (!m.noticeFacts || u.facts&want == 0 || u.Kind != chunk.SentenceUnit || u.links >= .2) {
		return nil
	}
	text, weight := m.text(u), 1.
	if u.Kind == chunk.SentenceUnit && strings.Trim(text, "0123456789. ") == "" {
		return nil // the number of a step or a page
	}
	if u.boilerplate {
		weight = noticeWeight
	}
	var out []fact
	if want&(hasNumber|hasDate|hasName|hasPerson) != 0 {
		mentions(text, func(k facts, a, b int) {
			if k&spelled != 0 || k&want == 0 || len(out) == maxFacts {
				return
			}
			f := fact{extract.Span{Start: u.Start + a, End: u.Start + b}, text[a:b], weight}
			if k&want&hasName != 0 && strings.Contains(f.text, " ") {
				f.weight *= fullNameWeight
			} else if k&want == hasName && m.german && !strings.Contains(f.text, "-") {
				return
			}
			if k&want&hasNumber != 0 && strings.HasPrefix(text[b:], ", ") { // "1816, when" and "1816, as" are two
				word, _, _ := strings.Cut(text[b+len(", "):], " ")
				f.text = text[a : b+len(", ")+len(word)]
			}
			out = append(out, f)
		})
	}
	if want&u.facts&hasDefinition != 0 || want&u.facts&hasStep != 0 && u.Kind == chunk.ItemUnit {
		out = append(out, fact{extract.Span{Start: u.Start, End: u.End}, "\x00" + text, weight})
	}
	slices.SortStableFunc(out, func(a, b fact) int { return cmp.Compare(a.End, b.End) })
	return out
}

// fragments are the clauses of a unit with the facts each holds. A unit that is not cut has one.
type fragments struct {
	spans []extract.Span
	upTo  []int // tokens of all clauses before each, and of all
	facts [][]fact
	a, b  int // the clauses that are kept
}

// cut cuts a unit into clauses or phrases, none of them through a fact. Rows need all of their cells, and steps and
// definitions all of their words.
func (m *docIndex) cut(u *unit, found []fact, pieces func(string) []extract.Span) *fragments {
	f := &fragments{upTo: []int{0}, facts: [][]fact{found}, spans: []extract.Span{{Start: u.Start, End: u.End}}}
	if u.tokens <= leastToCut || u.Kind != chunk.SentenceUnit && u.Kind != chunk.ItemUnit {
		return f
	}
	text := m.text(u)
	f.spans, f.facts = nil, nil
	words, short := 0, false // of the last clause, and whether it is to be joined to the next
	for _, c := range pieces(text) {
		n, _ := linkShare(text[c.Start:c.End])
		c.Start, c.End = u.Start+c.Start, u.Start+c.End
		last := len(f.spans) - 1
		if short || slices.ContainsFunc(found, func(x fact) bool { return x.Start < c.Start && c.Start < x.End }) {
			f.spans[last].End = c.End
			words += n
		} else {
			f.spans, words = append(f.spans, c), n
			last++
		}
		short = words < leastClauseWords || last == 0 && words < leastFirstWords
	}
	if n := len(f.spans); short && n > 1 {
		f.spans[n-2].End = f.spans[n-1].End
		f.spans = f.spans[:n-1]
	}
	for n, s := range f.spans {
		f.upTo = append(f.upTo, f.upTo[n]+m.counter.Count(" "+m.md[s.Start:s.End]))
		k := 0
		for k < len(found) && found[k].End <= s.End {
			k++
		}
		f.facts, found = append(f.facts, found[:k]), found[k:]
	}
	return f
}

func (f *fragments) cost(c, whole int) int {
	switch {
	case len(f.spans) == 1:
		return whole
	case f.a == f.b:
		return f.upTo[c+1] - f.upTo[c] + 3 // with the marks
	case c < f.a:
		return f.upTo[f.a] - f.upTo[c]
	}
	return f.upTo[c+1] - f.upTo[f.b]
}

// cover keeps units, or the pieces that they are cut into: each next one is that with the most new facts for its tokens
// (the greedy algorithm for budgeted coverage, Khuller, Moss and Naor 1999, with the lazy evaluation of Minoux 1978);
// worth decides between equals. It returns the weight of the facts that it keeps, and whether those are all.
func (m *docIndex) cover(s *selection, want facts, worth []float64, pieces func(string) []extract.Span) (kept float64, all bool) {
	parts, have := make([]*fragments, len(m.units)), map[string]bool{}
	fresh := func(list []fact) (sum float64) {
		for k, f := range list {
			if !have[f.text] && !slices.ContainsFunc(list[:k], func(g fact) bool { return g.text == f.text }) {
				sum += f.weight
			}
		}
		return sum
	}
	gainOf := func(i, c int) float64 {
		sum := fresh(parts[i].facts[c])
		if sum == 0 {
			return 0
		}
		return gain(sum, worth[i], parts[i].cost(c, s.sharedCost(i)))
	}
	for _, i := range s.picked {
		u := m.units[i]
		span := s.span(i)
		u.Start, u.End = span.Start, span.End
		for _, f := range m.factsOf(&u, want) {
			have[f.text] = true
		}
	}
	q := clauseHeap{}
	push := func(i, c int) {
		if c >= 0 && c < len(parts[i].spans) {
			if g := gainOf(i, c); g > 0 {
				heap.Push(&q, clause{i, c, g})
			}
		}
	}
	for i := range m.units {
		u := &m.units[i]
		found := m.factsOf(u, want)
		if len(found) == 0 {
			continue
		}
		if parts[i] = (&fragments{spans: make([]extract.Span, 1), facts: [][]fact{found}}); pieces != nil {
			parts[i] = m.cut(u, found, pieces)
		}
		for c := range parts[i].spans {
			push(i, c)
		}
	}
	all = true
	for q.Len() > 0 {
		top := heap.Pop(&q).(clause)
		f := parts[top.unit]
		if g := gainOf(top.unit, top.clause); g < top.gain {
			push(top.unit, top.clause)
			continue
		}
		if !s.takePart(top.unit, f, top.clause) {
			all = all && s.said[m.units[top.unit].sum]
			continue
		}
		for _, list := range f.facts[f.a:f.b] {
			kept += fresh(list)
			for _, x := range list {
				have[x.text] = true
			}
		}
		push(top.unit, f.a-1) // cheaper now
		push(top.unit, f.b)
	}
	return kept, all
}

func gain(fresh, score float64, tokens int) float64 { return (fresh + score) / float64(tokens+1) }

// takePart keeps clause c of a unit along with what is kept of it, and what is between.
func (s *selection) takePart(i int, f *fragments, c int) bool {
	if c >= f.a && c < f.b {
		return false
	}
	if len(f.spans) == 1 {
		if s.take(i) {
			f.b = 1
			s.takeLabel(i)
		}
		return f.b == 1
	}
	first := f.a == f.b
	n := f.cost(c, 0)
	if n > s.left || first && (s.kept[i] || s.said[s.m.units[i].sum]) {
		return false
	}
	s.left -= n
	if first {
		f.a, f.b = c, c+1
		s.kept[i] = true
		s.picked = append(s.picked, i)
		s.said[s.m.units[i].sum] = true
		s.takeLabel(i)
	}
	f.a, f.b = min(c, f.a), max(c+1, f.b)
	s.parts[i] = extract.Span{Start: f.spans[f.a].Start, End: f.spans[f.b-1].End}
	if f.b-f.a == len(f.spans) {
		delete(s.parts, i)
	}
	return true
}

// takeLabel keeps the label over unit i: "The default is 5" says nothing without the name of the option.
func (s *selection) takeLabel(i int) {
	if h := s.m.units[i].head; !s.noHeadings && h >= 0 && s.m.units[h].Level == labelLevel && s.take(h) {
		s.labels = true
	}
}

// complete keeps the rest of clipped units, as far as there is room: first of those whose rest is worth most
// for its tokens.
func (s *selection) complete(worth []float64) {
	var all []clause
	rest := func(i int) int {
		return s.m.units[i].tokens - s.m.counter.Count(s.m.md[s.parts[i].Start:s.parts[i].End])
	}
	for i := range s.parts {
		all = append(all, clause{unit: i, gain: gain(0, worth[i], rest(i))})
	}
	slices.SortFunc(all, func(a, b clause) int { return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.unit, b.unit)) })
	for _, r := range all {
		if n := rest(r.unit); n <= s.left {
			s.left -= n
			delete(s.parts, r.unit)
		}
	}
}

// clause is a clause of a unit with what keeping it would gain.
type clause struct {
	unit, clause int
	gain         float64
}

// clauseHeap is a heap of clauses, the greatest gain first, ties in the order of the document.
type clauseHeap []clause

func (q clauseHeap) Len() int { return len(q) }

func (q clauseHeap) Less(a, b int) bool {
	x, y := q[a], q[b]
	return cmp.Or(cmp.Compare(y.gain, x.gain), cmp.Compare(x.unit, y.unit), cmp.Compare(x.clause, y.clause)) < 0
}

func (q clauseHeap) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

func (q *clauseHeap) Push(x any) { *q = append(*q, x.(clause)) }

func (q *clauseHeap) Pop() any {
	last := len(*q) - 1
	c := (*q)[last]
	*q = (*q)[:last]
	return c
}
