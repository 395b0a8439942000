package lexicon

import "math/bits"

// startLen is how many letters of an entry lead straight to its node.
const startLen = 4

const numStarts = 26 * 26 * 26 * 26

// starts knows what entries start with: a bit for each startLen letters from a
// to z, and for each bit that is set the node behind these letters.
type starts struct {
	bits  [(numStarts + 63) / 64]uint64
	ranks [(numStarts + 63) / 64]uint16 // bits that are set before
	nodes []int32                       // 0 if a shorter entry has to be looked for too
	short bool                          // one letter may start words of more
}

// startOf numbers the first letters of a word; n is how many of them are letters
// from a to z, startLen at most.
func startOf[T string | []byte](word T) (index, n int) {
	for n < startLen && n < len(word) && word[n]-'a' < 26 {
		index = index*26 + int(word[n]-'a')
		n++
	}
	return index, n
}

// begin notes the starts of all entries. An entry of fewer letters is a start of
// words only if more letters may follow it.
func (t *Trie) begin() {
	for _, n := range t.nodes {
		t.keys = append(t.keys, n.key)
	}
	for at, word := range t.words {
		t.starts.short = t.starts.short || len(word) == 1 && t.entries[at].prefix
	}
	each := func(do func(index int, node int32)) {
		for at, word := range t.words {
			index, n := startOf(word)
			switch {
			case n == startLen:
				do(index, t.walk(word[:n]))
			case n == len(word) && t.entries[at].prefix:
				span := 1
				for ; n < startLen; n++ {
					index, span = index*26, span*26
				}
				for i := index; i < index+span; i++ {
					do(i, 0)
				}
			}
		}
	}
	s := &t.starts
	each(func(i int, _ int32) { s.bits[i>>6] |= 1 << (i & 63) })
	set := 0
	for i, w := range s.bits {
		s.ranks[i] = uint16(set)
		set += bits.OnesCount64(w)
	}
	s.nodes = make([]int32, set)
	each(func(i int, node int32) { s.nodes[s.rank(i)] = node })
	each(func(i int, node int32) {
		if node == 0 {
			s.nodes[s.rank(i)] = 0
		}
	})
}

// rank returns how many starts come before the one of an index.
func (s *starts) rank(i int) int {
	return int(s.ranks[i>>6]) + bits.OnesCount64(s.bits[i>>6]&(1<<(i&63)-1))
}

// walk returns the node behind letters that an entry starts with.
func (t *Trie) walk(letters string) int32 {
	at := t.first[letters[0]]
	for i := 1; i < len(letters); i++ {
		at = t.step(&t.nodes[at], letters[i])
	}
	return at
}

// start returns a node from which to look for the entries that b starts with,
// and how many bytes lead there; the node is 0 if there are none. Most words of
// ordinary text end here.
func (t *Trie) start(b []byte, free bool) (node int32, n int) {
	if free {
		return t.first[b[0]], 1
	}
	index, n := startOf(b)
	switch {
	case n == startLen:
		if t.starts.bits[index>>6]&(1<<(index&63)) == 0 {
			return 0, 0
		}
		if node := t.starts.nodes[t.starts.rank(index)]; node != 0 {
			return node, n
		}
	case n > 1 && !t.starts.short:
		return t.pair[b[0]-'a'][b[1]-'a'], 2
	}
	return t.first[b[0]], 1
}
