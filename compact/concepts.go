package compact

import (
	"maps"
	"slices"
	"strings"
)

// query is a parsed question: its concepts and the kinds of facts that answer it.
type query struct {
	concepts     []concept
	facts        facts
	conversation bool            // the document is one
	words        map[string]bool // in lower case
	years        map[uint32]bool // that it names
	otherYears   map[uint32]bool // the other years of the document; nil if it names none
}

// parseQuestion reads a question. Its concepts are the terms of its words that the
// document has, each once, then other forms of each word, then the groups of
// synonyms that its words belong to. A word that the document does not have counts
// for more by its forms and synonyms than one that it has.
func (m *docIndex) parseQuestion(question string) query {
	q := query{facts: askedFacts(question), words: map[string]bool{}, years: map[uint32]bool{}}
	for _, w := range allWords(question) {
		q.words[strings.ToLower(w)] = true
	}
	for w := range strings.FieldsFuncSeq(question, func(r rune) bool { return r < '0' || r > '9' }) {
		if id, ok := m.vocab.ids[w]; ok && isYear(w) {
			q.years[id] = true
		}
		q.words[w] = true
	}
	if len(q.years) > 0 {
		q.otherYears = m.vocab.years(q.years)
	}
	words := questionWords(question)
	weights := make([]float64, len(words)) // of the forms and synonyms of each word
	asked := map[uint32]bool{}
	for i, w := range words {
		terms := m.vocab.terms(nil, w, false)
		if weights[i] = missingWord; len(terms) > 0 {
			weights[i] = knownWord
		}
		if strings.ContainsFunc(w, unspaced) {
			q.concepts = append(q.concepts, m.vocab.runConcepts(w, asked)...)
			continue
		}
		for _, t := range terms {
			if !asked[t] {
				asked[t] = true
				q.concepts = append(q.concepts, concept{[]uint32{t}, 1})
			}
		}
	}
	q.concepts = append(q.concepts, m.vocab.ideographConcepts(question)...)
	for i, w := range words[:min(len(words), maxForms)] {
		if forms := m.vocab.related(w, asked); len(forms) > 0 {
			q.concepts = append(q.concepts, concept{forms, weights[i]})
		}
	}
	q.concepts = append(q.concepts, m.synonymsOf(question, words, weights, asked)...)
	return q
}

// maxForms is how many words of a question are looked for in other forms: each is
// compared with every term of the document.
const maxForms = 64

// synonymsOf returns a concept for each group of synonyms that a word or a phrase of a
// question belongs to and of which the document has a term that was not asked for by itself.
func (m *docIndex) synonymsOf(question string, words []string, weights []float64, asked map[uint32]bool) []concept {
	known, groups := loadSynonyms(), map[int]float64{}
	for i, w := range words {
		for _, g := range known.groupsOf(w) {
			groups[g] = max(groups[g], weights[i])
		}
	}
	for _, g := range known.groupsOfPhrases(allWords(question)) {
		groups[g] = missingWord
	}
	var out []concept
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		if terms := m.synonymTerms(known.groups[g], asked); len(terms) > 0 {
			out = append(out, concept{terms, groups[g]})
		}
	}
	return out
}

// synonymTerms returns the terms of a group of synonyms that the document has,
// without those of the question.
func (m *docIndex) synonymTerms(words []string, asked map[uint32]bool) []uint32 {
	var out []uint32
	for _, w := range words {
		if strings.Contains(w, "_") {
			continue // a phrase, whose words mean other things by themselves
		}
		for _, t := range m.vocab.terms(nil, w, false) {
			if !asked[t] && !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	return out
}

// years returns the years among the terms, without those that are asked for.
func (x *vocabulary) years(asked map[uint32]bool) map[uint32]bool {
	out := map[uint32]bool{}
	for term, id := range x.ids {
		if isYear(term) && !asked[id] {
			out[id] = true
		}
	}
	return out
}
