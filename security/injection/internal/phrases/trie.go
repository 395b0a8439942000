package phrases

import (
	"math/bits"
	"sort"
	"sync"
)

// LangSet is a set of languages, a bit for each list.
type LangSet uint32

// English is the language whose word order rules rely on.
const English LangSet = 1

// Word has the classes of a word or phrase in English, its classes in all other
// languages that have it, and the set of its languages.
type Word struct {
	English, Foreign ClassSet
	Langs            LangSet
}

// Any returns the classes of the word in all languages.
func (w *Word) Any() ClassSet { return w.English.Union(w.Foreign) }

// Trie finds the longest entry at a place in folded text.
type Trie struct {
	nodes     []node
	keys      []byte     // of the nodes
	known     []Word     // distinct Words of the entries, from 1 on
	words     []string   // sorted
	entries   []entry    // of the words
	first     [256]int32 // by the first byte: node, 0 = none
	typos     anagrams
	scrambled filter // signatures of typos, which most words don't pass
}

// node has its children side by side, in the order of their keys.
type node struct {
	children int32
	letters  uint32  // of the children, a bit each, a the lowest; and spaced
	word     entryID // the entry that ends here
	signs    uint8   // children before those of letters
	others   uint8   // children that are no letters
}

// spaced is the bit of node.letters for a space, which is the first child.
const spaced = 1 << 26

// entryID is an index into Trie.known, with the bit open if more letters may follow
// the entry; 0 means that no entry ends here.
type entryID uint16

const open entryID = 1 << 15

// Words returns the trie of all words. It is built once, in a few milliseconds,
// and is safe for concurrent use.
var Words = sync.OnceValue(func() *Trie {
	all := Dictionary{}
	for i, list := range sources() {
		all.load(list, 1<<i)
	}
	all.load(everyLanguage, ^LangSet(0))
	return all.Trie()
})

// Trie returns a trie of the entries.
func (d Dictionary) Trie() *Trie {
	t := &Trie{words: make([]string, 0, len(d)), entries: make([]entry, 0, len(d))}
	for w := range d {
		t.words = append(t.words, w)
	}
	sort.Strings(t.words)
	for _, w := range t.words {
		t.entries = append(t.entries, d[w])
	}
	t.nodes, t.keys, t.known = []node{{}}, []byte{0}, []Word{{}}
	t.buildSubtree(0, 0, len(t.words), 0, make(map[Word]entryID))
	for c := range t.first {
		t.first[c] = t.step(&t.nodes[0], byte(c))
	}
	t.typos = anagramsOf(t)
	for s := range t.typos {
		t.scrambled.add(s)
	}
	return t
}

// buildSubtree builds the nodes below node at, for the words from lo to hi, which have
// their first depth bytes in common. The subtree of the first child follows the
// children directly, so that the rest of a phrase is close together in memory.
func (t *Trie) buildSubtree(at int32, lo, hi, depth int, index map[Word]entryID) {
	n := node{children: int32(len(t.nodes))}
	if lo < hi && len(t.words[lo]) == depth {
		n.word = t.index(t.entries[lo], index)
		lo++
	}
	for i := lo; i < hi; i = t.endOfGroup(i, hi, depth) {
		key := t.words[i][depth]
		n.addChild(key)
		t.nodes, t.keys = append(t.nodes, node{}), append(t.keys, key)
	}
	t.nodes[at] = n
	for child := n.children; lo < hi; child++ {
		end := t.endOfGroup(lo, hi, depth)
		t.buildSubtree(child, lo, end, depth+1, index)
		lo = end
	}
}

func (t *Trie) endOfGroup(lo, hi, depth int) int {
	end := lo + 1
	for end < hi && t.words[end][depth] == t.words[lo][depth] {
		end++
	}
	return end
}

func (t *Trie) index(e entry, index map[Word]entryID) entryID {
	w, ok := index[e.word]
	if !ok {
		w = entryID(len(t.known))
		t.known = append(t.known, e.word)
		index[e.word] = w
	}
	if e.prefix {
		w |= open
	}
	return w
}

func (n *node) addChild(key byte) {
	if key-'a' < 26 {
		n.letters |= 1 << (key - 'a')
		return
	}
	n.others++
	if key < 'a' {
		n.signs++
	}
	if key == ' ' {
		n.letters |= spaced
	}
}

// Match is an entry that was found, and the offset of its end. Word is nil if no entry was
// found; it must not be modified.
type Match struct {
	Word *Word
	End  int
}

// Find returns the shortest and the longest entry that start at b[i]. Both are empty,
// with an End of 0, if no entry starts there; short is empty if only one does.
// Entries end at the end of a word unless free is set.
func (t *Trie) Find(b []byte, i int, free bool) (short, long Match) {
	at := t.first[b[i]]
	if at == 0 {
		return
	}
	return t.walk(b, i+1, at, free)
}

type place struct {
	word entryID
	end  int
}

// walk goes on from a node that the text before b[j] leads to. Scrambled words
// on the way are repaired, unless free is set.
func (t *Trie) walk(b []byte, j int, at int32, free bool) (short, long Match) {
	var first, last place
	for at != 0 {
		n := &t.nodes[at]
		if n.word != 0 && (free || ends(n.word, b, j)) {
			if first.end == 0 {
				first = last
			}
			last = place{n.word, j}
		}
		if j == len(b) {
			break
		}
		switch c := b[j]; {
		case c-'a' < 26:
			at = n.letter(c - 'a')
			j++
		case Separator(c):
			at, j = t.skipSeparators(b, j, t.step(n, ' '), free)
		default:
			at = t.step(n, c)
			j++
		}
	}
	return t.match(first, b, true), t.match(last, b, free)
}

// ends reports whether an entry may end before b[j].
func ends(w entryID, b []byte, j int) bool {
	return j == len(b) || w&open != 0 || !inWord(b, j) || b[j-1] < '0'
}

// skipSeparators passes the separators from b[j] on; at is the node behind them. It
// repairs the word that follows if an entry may go on with it.
func (t *Trie) skipSeparators(b []byte, j int, at int32, free bool) (int32, int) {
	for at != 0 && j < len(b) && Separator(b[j]) {
		j++
	}
	if at == 0 || free || j == len(b) || b[j]-'a' > 25 {
		return at, j
	}
	if t.step(&t.nodes[at], b[j]) == 0 {
		return 0, j
	}
	t.Unscramble(b, j)
	return at, j
}

func (t *Trie) match(p place, b []byte, cut bool) Match {
	if p.end == 0 {
		return Match{}
	}
	for !cut && p.end < len(b) && inWord(b, p.end) {
		p.end++
	}
	return Match{&t.known[p.word&^open], p.end}
}

// letter returns the child of n for a letter, 0 for a; 0 if n has no such child.
func (n *node) letter(k byte) int32 {
	if n.letters>>k&1 == 0 {
		return 0
	}
	return n.children + int32(n.signs) + int32(bits.OnesCount32(n.letters&(1<<k-1)))
}

// step returns the child of n for a byte, 0 if n has no such child.
func (t *Trie) step(n *node, c byte) int32 {
	if k := c - 'a'; k < 26 {
		return n.letter(k)
	}
	from, to := n.children, n.children+int32(n.signs)
	switch {
	case c == ' ':
		if n.letters&spaced == 0 {
			return 0
		}
		return n.children
	case c > 'z':
		letters := int32(bits.OnesCount32(n.letters &^ spaced))
		from, to = to+letters, n.children+letters+int32(n.others)
	}
	for i, key := range t.keys[from:to] {
		if key == c {
			return from + int32(i)
		}
	}
	return 0
}
