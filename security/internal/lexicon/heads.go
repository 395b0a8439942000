package lexicon

import (
	"encoding/binary"
	"math/bits"
)

// stemLen is how many letters of a stem are looked at.
const stemLen = 4

// Sizes of the tables of heads, as powers of two.
const (
	slotBits  = 14
	knownBits = 17
	stemBits  = 15
)

// heads knows the words of Latin letters that entries begin with, so that most
// words of a text are passed by after one look.
type heads struct {
	known [1 << knownBits / 64]uint64 // a bit for each head
	slots [1 << slotBits]head         // open addressing; the key 0 is a free one
	stems [1 << stemBits / 64]uint64  // a bit for what words start with that have to be read by letters
}

// head is a word that entries begin with.
type head struct {
	key   uint64 // its letters
	node  int32  // behind its letters; 0 if an entry may end within the word
	entry int32  // that the word is, -1 for none
	next  uint32 // what longer entries go on with
}

// Bits of head.next beside those of the letters that the next word begins with.
const (
	nextSign = 1 << 31 // a sign or a letter beyond ASCII follows the word
	nextOdd  = 1 << 30 // the next word begins with one
)

// fill enters what all entries begin with. Heads that are too long for a number
// and entries with an open ending are stems.
func (h *heads) fill(t *Trie) {
	for i, w := range t.words {
		n := 0
		for n < len(w) && w[n]-'a' < 26 {
			n++
		}
		if n == 0 {
			continue
		}
		if n > maxKey || n == len(w) && t.entries[i].prefix {
			h.stem(w[:n])
		}
		if n <= maxKey {
			h.enter(w[:n], t)
		}
	}
}

func (h *heads) enter(word string, t *Trie) {
	key, _ := keyAt([]byte(word), 0)
	hash := hashOf(key)
	h.known[hash>>(64-knownBits)/64] |= 1 << (hash >> (64 - knownBits) % 64)
	for i := hash >> (64 - slotBits); ; i = (i + 1) % uint64(len(h.slots)) {
		if s := &h.slots[i]; s.key == 0 || s.key == key {
			node := t.behind(word)
			*s = head{key, node, t.nodes[node].entry, t.next(node)}
			return
		}
	}
}

// behind returns the node behind a word that entries begin with, 0 if a shorter
// entry is the beginning of the word.
func (t *Trie) behind(word string) (at int32) {
	for i := range len(word) {
		if n := &t.nodes[at]; n.entry >= 0 && t.entries[n.entry].prefix {
			return 0
		}
		at = t.step(&t.nodes[at], word[i])
	}
	return at
}

// next returns what the entries behind the node of a word go on with.
func (t *Trie) next(at int32) (next uint32) {
	n := &t.nodes[at]
	others := int(n.count) - bits.OnesCount32(n.letters)
	if gap := t.step(n, ' '); gap != 0 {
		others--
		g := &t.nodes[gap]
		next = g.letters
		if int(g.count) > bits.OnesCount32(g.letters) {
			next |= nextOdd
		}
	}
	if others > 0 {
		next |= nextSign
	}
	return next
}

// stem enters the first letters of a word; of a shorter one, all that may follow.
func (h *heads) stem(word string) {
	if len(word) < stemLen {
		for c := 'a'; c <= 'z'; c++ {
			h.stem(word + string(c))
		}
		return
	}
	bit := stemBit([]byte(word))
	h.stems[bit/64] |= 1 << (bit % 64)
}

// find returns what is known of a word of n letters, nil if nothing is.
func (h *heads) find(key uint64, n int) *head {
	if n > maxKey {
		return nil
	}
	hash := hashOf(key)
	if h.known[hash>>(64-knownBits)/64]>>(hash>>(64-knownBits)%64)&1 == 0 {
		return nil
	}
	for i := hash >> (64 - slotBits); ; i = (i + 1) % uint64(len(h.slots)) {
		switch s := &h.slots[i]; s.key {
		case key:
			return s
		case 0:
			return nil
		}
	}
}

// goesOn reports whether what follows a head in text may be the rest of a longer
// entry.
func (h *head) goesOn(rest []byte) bool {
	if len(rest) < 2 || !Separator(rest[0]) {
		return h.next&nextSign != 0
	}
	if c := rest[1] - 'a'; c < 26 {
		return h.next>>c&1 != 0
	}
	return h.next&nextOdd != 0 || Separator(rest[1])
}

// stemmed reports whether a word of at least stemLen letters may start with a
// stem.
func (h *heads) stemmed(word []byte) bool {
	bit := stemBit(word)
	return h.stems[bit/64]>>(bit%64)&1 != 0
}

func hashOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

func stemBit(word []byte) uint32 {
	return binary.LittleEndian.Uint32(word[:stemLen]) * 2654435761 >> (32 - stemBits)
}

// Word returns the shortest and the longest entry that start with the Latin word
// at b[i], as [Trie.Find] does, and where the letters of the word end. Scrambled
// words are repaired on the way.
func (t *Trie) Word(b []byte, i int) (short, long Match, end int) {
	key, n := keyAt(b, i)
	end = i + n
	h := t.heads.find(key, n)
	if h == nil && t.typos.repair(b[i:end], key) {
		h = t.heads.find(keyOf(b[i:end]), n)
	}
	switch {
	case h != nil && h.node != 0 && h.goesOn(b[end:]):
		short, long = t.walk(b, end, h.node, false)
	case h != nil && h.node != 0:
		if h.entry >= 0 && t.ends(h.entry, b, end) {
			long = t.match(place{h.entry, end}, b, false)
		}
	case h != nil || n >= stemLen && t.heads.stemmed(b[i:end]):
		short, long = t.walk(b, i+1, t.first[b[i]], false)
	}
	return short, long, end
}
