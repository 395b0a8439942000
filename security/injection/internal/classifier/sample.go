package classifier

import (
	"slices"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// Sample is a sentence as the trainer of the model sees it.
type Sample struct {
	Start, End int
	Features   []uint32
	Rules      []RuleWeight
}

// RuleWeight is the weight of a rule that matches a sentence, after the discounts for
// its surroundings. Of the rules of a group, only the heaviest counts.
type RuleWeight struct {
	Group   int
	Weight  float64
	Feature uint32 // the model's feature of the rule
}

// Samples returns the sentences of folded text that is a part of page. With add,
// the text is added to the page first.
func Samples(b []byte, page *Page, add bool) []Sample {
	mem := pool.Get().(*scanBuffers)
	defer mem.release()
	mem.reset(b)
	c := documentScan{Options: Options{Page: page, Add: add}, b: b, model: Stored(), scratch: mem}
	var list []Sample
	for _, s := range c.sentences() {
		out := Sample{Start: s.start, End: s.end}
		if !s.mask.IsEmpty() {
			out.Features = slices.Clone(mem.features.of(b, &s.sentence, s.matches))
		}
		for _, m := range s.matches {
			out.Rules = append(out.Rules, RuleWeight{m.rule.group, m.weight * c.factor(m), hashFeature(ruleFeature, m.rule.key*hashSpread, 0)})
		}
		list = append(list, out)
	}
	return list
}

// Parts returns the features of each rule, of each class of words, and of sentences with words of other
// languages ("foreign"), by their names.
func Parts() map[string][]uint32 {
	parts := map[string][]uint32{"foreign": {hashFeature(foreignFeature, 0, 0)}}
	t := rules()
	list := slices.Clone(t.list)
	for _, r := range t.coded {
		list = append(list, *r)
	}
	for _, r := range list {
		parts["rule "+r.id] = []uint32{hashFeature(ruleFeature, r.key*hashSpread, 0)}
	}
	for class, name := range t.names {
		var list []uint32
		for _, kind := range []uint64{classFeature, imperativeFeature, firstFeature} {
			list = append(list, hashFeature(kind, name*hashSpread, 0))
		}
		for _, other := range t.names {
			list = append(list, hashFeature(classPairFeature, name*hashSpread, other), hashFeature(classPairFeature, other*hashSpread, name))
		}
		parts["class "+l.Class(class).String()] = list
	}
	return parts
}
