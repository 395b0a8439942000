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
	if add {
		page.bytes += len(b)
	}
	c := documentScan{b: b, page: page, scratch: mem}
	var list []Sample
	matches := make([][]match, 0)
	mem.reset(b)
	for s, ok := mem.reader.next(); ok; s, ok = mem.reader.next() {
		if add {
			page.add(s)
		}
		out := Sample{Start: s.start, End: s.end}
		var found []match
		if !s.mask.IsEmpty() {
			found = mem.matchesOf(b, s)
			out.Features = append(out.Features, mem.features.of(b, s, found)...)
		}
		list, matches = append(list, out), append(matches, found)
	}
	for i := range list {
		for _, m := range matches[i] {
			list[i].Rules = append(list[i].Rules, RuleWeight{m.rule.group, m.weight * c.factor(m), hashFeature(ruleFeature, m.rule.key*hashSpread, 0)})
		}
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
