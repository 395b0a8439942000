package compact

import (
	"cmp"
	_ "embed"
	"maps"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

type query struct {
	concepts   []concept
	facts      facts
	answers    bool            // sentences that put an answer off count less: the question isn't "When will it be announced?"
	words      map[string]bool // in lower case
	years      map[uint32]bool // that it names
	otherYears map[uint32]bool // the other years of the document; nil if it names none
}

func (m *docIndex) parseQuestion(question string) query {
	q := query{facts: askedFacts(question), answers: !asksDeferred(question), words: map[string]bool{}, years: map[uint32]bool{}}
	for _, w := range allWords(question) {
		q.words[strings.ToLower(w)] = true
	}
	for w := range strings.FieldsFuncSeq(asciiDigits(question), func(r rune) bool { return r < '0' || r > '9' }) {
		if id, ok := m.vocab.ids[w]; ok && isYear(w) {
			q.years[id] = true
		}
		q.words[w] = true
	}
	if len(q.years) > 0 {
		q.otherYears = map[uint32]bool{}
		for term, id := range m.vocab.ids {
			if isYear(term) && !q.years[id] {
				q.otherYears[id] = true
			}
		}
	}
	words, asked := questionWords(question), map[uint32]bool{}
	weights := make([]float64, len(words)) // of the forms and synonyms of each word
	ideographs := map[rune]float64{}
	letters := 1.0
	if strings.ContainsFunc(question, func(r rune) bool { return gramSize(r) == 2 }) {
		letters = lettersWeight
	}
	add := func(text string, weight float64) {
		if strings.Trim(text, hiragana) == "" {
			weight *= hiraganaWeight
		}
		for _, t := range m.vocab.terms(nil, text, false) {
			if !asked[t] {
				asked[t] = true
				q.concepts = append(q.concepts, concept{[]uint32{t}, weight})
			}
		}
	}
	for i, w := range words {
		if weights[i] = missingWord; len(m.vocab.terms(nil, w, false)) > 0 {
			weights[i] = knownWord
		}
		if r, _ := utf8.DecodeRuneInString(w); gramSize(r) != 2 {
			add(withoutQuestionRuns(w), letters)
			continue
		}
		for part := range strings.FieldsSeq(withoutQuestionRuns(w)) {
			runes := []rune(part)
			shares := m.nameShares(runes)
			for k, r := range runes {
				ideographs[fold(r)] = max(ideographs[fold(r)], shares[k])
				if k > 0 {
					add(string(runes[k-1:k+1]), max(shares[k-1], shares[k]))
				}
			}
		}
	}
	for _, behind := range strings.Split(question, "哪")[1:] {
		noun := []rune(behind)
		for _, r := range noun[:min(len(noun), askedNoun)] {
			ideographs[fold(r)] = max(ideographs[fold(r)], askedWeight)
		}
	}
	q.concepts = append(q.concepts, m.vocab.ideographConcepts(question, ideographs)...)
	groups := map[int]float64{}
	for i, w := range words {
		if i < maxForms {
			if forms := m.vocab.related(w, asked); len(forms) > 0 {
				q.concepts = append(q.concepts, concept{forms, weights[i]})
			}
		}
		for _, g := range groupsOf(w) {
			groups[g] = max(groups[g], weights[i])
		}
	}
	for _, g := range slices.Sorted(maps.Keys(groups)) {
		var terms []uint32
		for _, w := range loadSynonyms().groups[g] {
			for _, t := range m.vocab.terms(nil, w, false) {
				if !asked[t] && !slices.Contains(terms, t) {
					terms = append(terms, t)
				}
			}
		}
		if len(terms) > 0 {
			q.concepts = append(q.concepts, concept{terms, groups[g]})
		}
	}
	return q
}

// maxForms is how many words of a question are looked for in other forms: each is compared with every term of
// the document.
const maxForms = 64

//go:embed synonyms.txt
var synonymText string

//go:embed irregular.txt
var irregularText string

type synonyms struct {
	groups [][]string       // the words of each
	of     map[string][]int // the groups that have a word of this stem, or this word of a script without spaces
}

// loadSynonyms reads synonyms.txt and irregular.txt, once, when a question is asked first.
var loadSynonyms = sync.OnceValue(func() *synonyms {
	s := &synonyms{of: map[string][]int{}}
	for line := range strings.Lines(synonymText + irregularText) {
		words := strings.Fields(line)
		if len(words) == 0 || line[0] == '#' {
			continue
		}
		for _, w := range words {
			if r, size := utf8.DecodeRuneInString(w); !unspaced(r) {
				w = stemOfWord(w)
			} else if size == len(w) {
				continue // one character has too many senses
			}
			w = foldWord(w)
			if list := s.of[w]; len(list) == 0 || list[len(list)-1] != len(s.groups) {
				s.of[w] = append(list, len(s.groups))
			}
		}
		s.groups = append(s.groups, words)
	}
	return s
})

func stemOfWord(word string) string {
	return string(stem([]byte(foldWord(word))))
}

const maxRun = 4

func groupsOf(word string) []int {
	of := loadSynonyms().of
	if r, _ := utf8.DecodeRuneInString(word); !unspaced(r) {
		return of[stemOfWord(word)]
	}
	var out []int
	runes := []rune(foldWord(word))
	for i := range runes {
		for n := 2; n <= maxRun && i+n <= len(runes); n++ {
			out = append(out, of[string(runes[i:i+n])]...)
		}
	}
	return out
}

// Pairs of characters find words, and ideographs find the other words that share a part of their meaning: 恢复 and
// 修复 (to restore, to repair).
const (
	ideographWeight = .8  // of one ideograph, against a word
	lettersWeight   = 3   // of a word in letters or digits among ideographs: about as much as the pairs and ideographs of a word of two
	askedWeight     = 1.5 // times that, of one that names what is asked for: 河 of 哪条河 (which river)
	askedNoun       = 3   // characters behind 哪 that may be such
	hiraganaWeight  = .1  // of a pair of Hiragana, which most endings are written in
	hiragana        = "ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろわをんー"
	maxIdeographs   = 64 // of a question that are looked for on their own
	// commonIdeographs have too many senses to count on their own.
	commonIdeographs = "的了是在和与被们这那它他她也都就还着过一二三四五六七八九十不最可要会能有为上下中大小到又再将从对于以及其所之个人年月日时间分等或由因用"
)

// nameShares returns the share of its weight that each character of a question has. A name that the document
// repeats, such as 美国广播公司, weighs no more than one of fullName characters: else its many pairs outweigh
// what is asked about it.
func (m *docIndex) nameShares(question []rune) []float64 {
	shares := slices.Repeat([]float64{1}, len(question))
	for i := 0; i < min(len(question), maxIdeographs); {
		n := fullName
		for i+n < len(question) && n < maxIdeographs && m.repeats(string(question[i:i+n+1])) {
			n++
		}
		if n == fullName {
			i++
			continue
		}
		full := fullName
		if float64(strings.Count(m.md, string(question[i:i+n]))) > topicShare*float64(len(m.units)) {
			full = topicName
		}
		for k := i; k < i+n; k++ {
			shares[k] = float64(full-1) / float64(n-1)
		}
		i += n
	}
	return shares
}

const (
	fullName   = 4  // characters of the longest name that weighs in full
	topicName  = 2  // and of one that the document is about
	topicShare = .3 // of its units that have such a name
)

func (m *docIndex) repeats(text string) bool {
	_, rest, _ := strings.Cut(m.md, text)
	return strings.Contains(rest, text)
}

func withoutQuestionRuns(question string) string {
	for _, w := range cues("only ask") {
		question = strings.ReplaceAll(question, w, " ")
	}
	return question
}

func (x *vocabulary) ideographConcepts(question string, shares map[rune]float64) []concept {
	var runes []rune
	for _, r := range foldWord(withoutQuestionRuns(question)) {
		if unicode.Is(unicode.Han, r) && len(runes) < maxIdeographs && !strings.ContainsRune(commonIdeographs, r) && !slices.Contains(runes, r) {
			runes = append(runes, r)
		}
	}
	if len(runes) == 0 {
		return nil
	}
	out := make([]concept, len(runes))
	for term, id := range x.ids {
		for i, r := range term {
			if k := slices.Index(runes, r); k >= 0 && strings.IndexRune(term, r) == i {
				out[k].terms = append(out[k].terms, id)
			}
		}
	}
	for k := range out {
		out[k].weight = ideographWeight * cmp.Or(shares[runes[k]], 1)
		slices.Sort(out[k].terms)
	}
	return slices.DeleteFunc(out, func(c concept) bool { return len(c.terms) == 0 })
}

// questionWords are the words of a question that say what it is about; all of them if none does.
func questionWords(question string) []string {
	if out := contentWords(question); len(out) > 0 {
		return out
	}
	return allWords(question)
}

func contentWords(text string) []string {
	return slices.DeleteFunc(allWords(text), func(w string) bool { return functionWord(strings.ToLower(w)) })
}

func allWords(question string) []string {
	var out []string
	start, last := -1, ' '
	for i, r := range question + " " {
		mark := unicode.Is(unicode.M, r)
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r) || mark
		if start >= 0 && (!inWord || !mark && gramSize(r) != gramSize(last)) {
			out, start = append(out, question[start:i]), -1
		}
		if inWord && start < 0 {
			start = i
		}
		if !mark {
			last = r
		}
	}
	return out
}

func functionWord(w string) bool { return isWord(functionWords, w) }
