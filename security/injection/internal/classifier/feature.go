package classifier

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"unicode/utf8"

	l "github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

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
	lettersFeature
	foreignFeature // the sentence has items that English doesn't know
)

// Bounds of the features of a sentence.
const (
	maxFeatures = 2048
	pairReach   = 64 // characters between two items that make a pair
)

type features struct {
	list []uint32                // once each
	seen [2 * maxFeatures]uint32 // features, with the turn of their sentence in the upper eight bits
	turn uint8
}

func (f *features) add(kind, a, b uint64) { f.addSpread(kind, a*hashSpread, b) }

// addSpread adds a feature once, up to maxFeatures of them.
func (f *features) addSpread(kind, a, b uint64) {
	feature := hashFeature(kind, a, b)
	entry := uint32(f.turn)<<weights.FeatureBits | feature
	at := feature % uint32(len(f.seen))
	for f.seen[at]>>weights.FeatureBits == uint32(f.turn) {
		if f.seen[at] == entry {
			return
		}
		at = (at + 1) % uint32(len(f.seen))
	}
	if len(f.list) < maxFeatures {
		f.seen[at] = entry
		f.list = append(f.list, feature)
	}
}

// hashSpread spreads the first of two numbers that make a feature.
const hashSpread = 0x9e3779b97f4a7c15

// hashFeature returns the number of a feature, below weights.Features; a is spread.
func hashFeature(kind, a, b uint64) uint32 {
	h := (a ^ b) * 0xff51afd7ed558ccd
	h = (h ^ h>>29 ^ kind) * 0xc4ceb9fe1a85ec53
	return uint32(h >> (64 - weights.FeatureBits))
}

// said returns the features of a sentence and of the rules that hold in it, but for runs of letters. They
// hold until the next call.
func (f *features) said(b []byte, s *sentence, matches []match) []uint32 {
	f.turn++
	if f.turn == 0 {
		clear(f.seen[:])
		f.turn = 1
	}
	f.list = f.list[:0]
	f.classes(b, s)
	f.words(b, s)
	for i := range matches {
		f.add(ruleFeature, matches[i].rule.key, 0)
	}
	return f.list
}

// classes adds the classes of the items, and those of items that stand close to
// each other.
func (f *features) classes(b []byte, s *sentence) {
	names := &rules().names
	text := b[s.start:s.end]
	reach := int32(pairReach * len(text) / max(1, utf8.RuneCount(text)))
	for i := range s.items {
		it := &s.items[i]
		for class := range it.class.All() {
			n := names[class]
			f.add(classFeature, n, 0)
			if it.imperative {
				f.add(imperativeFeature, n, 0)
			}
			if i == 0 && it.line {
				f.add(firstFeature, n, 0)
			}
			for k := i + 1; k < len(s.items) && s.items[k].start < it.end+reach; k++ {
				for other := range s.items[k].class.All() {
					if s.items[k].start >= it.end {
						f.add(classPairFeature, n, names[other])
					}
				}
			}
		}
	}
}

// words adds the words of the sentence and their neighbours. Addresses count by
// their class only.
func (f *features) words(b []byte, s *sentence) {
	var last, before, count uint64 // the words before are spread
	links := s.items
	from, to := nextLink(&links)
	b = b[:s.end]
	for i := s.start; i < s.end; {
		if b[i] == ' ' {
			i++
			continue
		}
		for to <= i {
			from, to = nextLink(&links)
		}
		if from <= i {
			i = to
			continue
		}
		word, stem, n, next := readWord(b, i)
		if i = next; n == 0 {
			continue
		}
		spread := word * hashSpread
		f.addSpread(wordFeature, spread, 0)
		if n > stemLetters {
			f.add(stemFeature, stem, 0)
		}
		if count++; count == 1 { // it distinguishes orders from stories, with what the sentence speaks of
			f.addSpread(openingFeature, spread, 0)
			for class := range s.mask.All() {
				f.addSpread(openingFeature, spread, rules().names[class])
			}
		}
		f.addSpread(pairFeature, last, word)
		f.addSpread(skipFeature, before, word)
		last, before = spread, last
	}
	f.addSpread(pairFeature, last, 0)
	f.add(lengthFeature, uint64(bits.Len64(count)), 0)
	f.add(lengthFeature, 100+min(count, 8), 0)
	if s.foreign {
		f.add(foreignFeature, 0, 0)
	}
}

// letters adds each run of four characters, digits taken for one and spaces together:
// parts of words, endings, and the signs that turns, code and quotations are made
// of. Addresses are left out.
func (f *features) letters(b []byte, s *sentence) {
	links := s.items
	for i := s.start; i < s.end; {
		from, to := nextLink(&links)
		f.runs(bytes.TrimSpace(b[i:max(i, min(from, s.end))]))
		i = max(i, to)
	}
}

