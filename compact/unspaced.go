package compact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What the characters of a question in a script without spaces count for, against a
// word of other scripts. Pairs find words, and ideographs find the other words that
// share a part of their meaning: 恢复 and 修复 (to restore, to repair).
const (
	kanaWeight      = .1 // of two characters of Hiragana, which most endings are written in
	particleWeight  = .3 // of a pair with a Chinese particle
	ideographWeight = .8 // of one ideograph
)

// questionRuns are the words of scripts without spaces that only ask, longest first.
var questionRuns = []string{
	"为什么", "為什麼", "什么", "什麼", "哪", "谁", "誰", "多少", "多久", "怎么", "怎样", "怎樣", "如何", "为何", "為何", "是否", "几", "幾", "吗", "嗎", "呢",
	"でしょうか", "ましたか", "でしたか", "ですか", "ますか", "なぜ", "どこ", "いつ", "いくら", "いくつ", "どの", "どれ", "どんな", "どう", "だれ", "どなた", "何",
	"อย่างไร", "เท่าไร", "เท่าไหร่", "ที่ไหน", "เมื่อไร", "เมื่อใด", "อะไร", "ทำไม", "ใคร", "กี่", "ไหน",
}

// particles are Chinese characters used between words.
const particles = "的了是在和与與被们們这這那它他她也都就還还着過过"

// commonIdeographs have too many senses to count on their own.
const commonIdeographs = particles + "一二三四五六七八九十不最可要会會能有为為上下中大小到又再将將从從对對於于以及其所之个個人年月日時时间間分等或由因用"

// withoutQuestionRuns returns a question with spaces for the words that only ask.
func withoutQuestionRuns(question string) string {
	for _, w := range questionRuns {
		question = strings.ReplaceAll(question, w, " ")
	}
	return question
}

// runConcepts returns the concepts of a word that has characters of scripts without
// spaces, as far as the document has them: one for each pair of characters, or
// group of letters in alphabets.
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

// ideographConcepts returns a concept for each ideograph of a question: the terms that
// have it.
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
