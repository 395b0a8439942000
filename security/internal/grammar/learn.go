package grammar

import (
	l "github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
)

// Sample is a sentence as the trainer of the model sees it.
type Sample struct {
	Start, End int
	Features   []uint32
	// Rules are the matches of the rules: index and weight.
	Rules []RuleWeight
}

// RuleWeight is a rule that holds and what it weighs where it stands.
type RuleWeight struct {
	Group  int
	Weight float64
}

// Samples returns the sentences of folded text and whether the page is about
// attacks or explains code.
func Samples(b []byte, page *Page, add bool) (list []Sample, about, docs bool) {
	l.Words().Repair(b)
	mem := pool.Get().(*scratch)
	defer mem.release()
	sents := mem.reader.read(b)
	if add {
		page.add(len(b), sents)
	}
	mem.matches = mem.matches[:0]
	c := context{b: b, page: page, threshold: 4, scratch: mem}
	f := new(features)
	for i := range sents {
		s := Sample{Start: sents[i].start, End: sents[i].end}
		matches := mem.matchesOf(b, &sents[i])
		s.Features = append(s.Features, f.of(b, &sents[i], matches)...)
		for _, m := range matches {
			s.Rules = append(s.Rules, RuleWeight{m.rule.group, m.weight * c.factor(m)})
		}
		list = append(list, s)
	}
	return list, page.security(), page.documentation()
}

// ModelSize is the number of weights.
const ModelSize = 1 << modelBits
