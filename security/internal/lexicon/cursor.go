package lexicon

import "encoding/binary"

// Cursor reads the Latin words of texts one after the other. It remembers the
// words that it has met, so that most are passed by after one look. It is not
// safe for concurrent use.
type Cursor struct {
	*Trie
	weigh func(word, stem uint64) int
	sum   int
	turn  uint32
	met   [1 << metBits]known
}

// metBits is the binary logarithm of the number of words that are remembered.
const metBits = 10

// NewCursor returns a cursor for the words of the lexicon. What words weigh is
// told by weigh, given their hash and that of their first letters, 0 for words
// of at most StemLetters.
func NewCursor(weigh func(word, stem uint64) int) *Cursor {
	return &Cursor{Trie: Words(), weigh: weigh, turn: 1}
}

// known is what the lexicon knows of a word.
type known struct {
	key    uint64 // 0 for none
	next   uint32 // head.open, and look
	head   int32  // its slot; -1 for none
	weight int32
	turn   uint32 // when it was counted last
}

// look is the bit of known.next of words that an entry may start with whatever
// follows.
const look = 1 << 31

// Latin is a word of letters from a to z in a text, as it is once it is repaired.
type Latin struct {
	End  int // where its letters end
	key  uint64
	next uint32
	head int32
}

// Sum returns what the words weigh that were read since the last call. A word of
// at least two letters counts once, as a rule.
func (c *Cursor) Sum() int {
	sum := c.sum
	c.sum = 0
	c.turn++
	return sum
}

// Latin reads the word at b[i]. A scrambled word is repaired in the text.
func (c *Cursor) Latin(b []byte, i int) Latin {
	w := lettersAt(b, i)
	key := w.key()
	met := &c.met[metAt(key)]
	if met.key != key || key&long != 0 {
		k := c.learn(b, i, w)
		met = &c.met[metAt(k.key)]
		*met = k
	}
	return c.count(met, i+w.n)
}

// count adds a word to the sum, unless it was counted before.
func (c *Cursor) count(w *known, end int) Latin {
	if w.turn != c.turn {
		w.turn = c.turn
		c.sum += int(w.weight)
	}
	return Latin{end, w.key, w.next, w.head}
}

func metAt(key uint64) uint64 { return hashOf(key) >> (64 - metBits) }

// learn asks the lexicon for the word at b[i], whose letters are known.
func (c *Cursor) learn(b []byte, i int, w letters) known {
	k := known{key: w.key(), head: c.heads.find(w.key())}
	if k.head < 0 && c.typos.repair(b[i:i+w.n], &w) {
		w = lettersAt(b, i)
		k = known{key: w.key(), head: c.heads.find(w.key())}
	}
	if w.n > 1 {
		k.weight = int32(c.weigh(hashed(b[i : i+w.n])))
	}
	switch {
	case k.head >= 0:
		h := &c.heads.slots[k.head]
		k.next = h.open
		if h.entry >= 0 || h.node == 0 {
			k.next |= look
		}
	case w.n >= stemLen && c.heads.stemmed(&w):
		if _, long := c.walk(b, i+1, c.first[b[i]], false); long.End > 0 || w.n > maxKey {
			k.next = look
		}
	}
	return k
}

// Pass passes by words with which no entry starts, from w on, which is at b[i],
// as long as each is followed by just a space and another word. It returns where
// the first other word is, with the one that follows it; w is set to it. More is
// false if something else follows or the word ends beyond limit.
func (c *Cursor) Pass(b []byte, i int, w *Latin, limit int) (at int, next Latin, more bool) {
	for {
		end := w.End
		if end+1 >= len(b) || b[end] != ' ' || b[end+1]-'a' > 25 || end > limit {
			return i, next, false
		}
		next = c.next(b, end+1)
		if c.starts(w, next.key) {
			return i, next, true
		}
		i, *w = end+1, next
	}
}

// next is Latin, quickly for short words that have been met.
func (c *Cursor) next(b []byte, i int) Latin {
	if i+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[i:])
		if n := CountLetters(x); n < 8 {
			key := x & (1<<(8*n) - 1)
			if met := &c.met[metAt(key)]; met.key == key {
				return c.count(met, i+n)
			}
		}
	}
	return c.Latin(b, i)
}

// starts reports whether an entry may start with a word that another follows,
// known by its key, or be the word itself.
func (t *Trie) starts(w *Latin, next uint64) bool {
	return w.next&look != 0 || w.next>>(next&31-1)&1 != 0 || t.heads.paired(w.key, next)
}

// Entries returns the shortest and the longest entry that start with the word w
// at b[i], as [Trie.Find] does. The word behind it is next, nil if something else
// than a space and a word follows.
func (t *Trie) Entries(b []byte, i int, w, next *Latin) (short, long Match) {
	if w.head < 0 {
		if w.next&look == 0 {
			return short, long
		}
		return t.walk(b, i+1, t.first[b[i]], false)
	}
	h := &t.heads.slots[w.head]
	switch {
	case h.node == 0:
		return t.walk(b, i+1, t.first[b[i]], false)
	case h.goesOn(b[w.End:]) && (next == nil || t.starts(&Latin{key: h.key, next: h.open}, next.key)):
		return t.walk(b, w.End, h.node, false)
	case h.entry >= 0 && t.ends(h.entry, b, w.End):
		return Match{}, t.match(place{h.entry, w.End}, b, false)
	}
	return short, long
}
