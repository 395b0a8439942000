package compact

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"
)

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

// phraseReach is how many words after the first word of a phrase the second one is at
// most: "turn the second heater off".
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

// stemOfWord is the term of one word.
func stemOfWord(word string) string {
	return string(stem([]byte(foldWord(word))))
}

// groupsOf returns the groups that a word of a question belongs to. Of a run of
// characters without spaces, the groups of all words in it.
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

// groupsOfPhrases returns the groups of the phrases in a question, of which these are all
// words.
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
