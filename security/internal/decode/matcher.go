package decode

import "strings"

// matcher looks for many words at once. Each word is known by the blocks of
// three bytes at its start; as many of them as there are steps between two looks
// at the text, so that one is met wherever the word begins.
type matcher struct {
	stride int
	blocks [1 << 13]uint8 // index into words of the first with such a block, plus 1
	words  []matched
	groups uint8
}

type matched struct {
	word   string
	group  uint8
	offset uint8 // of the block
	next   uint8 // word with such a block
}

// newMatcher returns a matcher for words of at least size bytes.
func newMatcher(size int) *matcher { return &matcher{stride: size - 2} }

// add adds the words of a group, which is a bit.
func (m *matcher) add(group uint8, words ...string) {
	m.groups |= group
	for _, w := range words {
		for k := range m.stride {
			h := block(w[k], w[k+1], w[k+2])
			m.words = append(m.words, matched{w, group, uint8(k), m.blocks[h]})
			m.blocks[h] = uint8(len(m.words))
		}
	}
}

func block(a, b, c byte) uint32 {
	return (uint32(a) | uint32(b)<<8 | uint32(c)<<16) * 2654435761 >> 19
}

// find returns the groups whose words are in s.
func (m *matcher) find(s string) (groups uint8) {
	for i := 0; i+2 < len(s); i += m.stride {
		if c := m.blocks[block(s[i], s[i+1], s[i+2])]; c > 0 {
			groups |= m.verify(s, i, c)
		}
	}
	return groups
}

// verify returns the groups of the words that have the block at s[i].
func (m *matcher) verify(s string, i int, c uint8) (groups uint8) {
	for c > 0 {
		w := &m.words[c-1]
		if at := i - int(w.offset); at >= 0 && strings.HasPrefix(s[at:], w.word) {
			groups |= w.group
		}
		c = w.next
	}
	return groups
}
