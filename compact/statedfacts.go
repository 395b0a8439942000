package compact

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// fact is a mention of what is to be preserved, with what it counts for.
type fact struct {
	text   string
	weight float64
}

// newFact weighs a mention of kind k: a full name says more than one word of one.
func newFact(k facts, text string) fact {
	if k&hasName != 0 && strings.Contains(text, " ") {
		return fact{text, fullNameWeight}
	}
	return fact{text, 1}
}

// fullNameWeight is the weight of a name of several words; a name of one word has 1.
const fullNameWeight = 3

// freshIn adds up the weights of facts that are not had yet.
func freshIn(list []fact, have map[string]bool) float64 {
	sum := 0.0
	for _, f := range list {
		if !have[f.text] {
			sum += f.weight
		}
	}
	return sum
}

// factsOf lists the facts of the wanted kinds in a unit, each once.
func (m *docIndex) factsOf(u *unit, want facts) []fact {
	text := m.text(u)
	var out []fact
	add := func(f fact) {
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	if want&(hasNumber|hasDate|hasName) != 0 {
		mentions(text, func(k facts, a, b int) {
			if m.counts(k, want, text[a:b]) && len(out) < maxFacts {
				add(newFact(k&want, text[a:b]))
			}
		})
	}
	if want&hasDefinition != 0 && u.facts&hasDefinition != 0 || want&hasStep != 0 && u.facts&hasStep != 0 && u.Kind == chunk.ItemUnit {
		add(fact{"\x00" + text, 1})
	}
	return out
}

// noticeWeight is the weight of a fact in a notice; a fact of the content has 1.
const noticeWeight = .1

// mayState reports whether a unit is searched for facts of the wanted kinds: content,
// and sentences of notices that state one, but in the mode Structural.
func (m *docIndex) mayState(u *unit, want facts) bool {
	return u.prose() && (!u.boilerplate || m.noticeFacts && u.facts&want != 0 && u.Kind == chunk.SentenceUnit && u.links < .2)
}

// weighed returns the facts of a unit with their weights for where they stand.
func (u *unit) weighed(list []fact) []fact {
	if u.boilerplate {
		for i := range list {
			list[i].weight *= noticeWeight
		}
	}
	return list
}
