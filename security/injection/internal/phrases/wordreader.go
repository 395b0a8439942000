package phrases

import (
	"math/bits"
)

// WordReader reads the Latin words of texts one after the other. It caches the words
// that it has read, so that most need one lookup. It is not safe for concurrent use.
type WordReader struct {
	met [1 << cacheBits][2]cachedWord // by the hash of the word
	*Trie
	weigh func(word, stem uint64) int
	sum   int
	signs uint32
	turn  uint32
	spare [2]cachedWord // the last words that met has no slot for
	odd   uint8         // index of the spare used last

	warmth uint64 // sum of what Prefetch read, so that the reads are not optimised away
}

// cacheBits is the binary logarithm of half the number of words that are
// remembered.
const cacheBits = 11

// NewWordReader returns a reader that looks words up in t. It calls weigh for the
// weight of a word, with the hash of the word and that of its first StemLetters
// letters, 0 for words that are not longer.
func NewWordReader(t *Trie, weigh func(word, stem uint64) int) *WordReader {
	return &WordReader{Trie: t, weigh: weigh, turn: 1}
}

// cachedWord caches the lookup of a word, also of one that no entry begins with. Two
// of them fill a cache line of 64 bytes.
type cachedWord struct {
	lo, hi uint64  // its first letters
	node   int32   // behind its letters; 0 if an entry may end within the word, or none begins with it
	next   uint32  // what may follow in longer entries: bits of letters that the next word begins with, and those below
	turn   uint32  // when it was counted last
	weight int16   // by weigh
	word   entryID // the entry of this word alone, 0 for none
}

// Signs are cheap signs that a text is disguised.
type Signs uint32

// The signs.
const (
	Reversed Signs = 1 << (26 + iota) // a word is a known one with its letters turned round
	Rotated                           // a word is a telling one with its letters moved in the alphabet
	Turned   Signs = 1                // the text speaks of turning words round
	Mixed    Signs = 2                // words have digits between their letters
)

// Bits of cachedWord.next beside those of 26 letters and the signs.
const (
	look     = 1 << (28 + iota) // an entry may match regardless of what follows
	nextOdd                     // the next word begins with a sign or a letter beyond ASCII
	nextSign                    // a sign or a letter beyond ASCII follows the word
)

// Token is a word of letters from a to z in a text, as it is once it is repaired.
// What is known of it holds until the next but one is read.
type Token struct {
	End int // where its letters end
	*cachedWord
}

// Sum returns what the words weigh that were read since the last call. A word of
// at least two letters counts once, as a rule.
func (c *WordReader) Sum() int {
	sum := c.sum
	c.sum = 0
	if c.turn++; c.turn == 0 {
		clear(c.met[:])
		c.turn = 1
	}
	return sum
}

// Signs returns which of Reversed and Rotated are true of words that were read
// since the last call.
func (c *WordReader) Signs() Signs {
	found := Signs(c.signs) & (Reversed | Rotated)
	c.signs = 0
	return found
}

// Next reads the word at b[i]. A scrambled word is repaired in the text.
func (c *WordReader) Next(b []byte, i int) Token {
	w := lettersAt(b, i)
	m := c.cached(&w)
	if m == nil {
		m = c.lookup(b, i, w)
	}
	weight := int(m.weight)
	if m.turn == c.turn {
		weight = 0
	}
	m.turn = c.turn
	c.sum += weight
	c.signs |= m.next
	return Token{i + w.n, m}
}

func (c *WordReader) set(w *packedLetters) *[2]cachedWord {
	return &c.met[w.hash()>>(64-cacheBits)]
}

// cached returns a word that was met before, nil if it is forgotten.
func (c *WordReader) cached(w *packedLetters) *cachedWord {
	set := c.set(w)
	at := 0
	if set[1].lo == w.lo {
		at = 1
	}
	if m := &set[at]; m.lo == w.lo && m.hi == w.hi && w.n <= maxPacked {
		return m
	}
	if m := &set[0]; m.lo == w.lo && m.hi == w.hi && w.n <= maxPacked {
		return m
	}
	return nil
}

// lookup asks the lexicon for the word at b[i], whose letters are known.
func (c *WordReader) lookup(b []byte, i int, w packedLetters) *cachedWord {
	word := b[i : i+w.n]
	var found cachedWord
	stem := packedLetters{lo: w.lo & (1<<(8*stemLetters) - 1)}
	if c.heads.has(w.hash()) || c.stems.has(stem.hash()) {
		found = c.spell(word)
	}
	if (found.node == 0 || found.next == 0) && c.repair(word) {
		w = lettersAt(b, i)
		if m := c.cached(&w); m != nil {
			return m
		}
		found = c.spell(word)
	}
	found.next |= uint32(c.signsOf(word, found.next == 0))
	found.lo, found.hi = w.lo, w.hi
	if w.n > 1 {
		found.weight = int16(c.weigh(hashed(word)))
	}
	m := c.slot(&w)
	*m = found
	return m
}

