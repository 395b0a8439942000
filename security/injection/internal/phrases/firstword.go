package phrases

import (
	"math/bits"
	"strings"
)

// stemLen is how many letters of a stem are compared.
const stemLen = 4

// Sizes of the tables of first words, as powers of two.
const (
	slotBits  = 13
	knownBits = 17
	pairBits  = 17
	stemBits  = 15
)

// firstWordIndex holds the words of Latin letters that entries begin with, so that most
// words of a text are skipped after one lookup. Such a word is called a head.
type firstWordIndex struct {
	known [1 << knownBits / 64]uint64 // a bit for each head
	pairs [1 << pairBits / 64]uint64  // a bit for each head with the word that an entry goes on with
	stems [1 << stemBits / 64]uint64  // a bit for what words start with that have to be read by letters
	slots [1 << slotBits]uint16       // open addressing: index into list, 0 for a free one
	list  []firstWord                 // from 1 on
}

// firstWord is a word that entries begin with.
type firstWord struct {
	key  uint64  // its letters
	node int32   // behind its letters; 0 if an entry may end within the word
	next uint32  // which letters or signs may follow in longer entries
	then uint32  // which second words entries have
	word entryID // the entry of this word alone, 0 for none
}

// Bits of firstWord.then. The lowest 26 are the first letters of second words that are
// not among the pairs: words longer than maxKey and prefixes.
const (
	look  = 1 << 31 // an entry may match regardless of the second word
	pairs = 1 << 30 // some second words are among firstWordIndex.pairs
)

// Bits of firstWord.next beside those of the letters that the next word begins with.
const (
	nextSign = 1 << 31 // a sign or a letter beyond ASCII follows the word
	nextOdd  = 1 << 30 // the next word begins with one
)

// fill enters the first words of all entries. First words longer than maxKey, and
// those of one-word entries with an open ending, are entered as stems.
func (h *firstWordIndex) fill(t *Trie) {
	h.list = []firstWord{{}}
	for i, w := range t.words {
		n := latin(w)
		if n == 0 {
			continue
		}
		more := t.entries[i].prefix
		if n > maxKey || n == len(w) && more {
			h.stem(w[:n])
		}
		if n <= maxKey {
			h.enter(w[:n], t).follow(h, w[n:], more)
		}
	}
}

// latin returns how many letters from a to z a word begins with.
func latin(w string) int {
	return len(w) - len(strings.TrimLeft(w, "abcdefghijklmnopqrstuvwxyz"))
}

func (h *firstWordIndex) enter(word string, t *Trie) *firstWord {
	w := lettersOf([]byte(word))
	key := w.key()
	hash := hashOf(key)
	h.known[hash>>(64-knownBits)/64] |= 1 << (hash >> (64 - knownBits) % 64)
	for i := hash >> (64 - slotBits); ; i = (i + 1) % uint64(len(h.slots)) {
		if h.slots[i] == 0 {
			h.slots[i] = uint16(len(h.list))
			node := t.behind(word)
			s := firstWord{key: key, node: node, word: t.nodes[node].word, next: t.next(node)}
			if s.word != 0 || node == 0 {
				s.then = look
			}
			h.list = append(h.list, s)
		}
		if s := &h.list[h.slots[i]]; s.key == key {
			return s
		}
	}
}

// follow enters the second word of an entry. rest is the entry behind its first word;
// more is true if more letters may follow the entry.
func (s *firstWord) follow(h *firstWordIndex, rest string, more bool) {
	if len(rest) < 2 || rest[0] != ' ' {
		return
	}
	second := lettersOf([]byte(rest[1:]))
	switch {
	case second.n == 0:
	case second.n > maxKey || more && second.n == len(rest)-1:
		s.then |= 1 << (rest[1] - 'a')
	default:
		s.then |= pairs
		bit := pairBit(s.key, second.key())
		h.pairs[bit/64] |= 1 << (bit % 64)
	}
}

func pairBit(first, second uint64) uint64 {
	return (first*0xff51afd7ed558ccd ^ second) * 0x9e3779b97f4a7c15 >> (64 - pairBits)
}

// paired reports whether an entry may start with a head and another word, known
// by its key.
func (h *firstWordIndex) paired(s *firstWord, second uint64) bool {
	if s.then&pairs == 0 {
		return s.then>>(second&31-1)&1 != 0
	}
	bit := pairBit(s.key, second)
	return h.pairs[bit/64]>>(bit%64)&1 != 0 || s.then>>(second&31-1)&1 != 0
}

// behind returns the node behind a word that entries begin with, 0 if a shorter
// entry is the beginning of the word.
func (t *Trie) behind(word string) (at int32) {
	for i := range len(word) {
		if t.nodes[at].word&open != 0 {
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
func (h *firstWordIndex) stem(word string) {
	if len(word) < stemLen {
		for c := 'a'; c <= 'z'; c++ {
			h.stem(word + string(c))
		}
		return
	}
	w := lettersOf([]byte(word))
	bit := stemBit(&w)
	h.stems[bit/64] |= 1 << (bit % 64)
}

// find returns the first word with a key, nil if no entry begins with it. The word
// has at most maxKey letters.
func (h *firstWordIndex) find(key uint64) *firstWord {
	hash := hashOf(key)
	if h.known[hash>>(64-knownBits)/64]>>(hash>>(64-knownBits)%64)&1 == 0 {
		return nil
	}
	for i := hash >> (64 - slotBits); h.slots[i] != 0; i = (i + 1) % uint64(len(h.slots)) {
		if s := &h.list[h.slots[i]]; s.key == key {
			return s
		}
	}
	return nil
}

// goesOn reports whether what follows a head in text may be the rest of a longer
// entry.
func (s *firstWord) goesOn(rest []byte) bool {
	if len(rest) < 2 || !Separator(rest[0]) {
		return s.next&nextSign != 0
	}
	if c := rest[1] - 'a'; c < 26 {
		return s.next>>c&1 != 0
	}
	return s.next&nextOdd != 0 || Separator(rest[1])
}

// stemmed reports whether a word of at least stemLen letters may start with a
// stem.
func (h *firstWordIndex) stemmed(w *packedLetters) bool {
	bit := stemBit(w)
	return h.stems[bit/64]>>(bit%64)&1 != 0
}

func hashOf(key uint64) uint64 { return key * 0x9e3779b97f4a7c15 }

func stemBit(w *packedLetters) uint32 { return uint32(w.lo) * 2654435761 >> (32 - stemBits) }
