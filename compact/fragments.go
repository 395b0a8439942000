package compact

import (
	"cmp"
	"container/heap"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// fragments are the clauses of a unit with the facts each holds.
type fragments struct {
	spans []extract.Span // in bytes of the document
	upTo  []int          // tokens of all clauses before each, and of all
	facts [][]fact
	from  []int // for each clause, where a fragment with it begins: it or one before
	a, b  int   // the clauses that are kept
}

// mention is a fact with its place in the text of a unit.
type mention struct {
	extract.Span
	fact
}

// leastToCut is how many tokens a unit has that is not worth cutting.
const leastToCut = 12

// fragmentsOf cuts a unit into clauses.
func (m *docIndex) fragmentsOf(i int, want facts) *fragments {
	u := &m.units[i]
	whole := &fragments{spans: []extract.Span{{Start: u.Start, End: u.End}}, facts: [][]fact{m.factsOf(u, want)}}
	if u.tokens <= leastToCut || u.Kind != chunk.SentenceUnit && u.Kind != chunk.ItemUnit || want&u.facts&(hasDefinition|hasStep) != 0 {
		return whole
	}
	text := m.text(u)
	var found []mention
	mentions(text, func(k facts, a, b int) {
		if m.counts(k, want, text[a:b]) && len(found) < maxFacts {
			found = append(found, mention{extract.Span{Start: a, End: b}, newFact(k&want, text[a:b])})
		}
	})
	slices.SortFunc(found, func(a, b mention) int { return cmp.Or(cmp.Compare(a.End, b.End), cmp.Compare(a.Start, b.Start)) })
	f := &fragments{}
	open, at := 0, 0 // brackets before byte at
	for _, c := range readableClauses(text) {
		open, at = open+openBrackets(text[at:c.Start]), c.Start
		if n := len(f.spans); n > 0 && (cutsThrough(found, c.Start) || open > 0) {
			f.spans[n-1].End = u.Start + c.End
		} else {
			f.spans = append(f.spans, extract.Span{Start: u.Start + c.Start, End: u.Start + c.End})
		}
	}
	f.facts, f.from = make([][]fact, len(f.spans)), make([]int, len(f.spans))
	f.upTo = []int{0}
	k := 0
	for n, s := range f.spans {
		if f.from[n] = n; n > 0 && !opensClause(m.md[s.Start:s.End]) {
			f.from[n] = f.from[n-1]
		}
		f.upTo = append(f.upTo, f.upTo[n]+m.counter.Count(" "+m.md[s.Start:s.End]))
		for ; k < len(found) && u.Start+found[k].End <= s.End; k++ {
			f.facts[n] = append(f.facts[n], found[k].fact)
		}
	}
	return f
}

// maxFacts bounds the facts of a unit that are looked at.
const maxFacts = 256

// cutsThrough reports whether a cut before byte i goes through one of the facts.
func cutsThrough(found []mention, i int) bool {
	for _, x := range found {
		if x.Start < i && i < x.End {
			return true
		}
	}
	return false
}

func openBrackets(text string) int {
	return strings.Count(text, "(") - strings.Count(text, ")") + strings.Count(text, "（") - strings.Count(text, "）")
}

// cost returns the additional tokens for keeping clause c.
func (f *fragments) cost(c int, share int) int {
	switch {
	case len(f.spans) == 1:
		return share
	case f.a == f.b:
		return f.upTo[c+1] - f.upTo[f.from[c]] + 3 // with the marks
	case c < f.a:
		return f.upTo[f.a] - f.upTo[f.from[c]]
	}
	return f.upTo[c+1] - f.upTo[f.b]
}

// keepFragments keeps as many different facts as it can, in clauses, as cover does in units, and returns their
// weight.
func (m *docIndex) keepFragments(s *selection, want facts, worth []float64) (kept float64) {
	parts := make([]*fragments, len(m.units))
	have := map[string]bool{}
	gainOf := func(i, c int) float64 {
		fresh := freshIn(parts[i].facts[c], have)
		if fresh == 0 {
			return 0
		}
		return gain(fresh, worth[i], parts[i].cost(c, s.sharedCost(i)))
	}
	q := clauseHeap{}
	for i := range m.units {
		if u := &m.units[i]; m.mayState(u, want) {
			parts[i] = m.fragmentsOf(i, want)
			for _, list := range parts[i].facts {
				u.weighed(list)
			}
			for c := range parts[i].spans {
				if g := gainOf(i, c); g > 0 {
					q = append(q, clause{i, c, g})
				}
			}
		}
	}
	heap.Init(&q)
	for q.Len() > 0 {
		top := q[0]
		if g := gainOf(top.unit, top.clause); g < top.gain {
			if q[0].gain = g; g > 0 {
				heap.Fix(&q, 0)
			} else {
				heap.Pop(&q)
			}
			continue
		}
		heap.Pop(&q)
		f := parts[top.unit]
		if !s.takePart(top.unit, f, top.clause) {
			continue
		}
		s.takeItemLabel(top.unit)
		for c := f.a; c < f.b; c++ {
			kept += freshIn(f.facts[c], have)
			for _, x := range f.facts[c] {
				have[x.text] = true
			}
		}
		for _, c := range [2]int{f.a - 1, f.b} { // cheaper now
			if c >= 0 && c < len(f.spans) {
				if g := gainOf(top.unit, c); g > 0 {
					heap.Push(&q, clause{top.unit, c, g})
				}
			}
		}
	}
	s.complete(worth)
	return kept
}

// complete keeps the rest of clipped units, as far as there is room: first of those whose rest is worth most
// for its tokens.
func (s *selection) complete(worth []float64) {
	type rest struct {
		unit, tokens int
		gain         float64
	}
	var all []rest
	for i, part := range s.parts {
		n := s.m.units[i].tokens - s.m.counter.Count(s.m.md[part.Start:part.End])
		all = append(all, rest{i, n, gain(0, worth[i], n)})
	}
	slices.SortFunc(all, func(a, b rest) int { return cmp.Or(cmp.Compare(b.gain, a.gain), cmp.Compare(a.unit, b.unit)) })
	for _, r := range all {
		if r.tokens <= s.left {
			s.left -= r.tokens
			delete(s.parts, r.unit)
		}
	}
}

// takePart keeps clause c of a unit along with what is kept of it.
func (s *selection) takePart(i int, f *fragments, c int) bool {
	if f.a < f.b && c >= f.a && c < f.b {
		return false
	}
	if len(f.spans) == 1 {
		if !s.take(i) {
			return false
		}
		f.b = 1
		return true
	}
	a, b := f.from[c], c+1
	if f.a < f.b {
		a, b = min(a, f.a), max(b, f.b)
	}
	n := f.cost(c, 0)
	if n > s.left || s.said[s.m.units[i].sum] && f.a == f.b {
		return false
	}
	s.left -= n
	if f.a == f.b {
		s.kept[i] = true
		s.picked = append(s.picked, i)
		s.said[s.m.units[i].sum] = true
	}
	f.a, f.b = a, b
	s.parts[i] = extract.Span{Start: f.spans[a].Start, End: f.spans[b-1].End}
	if a == 0 && b == len(f.spans) {
		delete(s.parts, i)
	}
	return true
}

// clause is a clause of a unit with what keeping it would gain.
type clause struct {
	unit, clause int
	gain         float64
}

// clauseHeap is a heap of clauses, best first.
type clauseHeap []clause

func (q clauseHeap) Len() int { return len(q) }

// Less puts the greatest gain first, and ties in the order of the document.
func (q clauseHeap) Less(a, b int) bool {
	x, y := q[a], q[b]
	switch {
	case x.gain != y.gain:
		return x.gain > y.gain
	case x.unit != y.unit:
		return x.unit < y.unit
	}
	return x.clause < y.clause
}

func (q clauseHeap) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

func (q *clauseHeap) Push(x any) { *q = append(*q, x.(clause)) }

func (q *clauseHeap) Pop() any {
	old := *q
	c := old[len(old)-1]
	*q = old[:len(old)-1]
	return c
}

// How many words a clause has that can be read on its own. In scripts without
// spaces, each character counts as a word.
const (
	leastFirstWords  = 7 // of the first clause, which often is but a time or a place
	leastClauseWords = 4
)

// readableClauses returns the clauses of a text; one of few words is joined to the next, the last to that
// before it:
func readableClauses(text string) []extract.Span {
	var out []extract.Span
	short := false // the last clause is to be joined to the next
	for _, c := range clauses(text) {
		if short {
			out[len(out)-1].End = c.End
		} else {
			out = append(out, c)
		}
		last := out[len(out)-1]
		words, _ := linkShare(text[last.Start:last.End])
		short = words < leastClauseWords || len(out) == 1 && words < leastFirstWords
	}
	if n := len(out); short && n > 1 {
		out[n-2].End = out[n-1].End
		out = out[:n-1]
	}
	return out
}

// clauseOpeners are words that a clause begins with that can be read without the rest of its sentence:
// articles, pronouns and conjunctions behind which the subject follows.
const clauseOpeners = " the a an this these those he she it they we you i there his her its their our all some no " +
	"when while where because although though after before since if once until unless whereas " +
	"der die das ein eine er sie es wir als während weil obwohl nachdem bevor wenn wo da dort " +
	"le la les un une des il elle ils elles on nous quand lorsque où parce bien après avant si " +
	"el los las una unos lo cuando donde porque aunque después antes mientras " +
	"o os as um uma ele ela eles quando onde depois enquanto embora " +
	"gli i uno essa esso loro dove perché mentre dopo prima het een hij zij wanneer waar omdat " +
	"он она оно они это мы когда где хотя после если пока "

// coordinators are words that may stand before those.
const coordinators = " and but or so yet und aber oder et mais ou y pero e ma mas en и но а "

// opensClause reports a clause that can be read without those before it: one that begins with a name, a number,
// a quotation, or one of the words above.
func opensClause(text string) bool {
	for range 2 {
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		if r, _ := utf8.DecodeRuneInString(text); end <= 0 || !unicode.IsLower(r) {
			return true
		}
		switch word := " " + text[:end] + " "; {
		case strings.Contains(clauseOpeners, word):
			return true
		case !strings.Contains(coordinators, word):
			return false
		}
		text = strings.TrimLeft(text[end:], " ")
	}
	return false
}
