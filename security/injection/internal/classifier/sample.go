package classifier

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
			list[i].Rules = append(list[i].Rules, RuleWeight{m.rule.group, m.weight * c.factor(m)})
		}
	}
	return list
}