// spell follows the letters of a word through the trie. What it returns has no bit of next if no
// entry begins with the word.
func (t *Trie) spell(word []byte) (w cachedWord) {
	at := t.first[word[0]]
	for _, c := range word[1:] {
		if at == 0 {
			return w
		}
		if t.nodes[at].word&open != 0 {
			w.next = look
			return w
		}
		at = t.step(&t.nodes[at], c)
	}
	if at == 0 {
		return w
	}
	n := &t.nodes[at]
	w.node, w.word = at, n.word
	if n.word != 0 {
		w.next = look
	}
	others := int(n.count) - bits.OnesCount32(n.letters)
	if gap := t.step(n, ' '); gap != 0 {
		others--
		g := &t.nodes[gap]
		w.next |= g.letters
		if int(g.count) > bits.OnesCount32(g.letters) {
			w.next |= nextOdd
		}
	}
	if others > 0 {
		w.next |= nextSign
	}
	return w
}

// telling are stems that injected instructions have; see Rotated.
var telling = [...]string{"ignor", "instr", "previ", "promp", "assis", "syste"}

// signsOf returns the signs of a word. One that entries begin with is not disguised.
func (c *WordReader) signsOf(word []byte, unknown bool) (found Signs) {
	switch string(word[:min(len(word), 6)]) {
	case "gur", "lbhe": // ROT13 of "the" and "your"
		found = Rotated
	}
	if !unknown || len(word) < minTypo {
		return found
	}
	if c.reverses(word) {
		found |= Reversed
	}
	for _, stem := range telling {
		k := 1
		for k < len(stem) && (word[k]+26-word[0])%26 == (stem[k]+26-stem[0])%26 {
			k++
		}
		if k == len(stem) && word[0] != stem[0] {
			found |= Rotated
		}
	}
	return found
}

// slot returns where to cache a word: in the slot of the word that was read less
// recently. A word never evicts one of its own sentence, so that earlier sentences
// don't change which words count once. If both slots are taken, or the word is
// long, slot returns a spare, which is not found again.
func (c *WordReader) slot(w *packedLetters) *cachedWord {
	set := c.set(w)
	m := &set[0]
	if set[1].turn < m.turn {
		m = &set[1]
	}
	if m.turn == c.turn || w.n > maxPacked {
		c.odd ^= 1
		m = &c.spare[c.odd]
	}
	return m
}

// mayPrecede reports whether an entry may go on with another word behind w.
func (w *cachedWord) mayPrecede(next *cachedWord) bool { return w.next>>(next.lo&31-1)&1 != 0 }

// Prefetch reads the tables that words are looked up in from end to end. Memory that
// is read in order comes in some twenty times as fast as memory that is met word
// by word: that pays for texts of a few thousand bytes.
func (c *WordReader) Prefetch() {
	x := uint64(0)
	for i := range c.met {
		x += c.met[i][0].lo
	}
	for _, table := range [...]*filter{&c.heads, &c.stems, &c.scrambled} {
		for i := 0; i < len(table); i += 8 { // a line of cache
			x += table[i]
		}
	}
	c.warmth = x
}

// Skip passes by words with which no entry starts, from w on, which is at b[i],
// as long as each is followed by just a space and another word. It returns where
// the first other word is, with the one that follows it; w is set to it. More is
// false if something else follows or the word ends beyond limit.
func (c *WordReader) Skip(b []byte, i int, w *Token, limit int) (at int, next Token, more bool) {
	for {
		end := w.End
		if end+1 >= len(b) || b[end] != ' ' || b[end+1]-'a' > 25 || end > limit {
			return i, next, false
		}
		next = c.Next(b, end+1)
		if w.next != 0 && (w.next&look != 0 || w.mayPrecede(next.cachedWord)) {
			return i, next, true
		}
		i, *w = end+1, next
	}
}

// PhrasesAt returns the shortest and the longest entry that start with the word w
// at b[i], as [Trie.Find] does. The word behind it is next, nil if something else
// than a space and a word follows.
func (t *Trie) PhrasesAt(b []byte, i int, w, next *Token) (short, long Match) {
	switch {
	case w.node == 0:
		if w.next&look != 0 {
			return t.walk(b, i+1, t.first[b[i]], false)
		}
	case w.goesOn(b[w.End:]):
		return t.walk(b, w.End, w.node, false)
	case w.word != 0 && ends(w.word, b, w.End):
		return Match{}, t.match(place{w.word, w.End}, b, false)
	}
	return short, long
}

// goesOn reports whether what follows the word in text may be the rest of a longer
// entry.
func (w *cachedWord) goesOn(rest []byte) bool {
	if len(rest) < 2 || !Separator(rest[0]) {
		return w.next&nextSign != 0
	}
	if c := rest[1] - 'a'; c < 26 {
		return w.next>>c&1 != 0
	}
	return w.next&nextOdd != 0 || Separator(rest[1])
}
