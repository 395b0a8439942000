package grammar

// Sample is a sentence as the trainer of the model sees it.
type Sample struct {
	Start, End int
	Features   []uint32
	Rules      []RuleWeight
}

// RuleWeight is what a rule that holds weighs where it stands; of the rules of a
// group the heaviest counts.
type RuleWeight struct {
	Group  int
	Weight float64
}

// Samples returns the sentences of folded text that is a part of page. With add,
// the text is added to the page first.
func Samples(b []byte, page *Page, add bool) []Sample {
	mem := pool.Get().(*scratch)
	defer mem.release()
	sents := mem.reader.read(b)
	if add {
		page.add(len(b), sents)
	}
	mem.matches = mem.matches[:0]
	c := context{b: b, page: page, scratch: mem}
	list := make([]Sample, len(sents))
	for i := range sents {
		s := &list[i]
		s.Start, s.End = sents[i].start, sents[i].end
		if sents[i].mask == 0 {
			continue
		}
		matches := mem.matchesOf(b, &sents[i])
		s.Features = append(s.Features, mem.features.of(b, &sents[i], matches)...)
		for _, m := range matches {
			s.Rules = append(s.Rules, RuleWeight{m.rule.group, m.weight * c.factor(m)})
		}
	}
	return list
}
