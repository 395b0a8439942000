package phrases

import (
	"slices"
	"strings"
)

// Letters of the words that are repaired.
const (
	minTypo = 5
	maxTypo = 20
)

// anagrams finds longer English words, those within phrases included, and those of other
// languages that could be taken for one of them, by what stays the same when the inner
// letters are swapped.
type anagrams map[uint64][]anagram

type anagram struct {
	word    string
	foreign bool // stays as it is, and no word is repaired to it
}

// sumOf sums up the letters of a word, in any order.
func sumOf(word []byte) (sum uint64) {
	for _, c := range word {
		sum += uint64(c) * uint64(c) * uint64(c)
	}
	return sum
}

const hashStep = 0x9e3779b97f4a7c15

// signature sums up a word with its letters in any order but for the first and the last one.
func signature(sum uint64, first, last byte) uint64 {
	return (sum<<16 ^ uint64(first)<<8 ^ uint64(last)) * hashStep
}

// filter holds a bit for each of some hashes, and for others by chance.
type filter [1 << 16 / 64]uint64

func (f *filter) add(hash uint64) { f[hash>>54] |= 1 << (hash >> 48 % 64) }

func (f *filter) has(hash uint64) bool { return f[hash>>54]>>(hash>>48%64)&1 != 0 }

func anagramsOf(t *Trie) anagrams {
	x, seen := anagrams{}, make(map[string]bool)
	for _, foreign := range []bool{false, true} {
		for at, phrase := range t.words {
			if foreign != (t.entries[at].word.Langs&English == 0) {
				continue
			}
			for w := range strings.FieldsSeq(phrase) {
				if len(w) < minTypo || len(w) > maxTypo || seen[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
					continue
				}
				seen[w] = true
				if s := signature(sumOf([]byte(w)), w[0], w[len(w)-1]); !foreign || x[s] != nil {
					x[s] = append(x[s], anagram{w, foreign})
				}
			}
		}
	}
	return x
}

// Unscramble puts the inner letters of the Latin word at b[i] back in order, in
// place, if it is a scrambled English word of the lexicon: "ignroe" becomes
// "ignore". Words shorter than five letters stay as they are.
func (t *Trie) Unscramble(b []byte, i int) {
	end := i
	for end < len(b) && b[end]-'a' < 26 {
		end++
	}
	t.repair(b[i:end], sumOf(b[i:end]))
}

func (t *Trie) anagrams(signature uint64) []anagram {
	if !t.scrambled.has(signature) {
		return nil
	}
	return t.typos[signature]
}

// repair reports whether it has changed the word; sum is that of its letters.
func (t *Trie) repair(word []byte, sum uint64) bool {
	if len(word) < minTypo || len(word) > maxTypo {
		return false
	}
	repaired := ""
	for _, w := range t.anagrams(signature(sum, word[0], word[len(word)-1])) {
		switch {
		case string(word) == w.word:
			return false
		case repaired == "" && !w.foreign && swaps(word, w.word):
			repaired = w.word
		}
	}
	copy(word, repaired)
	return repaired != ""
}

// reverses reports whether a word is an English one of the lexicon with its letters turned round.
func (t *Trie) reverses(word []byte, sum uint64) bool {
	if len(word) < minTypo || len(word) > maxTypo {
		return false
	}
	isTurned := func(w anagram) bool {
		if w.foreign || len(w.word) != len(word) || w.word == string(word) {
			return false
		}
		for i := range w.word {
			if w.word[i] != word[len(word)-1-i] {
				return false
			}
		}
		return true
	}
	return slices.ContainsFunc(t.anagrams(signature(sum, word[len(word)-1], word[0])), isTurned)
}

func swaps(a []byte, b string) bool {
	var count [256]int8
	for i := range min(len(a), len(b)) {
		count[a[i]]++
		count[b[i]]--
	}
	return len(a) == len(b) && count == [256]int8{}
}
