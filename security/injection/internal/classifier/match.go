package classifier

import (
	"slices"
	"unicode/utf8"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

type match struct {
	rule       *rule
	start, end int
	weight     float64
	decisive   bool // it makes a hit even if the model's score is low
}

// Bounds of a decisive match, such as "ignore all previous instructions", which must be of a rule with the flag
// decisive: its greatest length and its least weight. Fewer than one harmless page in a thousand has such a match.
const (
	decisiveReach  = 48 // characters
	decisiveWeight = 4
)

// instructions are word classes. In languages other than English a match is decisive only if it has a word of one of them:
// "ignore the system" mostly means the operating system there.
var instructions = l.ClassSetOf(l.Order, l.Rule, l.Prior, l.Safety)

// find returns where a rule matches a sentence. English items, and those that all
// languages share, must come in the order of the pattern, unless the rule is loose.
// Items of other languages may come in any order, if one language has them all.
func (r *rule) find(b []byte, s *sentence) (m match, ok bool) {
	m = match{rule: r, weight: r.weight}
	if r.loose {
		m.start, m.end, ok = r.unordered(b, s, l.English)
	} else {
		m.start, m.end, ok = r.ordered(s)
	}
	names := true
	if !ok && s.foreign && !r.english {
		m.weight *= r.foreignFactor()
		m.start, m.end, ok = r.unordered(b, s, ^l.English)
		names = s.mask.Intersects(instructions)
	}
	m.decisive = ok && names && r.decisive && m.weight >= decisiveWeight && utf8.RuneCount(b[m.start:m.end]) <= decisiveReach
	return m, ok
}

// Elements of patterns that are said alike in other languages.
var (
	systemAlone = l.ClassSetOf(l.System)
	ifAlone     = l.ClassSetOf(l.If)
)

// foreignFactor returns what to multiply the weight of a foreign match by: a pattern
// of few elements proves less if their order is not checked.
func (r *rule) foreignFactor() float64 {
	switch len(r.steps) {
	case 1:
		return 0.6
	case 2:
		if r.steps[1].any == systemAlone || r.steps[0].any == ifAlone {
			return 1
		}
		return 0.85
	}
	return 1
}

func (r *rule) ordered(s *sentence) (start, end int, ok bool) {
	for i := range s.items {
		if !r.steps[0].holds(s, i) {
			continue
		}
		at := i
		for _, st := range r.steps[1:] {
			if at = st.nextMatch(s, at); at < 0 {
				break
			}
		}
		if at >= 0 {
			return int(s.items[i].start), int(s.items[at].end), true
		}
	}
	return 0, 0, false
}

func (st *patternElement) holds(s *sentence, i int) bool {
	it := &s.items[i]
	if !it.word.English.Intersects(st.any) {
		return false
	}
	if st.line && !it.line {
		return false
	}
	return !st.imp || s.isOrder(i)
}

var addressing = l.ClassSetOf(l.You, l.Your, l.Agent, l.NewTask, l.Consent)

// isOrder reports whether item i is an imperative, or follows "must" or "to" behind a word that addresses somebody, as
// "you" does.
func (s *sentence) isOrder(i int) bool {
	it := &s.items[i]
	return it.imperative || it.modal && slices.ContainsFunc(s.items[:i], func(t taggedPhrase) bool { return t.class.Intersects(addressing) })
}

func (st *patternElement) nextMatch(s *sentence, i int) int {
	limit := s.items[i].end + int32(st.gap)
	for k := i; k < len(s.items) && s.items[k].start <= limit; k++ {
		if (k > i || s.items[k].class.Intersects(st.any) && distinct(s.items[i].class, st.any)) && st.holds(s, k) && s.items[k].start >= s.items[i].start {
			if k == i && s.items[k].end-s.items[k].start < 8 {
				continue
			}
			return k
		}
		if k > i && s.items[k].class.Intersects(st.stop) {
			break
		}
	}
	return -1
}

// distinct reports whether one phrase may satisfy two steps at once: "your
// instructions" says whose they are and what they are.
func distinct(class, any l.ClassSet) bool {
	return class.Has(l.System) && any.Has(l.System)
}

func (it *taggedPhrase) in(set l.LangSet) l.ClassSet {
	if set == l.English {
		return it.word.English
	}
	return it.word.Foreign
}

func (r *rule) unordered(b []byte, s *sentence, set l.LangSet) (start, end int, ok bool) {
	for i := range s.items {
		it := &s.items[i]
		langs := it.word.Langs & set
		if langs == 0 || !it.in(set).Intersects(r.steps[0].any) || set == l.English && r.steps[0].imp && !s.isOrder(i) {
			continue
		}
		start, end = int(it.start), int(it.end)
		used := [4]int{i, -1, -1, -1}
		found := true
		for n := 1; n < len(r.steps) && found; n++ {
			k := r.steps[n].anyMatch(s, used[:n], langs, set)
			if found = k >= 0; found {
				used[n] = k
				langs &= s.items[k].word.Langs
				start, end = min(start, int(s.items[k].start)), max(end, int(s.items[k].end))
			}
		}
		if found && utf8.RuneCount(b[start:end]) <= maxUnordered {
			return start, end, true
		}
	}
	return 0, 0, false
}

// anyMatch returns an unused item that satisfies the step, or -1. A phrase such as
// "your instructions" may be used for two steps (see distinct).
func (st *patternElement) anyMatch(s *sentence, used []int, langs, set l.LangSet) int {
	for k := range s.items {
		it := &s.items[k]
		if !it.in(set).Intersects(st.any) || it.word.Langs&langs == 0 {
			continue
		}
		if set == l.English && st.imp && !s.isOrder(k) || slices.Contains(used, k) && !distinct(it.in(set), st.any) {
			continue
		}
		return k
	}
	return -1
}
