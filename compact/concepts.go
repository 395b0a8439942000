package compact

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// query is a parsed question: its concepts and the kinds of facts that answer it.
type query struct {
	concepts   []concept
	facts      facts
	words      map[string]bool // in lower case
	years      map[uint32]bool // that it names
	otherYears map[uint32]bool // the other years of the document; nil if it names none
}

// parseQuestion reads a question.
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

// maxForms is how many words of a question are looked for in other forms: each is compared with every term of
// the document.
const maxForms = 64

// synonymsOf returns a concept for each group of synonyms that a word or a phrase of a question belongs to and
// of which the document has a term that was not asked for by itself.
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

// synonymTerms returns the terms of a group of synonyms that the document has, without those of the question.
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

//go:embed synonyms.txt
var synonymText string

//go:embed irregular.txt
var irregularText string

// synonyms are groups of words that ask for the same thing, in several languages.
type synonyms struct {
	groups [][]string       // the words of each
	byStem map[string][]int // the groups that have a word of this stem
	byRun  map[string][]int // the groups that have this word of a script without spaces
	// phrases of two words, by the stem of the first.
	phrases map[string][]phrase
}

// phrase is the rest of a phrase of two words, like the "off" of "turn off".
type phrase struct {
	second string // its stem
	group  int
}

// phraseReach is how many words after the first word of a phrase the second one is at most.
const phraseReach = 4

// maxRun is how many characters a word of a script without spaces has at most.
const maxRun = 4

// loadSynonyms reads synonyms.txt and irregular.txt, once, when a question is asked first.
var loadSynonyms = sync.OnceValue(func() *synonyms {
	s := &synonyms{byStem: map[string][]int{}, byRun: map[string][]int{}, phrases: map[string][]phrase{}}
	for line := range strings.Lines(synonymText + irregularText) {
		if words := strings.Fields(line); len(words) > 0 && line[0] != '#' {
			for _, w := range words {
				s.add(w, len(s.groups))
			}
			s.groups = append(s.groups, words)
		}
	}
	return s
})

// add puts a word or a phrase into a group.
func (s *synonyms) add(word string, group int) {
	if first, second, ok := strings.Cut(word, "_"); ok {
		key := stemOfWord(first)
		s.phrases[key] = append(s.phrases[key], phrase{stemOfWord(second), group})
		return
	}
	index, key := s.byStem, stemOfWord(word)
	if r, _ := utf8.DecodeRuneInString(word); unspaced(r) {
		if utf8.RuneCountInString(word) < 2 {
			return // one character has too many senses
		}
		index, key = s.byRun, word
	}
	if list := index[key]; len(list) == 0 || list[len(list)-1] != group {
		index[key] = append(list, group)
	}
}

func stemOfWord(word string) string {
	return string(stem([]byte(foldWord(word))))
}

// groupsOf returns the groups that a word of a question belongs to.
func (s *synonyms) groupsOf(word string) []int {
	if r, _ := utf8.DecodeRuneInString(word); !unspaced(r) {
		return s.byStem[stemOfWord(word)]
	}
	var out []int
	runes := []rune(word)
	for i := range runes {
		for n := 2; n <= maxRun && i+n <= len(runes); n++ {
			out = append(out, s.byRun[string(runes[i:i+n])]...)
		}
	}
	return out
}

// groupsOfPhrases returns the groups of the phrases in a question, of which these are all words.
func (s *synonyms) groupsOfPhrases(words []string) []int {
	var out []int
	for i, w := range words {
		for _, p := range s.phrases[stemOfWord(w)] {
			reach := words[i+1 : min(i+1+phraseReach, len(words))]
			if slices.ContainsFunc(reach, func(w string) bool { return stemOfWord(w) == p.second }) {
				out = append(out, p.group)
			}
		}
	}
	return out
}

// What the characters of a question in a script without spaces count for, against a
// word of other scripts. Pairs find words, and ideographs find the other words that
// share a part of their meaning: 恢复 and 修复 (to restore, to repair).
const (
	kanaWeight      = .1 // of two characters of Hiragana, which most endings are written in
	particleWeight  = .3 // of a pair with a Chinese particle
	ideographWeight = .8 // of one ideograph
)

// particles are Chinese characters used between words.
const particles = "的了是在和与與被们們这這那它他她也都就還还着過过"

// commonIdeographs have too many senses to count on their own.
const commonIdeographs = particles + "一二三四五六七八九十不最可要会會能有为為上下中大小到又再将將从從对對於于以及其所之个個人年月日時时间間分等或由因用"

func withoutQuestionRuns(question string) string {
	for _, w := range cues("only ask") {
		question = strings.ReplaceAll(question, w, " ")
	}
	return question
}

// runConcepts returns the concepts of a word that has characters of scripts without spaces, as far as the
// document has them: one for each pair of characters, or group of letters in alphabets.
func (x *vocabulary) runConcepts(word string, asked map[uint32]bool) []concept {
	var out []concept
	add := func(term uint32, weight float64) {
		if !asked[term] {
			asked[term] = true
			out = append(out, concept{[]uint32{term}, weight})
		}
	}
	word = withoutQuestionRuns(word)
	last := ' '
	for _, r := range word {
		if unspaced(r) && unspaced(last) && gramSize(r) == 2 {
			if id, ok := x.ids[string([]rune{last, r})]; ok {
				add(id, pairWeight(last, r))
			}
		}
		last = r
	}
	for _, rest := range strings.FieldsFunc(word, func(r rune) bool { return unspaced(r) && gramSize(r) == 2 }) {
		for _, t := range x.terms(nil, rest, false) {
			add(t, 1)
		}
	}
	return out
}

// pairWeight returns what a pair of characters counts for.
func pairWeight(a, b rune) float64 {
	switch {
	case unicode.Is(unicode.Hiragana, a) && unicode.Is(unicode.Hiragana, b):
		return kanaWeight
	case strings.ContainsRune(particles, a) || strings.ContainsRune(particles, b):
		return particleWeight
	}
	return 1
}

// maxIdeographs bounds the ideographs of a question that are looked for on their own.
const maxIdeographs = 64

// ideographConcepts returns a concept for each ideograph of a question: the terms that have it.
func (x *vocabulary) ideographConcepts(question string) []concept {
	var runes []rune
	for _, r := range withoutQuestionRuns(question) {
		if unicode.Is(unicode.Han, r) && len(runes) < maxIdeographs && !strings.ContainsRune(commonIdeographs, r) && !slices.Contains(runes, r) {
			runes = append(runes, r)
		}
	}
	if len(runes) == 0 {
		return nil
	}
	out := make([]concept, len(runes))
	for term, id := range x.ids {
		if r, _ := utf8.DecodeRuneInString(term); !unspaced(r) {
			continue
		}
		for _, r := range term {
			if k := slices.Index(runes, r); k >= 0 && !endsIn(out[k].terms, id) {
				out[k].terms = append(out[k].terms, id)
			}
		}
	}
	for k := range out {
		out[k].weight = ideographWeight
		slices.Sort(out[k].terms)
	}
	return slices.DeleteFunc(out, func(c concept) bool { return len(c.terms) == 0 })
}

func endsIn(terms []uint32, id uint32) bool { return len(terms) > 0 && terms[len(terms)-1] == id }
