package lexicon

import (
	"math/bits"
	"sort"
	"sync"
)

// Langs is a set of languages, a bit for each list.
type Langs uint32

// English is the language whose word order rules rely on.
const English Langs = 1

// sources are the lists; the index is the bit of the language group.
func sources() []string {
	return []string{
		english, german, dutch, nordic, french, spanish, portuguese, italian, romanian, russian, ukrainian, polish, westSouthSlavic,
		turkic, uralicGreek, semiticPersian, indic, chinese, japanese, korean, southeast,
	}
}

// entry is what is known of a word or phrase.
type entry struct {
	word Word
	// prefix: more letters may follow
	prefix bool
}

// Word is what is known of a word or phrase: its classes in English, its classes
// in all other languages that have it, and which languages do.
type Word struct {
	English, Foreign Class
	Langs            Langs
}

// Any returns the classes of the word in whatever language.
func (w Word) Any() Class { return w.English | w.Foreign }

// Trie finds the longest entry at a place in folded text.
type Trie struct {
	nodes   []node
	keys    []byte     // of the nodes
	words   []string   // sorted
	entries []entry    // of the words
	first   [256]int32 // by the first byte: node, 0 = none
	heads   heads
	typos   typos
}

// node has its children side by side, in the order of their keys.
type node struct {
	children int32
	entry    int32  // -1 for none
	letters  uint32 // of the children, a bit each, a the lowest
	signs    uint8  // children before those of letters
	count    uint8
}

// Words returns the trie of all words. It is built once, in a few milliseconds,
// and is safe for concurrent use.
var Words = sync.OnceValue(build)

func build() *Trie {
	all := make(map[string]entry)
	for i, list := range sources() {
		load(all, list, 1<<i)
	}
	load(all, shared, ^Langs(0))
	return newTrie(all)
}

func newTrie(all map[string]entry) *Trie {
	t := &Trie{words: make([]string, 0, len(all)), entries: make([]entry, 0, len(all))}
	for w := range all {
		t.words = append(t.words, w)
	}
	sort.Strings(t.words)
	for _, w := range t.words {
		t.entries = append(t.entries, all[w])
	}
	t.grow()
	t.heads.fill(t)
	t.typos.fill(t)
	return t
}

// grow makes the nodes, breadth first, so that children come out side by side.
func (t *Trie) grow() {
	type span struct{ lo, hi, depth int32 }
	t.nodes, t.keys = []node{{entry: -1}}, []byte{0}
	queue := []span{{0, int32(len(t.words)), 0}}
	for at := 0; at < len(t.nodes); at++ {
		s := queue[at]
		n := node{entry: -1, children: int32(len(t.nodes))}
		lo := s.lo
		if s.depth > 0 && lo < s.hi && len(t.words[lo]) == int(s.depth) {
			n.entry = lo
			lo++
		}
		for lo < s.hi {
			key := t.words[lo][s.depth]
			hi := lo + 1
			for hi < s.hi && t.words[hi][s.depth] == key {
				hi++
			}
			n.bear(key)
			t.nodes, t.keys = append(t.nodes, node{}), append(t.keys, key)
			queue = append(queue, span{lo, hi, s.depth + 1})
			lo = hi
		}
		t.nodes[at] = n
	}
	root := &t.nodes[0]
	for i := range int32(root.count) {
		t.first[t.keys[root.children+i]] = root.children + i
	}
}

// bear notes a child, whose key is greater than those of the ones before.
func (n *node) bear(key byte) {
	n.count++
	switch {
	case key-'a' < 26:
		n.letters |= 1 << (key - 'a')
	case key < 'a':
		n.signs++
	}
}

// Match is an entry that was found, and where it ends.
type Match struct {
	Word Word
	End  int
}

// Find returns the shortest and the longest entry that start at b[i]; their
// ends are 0 if there is none, and the shortest is empty if it is the longest.
// Entries end at the end of a word unless free is set.
func (t *Trie) Find(b []byte, i int, free bool) (short, long Match) {
	at := t.first[b[i]]
	if at == 0 {
		return
	}
	return t.walk(b, i+1, at, free)
}

// place is an entry, and where it ends in a text.
type place struct {
	entry int32
	end   int
}

// walk goes on from a node that the text before b[j] leads to. Scrambled words
// on the way are repaired, unless free is set.
func (t *Trie) walk(b []byte, j int, at int32, free bool) (short, long Match) {
	var first, last place
	for at != 0 {
		n := &t.nodes[at]
		if n.entry >= 0 && (free || t.ends(n.entry, b, j)) {
			if first.end == 0 {
				first = last
			}
			last = place{n.entry, j}
		}
		if j == len(b) {
			break
		}
		if Separator(b[j]) {
			at, j = t.across(b, j, t.step(n, ' '), free)
		} else {
			at = t.step(n, b[j])
			j++
		}
	}
	return t.match(first, b, true), t.match(last, b, free)
}

// ends reports whether an entry may end before b[j].
func (t *Trie) ends(entry int32, b []byte, j int) bool {
	return j == len(b) || t.entries[entry].prefix || !inWord(b, j) || b[j-1] < '0'
}

// across passes the separators from b[j] on; at is the node behind them. It
// repairs the word that follows if an entry may go on with it.
func (t *Trie) across(b []byte, j int, at int32, free bool) (int32, int) {
	for at != 0 && j < len(b) && Separator(b[j]) {
		j++
	}
	if at == 0 || free || j == len(b) || b[j]-'a' > 25 {
		return at, j
	}
	if t.step(&t.nodes[at], b[j]) == 0 {
		return 0, j
	}
	t.Repair(b, j)
	return at, j
}

// match returns what is known of a place; of a prefix entry, the ending belongs
// to it unless it is cut.
func (t *Trie) match(p place, b []byte, cut bool) Match {
	if p.end == 0 {
		return Match{}
	}
	for !cut && p.end < len(b) && inWord(b, p.end) {
		p.end++
	}
	return Match{t.entries[p.entry].word, p.end}
}

// step returns the child of n by a byte, 0 if there is none.
func (t *Trie) step(n *node, c byte) int32 {
	if k := c - 'a'; k < 26 {
		if n.letters>>k&1 == 0 {
			return 0
		}
		return n.children + int32(n.signs) + int32(bits.OnesCount32(n.letters&(1<<k-1)))
	}
	from, to := n.children, n.children+int32(n.signs)
	if c > 'z' {
		from, to = to+int32(bits.OnesCount32(n.letters)), n.children+int32(n.count)
	}
	for i, key := range t.keys[from:to] {
		if key == c {
			return from + int32(i)
		}
	}
	return 0
}