func (f *features) runs(b []byte) {
	run, all := uint32(' '), byte(0)
	for i, c := range b {
		all |= c
		if c = foldASCII[c]; c == ' ' && run&0xff == ' ' {
			continue
		}
		if run = run<<8 | uint32(c); i >= 2 && run&0x80808080 == 0 {
			f.add(lettersFeature, uint64(run), 0)
		}
	}
	if run = run<<8 | ' '; len(b) >= 2 && run&0x80808080 == 0 {
		f.add(lettersFeature, uint64(run), 0)
	}
	if all >= utf8.RuneSelf {
		f.foreignRuns(b)
	}
}

// foreignRuns adds the runs with a character beyond ASCII. Of Hangul, where a syllable is a character,
// they are of two and of three; ideographs have none, since their neighbours are pairs of words.
func (f *features) foreignRuns(b []byte) {
	run := uint64(' ')
	for i := 0; i <= len(b); {
		c, size := rune(' '), 1
		if i < len(b) {
			c, size = utf8.DecodeRune(b[i:])
		}
		i += size
		if c < utf8.RuneSelf {
			c = rune(foldASCII[c])
		}
		before := rune(run & 0xffff)
		if c == ' ' && before == ' ' {
			continue
		}
		switch run = run<<16 | uint64(c&0xffff); {
		case hangul(c) || hangul(before):
			f.add(lettersFeature, run&(1<<32-1), 0)
			f.add(lettersFeature, run&(1<<48-1), 0)
		case run>>48 != 0 && run&0xff80ff80ff80ff80 != 0 && !ideograph(c) && !ideograph(before):
			f.add(lettersFeature, run, 0)
		}
	}
}

func hangul(c rune) bool { return c >= 0xac00 && c <= 0xd7a3 }

var foldASCII = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if i <= ' ' || i == '|' {
			t[i] = ' '
		} else if i >= '0' && i <= '9' {
			t[i] = '0'
		}
	}
	return t
}()

// nextLink removes the items up to and including the next address, and returns the
// span of the address, or math.MaxInt twice if no address is left.
func nextLink(items *[]taggedPhrase) (start, end int) {
	for i, it := range *items {
		if it.class.Has(l.Link) {
			*items = (*items)[i+1:]
			return int(it.start), int(it.end)
		}
	}
	*items = nil
	return math.MaxInt, math.MaxInt
}

// Sample is a sentence as the trainer of the model sees it.
type Sample struct {
	Start, End int
	Features   []uint32
	Rules      []RuleWeight
}

// RuleWeight is the weight of a rule that matches a sentence, after the discounts for
// its surroundings. Of the rules of a group, only the heaviest counts.
type RuleWeight struct {
	Group   int
	Weight  float64
	Feature uint32 // the model's feature of the rule
}

// Samples returns the sentences of folded text that is a part of page. With add,
// the text is added to the page first.
func Samples(b []byte, page *Page, add bool) []Sample {
	mem := pool.Get().(*scanBuffers)
	defer mem.release()
	mem.reset(b)
	c := documentScan{Options: Options{Page: page, Add: add}, b: b, model: Stored(), scratch: mem}
	var list []Sample
	for _, s := range c.sentences() {
		out := Sample{Start: s.start, End: s.end}
		if !s.mask.IsEmpty() {
			mem.features.said(b, &s.sentence, s.matches)
			mem.features.letters(b, &s.sentence)
			out.Features = slices.Clone(mem.features.list)
		}
		for _, m := range s.matches {
			out.Rules = append(out.Rules, RuleWeight{m.rule.group, m.weight * c.factor(m), hashFeature(ruleFeature, m.rule.key*hashSpread, 0)})
		}
		list = append(list, out)
	}
	return list
}

// Parts returns the features of each rule, of each class of words, and of sentences with words of other
// languages ("foreign"), by their names.
func Parts() map[string][]uint32 {
	parts := map[string][]uint32{"foreign": {hashFeature(foreignFeature, 0, 0)}}
	t := rules()
	list := slices.Clone(t.list)
	for _, r := range t.coded {
		list = append(list, *r)
	}
	for _, r := range list {
		parts["rule "+r.id] = []uint32{hashFeature(ruleFeature, r.key*hashSpread, 0)}
	}
	for class, name := range t.names {
		var list []uint32
		for _, kind := range []uint64{classFeature, imperativeFeature, firstFeature} {
			list = append(list, hashFeature(kind, name*hashSpread, 0))
		}
		for _, other := range t.names {
			list = append(list, hashFeature(classPairFeature, name*hashSpread, other), hashFeature(classPairFeature, other*hashSpread, name))
		}
		parts["class "+l.Class(class).String()] = list
	}
	return parts
}
