package injection

import (
	"math/bits"
	"regexp"
	"sync"
	"unicode"
)

// concealed holds texts that a page hides at first, such as a closed menu. The set
// of their word runs is built at the first call of holds.
type concealed struct {
	texts []string
	runs  map[uint64]struct{}
}

const runLength = 3

// holds reports whether the texts contain at least half of the word runs of a
// passage of Markdown.
func (c *concealed) holds(passage string) bool {
	if c.runs == nil {
		c.runs = make(map[uint64]struct{})
		for _, text := range c.texts {
			eachRun(text, func(run uint64) { c.runs[run] = struct{}{} })
		}
	}
	all, held := 0, 0
	eachRun(targets().ReplaceAllString(passage, ""), func(run uint64) {
		all++
		if _, ok := c.runs[run]; ok {
			held++
		}
	})
	return all > 0 && 2*held >= all
}

// eachRun yields a hash of every runLength words in a row; a text with fewer words
// yields one hash of them all. Words consist of letters and digits; every letter
// from U+2E80 on, such as a Chinese one, is a word by itself.
func eachRun(text string, yield func(uint64)) {
	var last [runLength]uint64
	n := 0
	add := func(word uint64) {
		copy(last[:], last[1:])
		last[runLength-1] = word
		if n++; n >= runLength {
			yield(mixBits(mixBits(last[0])^last[1]) ^ last[2])
		}
	}
	word := uint64(0)
	for _, r := range text {
		ideograph := r >= 0x2e80 && unicode.IsLetter(r)
		if !ideograph && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			word = mixBits(word ^ uint64(unicode.ToLower(r)))
			continue
		}
		if word != 0 {
			add(word)
			word = 0
		}
		if ideograph {
			add(mixBits(uint64(r)))
		}
	}
	if word != 0 {
		add(word)
	}
	if n > 0 && n < runLength {
		yield(mixBits(mixBits(last[0])^last[1]) ^ last[2])
	}
}

// targets matches the targets of the links of Markdown.
var targets = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\]\([^)]*\)?`) })

// mixBits has all bits of a number count in all others.
func mixBits(h uint64) uint64 {
	hi, lo := bits.Mul64(h^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return hi ^ lo
}
