package decode

import "strings"

// matcher looks for many words at once (Wu and Manber, A fast algorithm for
// multi-pattern searching, 1994): two bytes tell how far the next word can be.
type matcher struct {
	size   int // of the start of each word that is looked at, in bytes
	shift  [1 << 12]uint8
	chain  [1 << 12]uint8 // of the words whose start ends with two bytes: index into words, plus 1
	words  []matched
	groups uint8
}

type matched struct {
	word  string
	group uint8
	next  uint8
}

// newMatcher returns a matcher for words of at least size bytes.
func newMatcher(size int) *matcher {
	m := &matcher{size: size}
	for i := range m.shift {
		m.shift[i] = uint8(size - 1)
	}
	return m
}

// add adds the words of a group, which is a bit.
func (m *matcher) add(group uint8, words ...string) {
	m.groups |= group
	for _, w := range words {
		for k := 1; k < m.size; k++ {
			h := pair(w[k-1], w[k])
			m.shift[h] = min(m.shift[h], uint8(m.size-1-k))
		}
		h := pair(w[m.size-2], w[m.size-1])
		m.words = append(m.words, matched{w, group, m.chain[h]})
		m.chain[h] = uint8(len(m.words))
	}
}

func pair(a, b byte) int { return int(a&63)<<6 | int(b&63) }

// find returns the groups whose words are in s.
func (m *matcher) find(s string) (groups uint8) {
	for i := m.size - 1; i < len(s) && groups != m.groups; {
		h := pair(s[i-1], s[i])
		if step := m.shift[h]; step > 0 {
			i += int(step)
			continue
		}
		for c := m.chain[h]; c > 0; c = m.words[c-1].next {
			if w := &m.words[c-1]; strings.HasPrefix(s[i-m.size+1:], w.word) {
				groups |= w.group
			}
		}
		i++
	}
	return groups
}
