package phrases

// WordReader reads the Latin words of texts one after the other. It caches the words
// that it has read, so that most need one lookup. It is not safe for concurrent use.
type WordReader struct {
	met [1 << cacheBits][2]cachedWord // by the hash of the word
	*Trie
	weigh  func(word, stem uint64) int
	sum    int
	turn   uint32
	spare  [2]cachedWord // the last words that met has no slot for
	odd    uint8         // index of the spare used last
	warmth uint64        // sum of what Prefetch read, so that the reads are not optimised away
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
	firstWord
	weight int16
	turn   uint32 // when it was counted last
}

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

// Next reads the word at b[i]. A scrambled word is repaired in the text.
func (c *WordReader) Next(b []byte, i int) Token {
	w := lettersAt(b, i)
	m := c.cached(w.key())
	if m == nil {
		m = c.lookup(b, i, w)
	}
	weight := int(m.weight)
	if m.turn == c.turn {
		weight = 0
	}
	m.turn = c.turn
	c.sum += weight
	return Token{i + w.n, m}
}

// cached returns a word that was met before, nil if it is forgotten.
func (c *WordReader) cached(key uint64) *cachedWord {
	set := &c.met[hashOf(key)>>(64-cacheBits)]
	at := 0
	if set[1].key == key {
		at = 1
	}
	if m := &set[at]; m.key == key {
		return m
	}
	return nil
}

// lookup asks the lexicon for the word at b[i], whose letters are known.
func (c *WordReader) lookup(b []byte, i int, w packedLetters) *cachedWord {
	h := c.heads.find(w.key())
	if h == nil && c.typos.repair(b[i:i+w.n], &w) {
		w = lettersAt(b, i)
		if m := c.cached(w.key()); m != nil {
			return m
		}
		h = c.heads.find(w.key())
	}
	m := c.slot(w.key())
	*m = cachedWord{firstWord: firstWord{key: w.key()}}
	if w.n > 1 {
		m.weight = int16(c.weigh(hashed(b[i : i+w.n])))
	}
	switch {
	case h != nil:
		m.firstWord = *h
	case w.n >= stemLen && c.heads.stemmed(&w):
		if _, long := c.walk(b, i+1, c.first[b[i]], false); long.End > 0 || w.n > maxKey {
			m.then = look
		}
	}
	return m
}

// slot returns where to cache a word: in the slot of the word that was read less
// recently. A word never evicts one of its own sentence, so that earlier sentences
// don't change which words count once. If both slots are taken, or the word is
// long, slot returns a spare, which is not found again.
func (c *WordReader) slot(key uint64) *cachedWord {
	set := &c.met[hashOf(key)>>(64-cacheBits)]
	m := &set[0]
	if set[1].turn < m.turn {
		m = &set[1]
	}
	if m.turn == c.turn || key&long != 0 {
		c.odd ^= 1
		m = &c.spare[c.odd]
	}
	return m
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
		if w.then != 0 && (w.then&look != 0 || c.heads.paired(&w.firstWord, next.key)) {
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
		if w.then&look != 0 {
			return t.walk(b, i+1, t.first[b[i]], false)
		}
	case w.goesOn(b[w.End:]) && (next == nil || t.heads.paired(&w.firstWord, next.key)):
		return t.walk(b, w.End, w.node, false)
	case w.word != 0 && ends(w.word, b, w.End):
		return Match{}, t.match(place{w.word, w.End}, b, false)
	}
	return short, long
}
