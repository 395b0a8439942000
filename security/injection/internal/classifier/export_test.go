package classifier

// Held is a rule of a table that holds in a sentence.
type Held struct {
	ID, Text string // of the rule, and of its match
	Sentence int    // where the sentence starts
	Weight   float64
}

// RulesThatHold reads a table of rules, like rules.tsv, and returns those that hold in each
// sentence of a folded text, by a plain loop over all of them. Rules in code are left out.
func RulesThatHold(table, text string) (list []Held, err error) {
	t, err := parseRules(table)
	if err != nil {
		return nil, err
	}
	reader := new(sentenceTagger)
	reader.reset([]byte(text))
	for s, ok := reader.next(); ok; s, ok = reader.next() {
		for i := range t.list {
			if m, ok := t.list[i].find([]byte(text), s); ok {
				list = append(list, Held{t.list[i].id, text[m.start:m.end], s.start, m.weight})
			}
		}
	}
	return list, nil
}

// WordWeights returns what the words of each sentence of a folded text weigh, 0 for sentences without items: as the scan
// sums them while it reads, and by a plain loop over the words of the sentence.
func WordWeights(text []byte) (summed, plain []int) {
	var reader sentenceTagger
	reader.reset(text)
	for s, ok := reader.next(); ok; s, ok = reader.next() {
		summed = append(summed, s.weight)
		weight := 0
		for i := s.start; i < s.end && len(s.items) > 0; {
			if boundaryKinds[text[i]] == passed {
				i++
				continue
			}
			var w int
			w, i = Stored().wordAt(text[:s.end], i)
			weight += w
		}
		plain = append(plain, weight)
	}
	return summed, plain
}

var Pack = pack
