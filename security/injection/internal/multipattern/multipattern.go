// Package multipattern searches a text for many words at once, with fewer lookups than the text has bytes.
package multipattern

import (
	"math"
	"strings"
)

// Matcher searches for words, which are in groups. It reads three bytes of the text at
// every stride-th offset and looks them up in a table. The table has the three bytes
// at each of the first stride offsets of each word, so that the search meets one of
// them wherever the word begins.
type Matcher struct {
	stride int
	blocks [1 << 13]uint8 // index into words of the first with such a block, plus 1
	words  []matched
	inWord func(byte) bool
}

type matched struct {
	word   string
	whole  bool // ends where a word does
	group  uint8
	offset uint8 // of the block
	next   uint8 // word with such a block
}

// New returns a matcher for words of at least size bytes; size is 3 or more. inWord reports
// whether a byte may continue a word; it is called for words that end with WordEnd.
func New(size int, inWord func(byte) bool) *Matcher {
	return &Matcher{stride: size - 2, inWord: inWord}
}

// WordEnd, at the end of a word passed to Add, requires that the word of the text ends there too.
const WordEnd = "|"

// Add adds the words of a group, which is a bit. A word that ends with WordEnd matches only
// if no byte of a word follows. A matcher for words of size bytes has room for 255/(size-2)
// words in all.
func (m *Matcher) Add(group uint8, words ...string) {
	for _, w := range words {
		w, whole := strings.CutSuffix(w, WordEnd)
		for k := range m.stride {
			h := lastTrigramHash(w[k:])
			m.words = append(m.words, matched{w, whole, group, uint8(k), m.blocks[h]})
			m.blocks[h] = uint8(len(m.words))
		}
	}
}

// trigramHash hashes the first three bytes of four.
func trigramHash(s string) uint32 {
	_ = s[3]
	return hashTrigram(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
}

// lastTrigramHash is trigramHash for texts of which only three bytes are left.
func lastTrigramHash(s string) uint32 {
	return hashTrigram(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16)
}

func hashTrigram(b uint32) uint32 { return b << 8 * 2654435761 >> 19 }

// Find returns the groups whose words are in s.
func (m *Matcher) Find(s string) (groups uint8) {
	for i := 0; i < len(s); i += m.stride {
		at, found := m.Next(s, i)
		groups |= found
		i = at
	}
	return groups
}

// Next returns an offset from i on at which it found a word, and the groups of the words
// there. The words may begin up to stride-1 bytes before it. Without a word it
// returns an offset beyond any text.
func (m *Matcher) Next(s string, i int) (at int, groups uint8) {
	for ; i+3 < len(s); i += m.stride {
		if c := m.blocks[trigramHash(s[i:])]; c > 0 {
			if groups = m.verify(s, i, c); groups != 0 {
				return i, groups
			}
		}
	}
	if i+2 < len(s) {
		if c := m.blocks[lastTrigramHash(s[i:])]; c > 0 {
			if groups = m.verify(s, i, c); groups != 0 {
				return i, groups
			}
		}
	}
	return math.MaxInt / 2, 0
}

// verify returns the groups of the words that have the block at s[i].
func (m *Matcher) verify(s string, i int, c uint8) (groups uint8) {
	for c > 0 {
		w := &m.words[c-1]
		if at := i - int(w.offset); at >= 0 && strings.HasPrefix(s[at:], w.word) {
			if end := at + len(w.word); !w.whole || end == len(s) || !m.inWord(s[end]) {
				groups |= w.group
			}
		}
		c = w.next
	}
	return groups
}
