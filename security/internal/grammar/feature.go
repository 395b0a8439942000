package grammar

import (
	"math/bits"
	"unicode"
	"unicode/utf8"

	l "github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
)

// modelBits is the binary logarithm of the number of weights of the model.
const modelBits = 18

// Kinds of features.
const (
	wordFeature = iota + 1
	stemFeature
	pairFeature
	skipFeature
	classFeature
	imperativeFeature
	firstFeature
	classPairFeature
	lengthFeature
	ruleFeature
	openingFeature
)

// Bounds of the features of a sentence.
const (
	maxFeatures = 1024
	pairReach   = 64 // bytes between two items that make a pair
	stemLetters = 5
)

// features collects what a sentence looks like to the model: its words, pairs of
// words, classes of words and pairs of classes, each hashed to the index of a
// weight and counted once.
type features struct {
	list []uint32
	seen [2 * maxFeatures]seen // open addressing by the lower bits of the index
	turn uint32
}

// seen is a feature and the sentence that had it last.
type seen struct{ feature, turn uint32 }

// add notes a feature.
func (f *features) add(kind, a, b uint64) {
	if len(f.list) == maxFeatures {
		return
	}
	i := hashFeature(kind, a, b)
	at := i % uint32(len(f.seen))
	for f.seen[at].turn == f.turn {
		if f.seen[at].feature == i {
			return
		}
		at = (at + 1) % uint32(len(f.seen))
	}
	f.seen[at] = seen{i, f.turn}
	f.list = append(f.list, i)
}

// hashFeature returns the index of the weight of a feature.
func hashFeature(kind, a, b uint64) uint32 {
	h := (a*0x9e3779b97f4a7c15 ^ b) * 0xff51afd7ed558ccd
	h = (h ^ h>>29 ^ kind) * 0xc4ceb9fe1a85ec53
	return uint32(h >> (64 - modelBits))
}

// of returns the features of a sentence and of the rules that hold in it. They
// hold until the next call.
func (f *features) of(b []byte, s *sentence, matches []match) []uint32 {
	f.turn++
	if f.turn == 0 {
		clear(f.seen[:])
		f.turn = 1
	}
	f.list = f.list[:0]
	f.classes(s)
	f.words(b, s)
	for i := range matches {
		f.add(ruleFeature, uint64(matches[i].rule.group), uint64(matches[i].rule.weight*10))
	}
	return f.list
}

// classes adds the classes of the items, and those of items that stand close to
// each other.
func (f *features) classes(s *sentence) {
	for i := range s.items {
		it := &s.items[i]
		for c := uint64(it.class); c != 0; c &= c - 1 {
			n := uint64(bits.TrailingZeros64(c))
			f.add(classFeature, n, 0)
			if it.imperative {
				f.add(imperativeFeature, n, 0)
			}
			if i == 0 && it.line {
				f.add(firstFeature, n, 0)
			}
			for k := i + 1; k < len(s.items) && s.items[k].start < it.end+pairReach; k++ {
				if s.items[k].start < it.end {
					continue
				}
				for d := uint64(s.items[k].class); d != 0; d &= d - 1 {
					f.add(classPairFeature, n, uint64(bits.TrailingZeros64(d)))
				}
			}
		}
	}
}

// words adds the words of the sentence and their neighbours. Addresses count by
// their class only.
func (f *features) words(b []byte, s *sentence) {
	var last, before, count uint64
	item := 0
	for i := s.start; i < s.end; {
		for item < len(s.items) && (int(s.items[item].end) <= i || s.items[item].class != l.Link) {
			item++
		}
		if item < len(s.items) && int(s.items[item].start) <= i {
			i = int(s.items[item].end)
			continue
		}
		word, stem, n, next := readWord(b[:s.end], i)
		i = next
		if n == 0 {
			continue
		}
		count++
		f.add(wordFeature, word, 0)
		if n > stemLetters {
			f.add(stemFeature, stem, 0)
		}
		if count == 1 {
			f.opening(word, s.mask)
		}
		f.add(pairFeature, last, word)
		f.add(skipFeature, before, word)
		last, before = word, last
	}
	f.add(pairFeature, last, 0)
	f.add(lengthFeature, uint64(bits.Len64(count)), 0)
	f.add(lengthFeature, 100+min(count, 8), 0)
}

// opening adds the first word of a sentence, which tells orders from stories,
// with what the sentence speaks of.
func (f *features) opening(word uint64, mask l.Class) {
	f.add(openingFeature, word, 0)
	for c := uint64(mask); c != 0; c &= c - 1 {
		f.add(openingFeature, word, 1+uint64(bits.TrailingZeros64(c)))
	}
}

const (
	hashSeed = 0xcbf29ce484222325
	hashStep = 0x100000001b3
)

// readWord reads the word at b[i]: its hash, the hash of its first letters, how
// many it has, and where it ends. Of scripts without spaces a word is a
// character; no letters at all are one of none.
func readWord(b []byte, i int) (word, stem uint64, n, next int) {
	word = hashSeed
	for ; i < len(b) && b[i]-'a' < 26; i++ { // what most words are made of
		word = (word ^ uint64(b[i])) * hashStep
		if n++; n == stemLetters {
			stem = word
		}
	}
	for i < len(b) {
		c := rune(b[i])
		size := 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(b[i:])
			if free := freeScript(c); free && n > 0 {
				break
			} else if free {
				return (word ^ uint64(c)) * hashStep, 0, 1, i + size
			}
			if !unicode.IsLetter(c) && !unicode.IsMark(c) {
				break
			}
		} else if c >= '0' && c <= '9' {
			c = '0'
		} else if c < 'a' || c > 'z' {
			break
		}
		word = (word ^ uint64(c)) * hashStep
		if n++; n == stemLetters {
			stem = word
		}
		i += size
	}
	if n == 0 {
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return word, stem, n, i
}
