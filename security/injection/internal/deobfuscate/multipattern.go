package deobfuscate

import (
	"math"
	"strings"
)

// multiPattern looks for many words at once. Each word is known by the blocks of
// three bytes at its start; as many of them as there are steps between two looks
// at the text, so that one is met wherever the word begins.
type multiPattern struct {
	stride int
	blocks [1 << 13]uint8 // index into words of the first with such a block, plus 1
	words  []matched
	groups uint8
}

type matched struct {
	word   string
	whole  bool // ends where a word does
	group  uint8
	offset uint8 // of the block
	next   uint8 // word with such a block
}

// newMultiPattern returns a matcher for words of at least size bytes.
func newMultiPattern(size int) *multiPattern { return &multiPattern{stride: size - 2} }

// wordEnd is the sign for the end of a word.
const wordEnd = "|"

// add adds the words of a group, which is a bit. A word that ends with wordEnd
// is none if a letter follows it.
func (m *multiPattern) add(group uint8, words ...string) {
	m.groups |= group
	for _, w := range words {
		w, whole := strings.CutSuffix(w, wordEnd)
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

// lastTrigramHash is block for the last three bytes of a text.
func lastTrigramHash(s string) uint32 {
	return hashTrigram(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16)
}

func hashTrigram(b uint32) uint32 { return b << 8 * 2654435761 >> 19 }

// find returns the groups whose words are in s.
func (m *multiPattern) find(s string) (groups uint8) {
	for i := 0; i < len(s); i += m.stride {
		at, found := m.next(s, i)
		groups |= found
		i = at
	}
	return groups
}

// next returns where s has a word from about i on, and the groups of the words
// there; past any place if there is none.
func (m *multiPattern) next(s string, i int) (at int, groups uint8) {
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
func (m *multiPattern) verify(s string, i int, c uint8) (groups uint8) {
	for c > 0 {
		w := &m.words[c-1]
		if at := i - int(w.offset); at >= 0 && strings.HasPrefix(s[at:], w.word) {
			if end := at + len(w.word); !w.whole || end == len(s) || !wordByte(s[end]) {
				groups |= w.group
			}
		}
		c = w.next
	}
	return groups
}
