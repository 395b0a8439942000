package lexicon

import (
	"sort"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/security/internal/fold"
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
	entries []entry
	first   [256]int32    // by the first byte: node, 0 = none
	pair    [26][26]int32 // by the first two letters

	words  []string // sorted, as entries
	keys   []byte   // of the nodes
	starts starts

	shapes []shaped
	shaped [shapeBits]uint16 // index into shapes by the bit of a shape, 0 for none
	bloom  [shapeBits / 64]uint64
}

// node has its children side by side, in the order of their keys.
type node struct {
	children int32
	entry    int32 // -1 for none
	count    uint8
	key      byte
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
	t := &Trie{words: make([]string, 0, len(all)), entries: make([]entry, 0, len(all))}
	for w := range all {
		t.words = append(t.words, w)
	}
	sort.Strings(t.words)
	for _, w := range t.words {
		t.entries = append(t.entries, all[w])
	}
	t.grow()
	t.begin()
	t.index()
	return t
}

// grow makes the nodes, breadth first, so that children come out side by side.
func (t *Trie) grow() {
	type span struct{ lo, hi, depth int32 }
	t.nodes = append(make([]node, 0, 8*len(t.words)), node{entry: -1})
	queue := []span{{0, int32(len(t.words)), 0}}
	for at := 0; at < len(t.nodes); at++ {
		s := queue[at]
		lo := s.lo
		if s.depth > 0 && lo < s.hi && len(t.words[lo]) == int(s.depth) {
			t.nodes[at].entry = lo
			lo++
		}
		t.nodes[at].children = int32(len(t.nodes))
		for lo < s.hi {
			key := t.words[lo][s.depth]
			hi := lo + 1
			for hi < s.hi && t.words[hi][s.depth] == key {
				hi++
			}
			t.nodes = append(t.nodes, node{entry: -1, key: key})
			queue = append(queue, span{lo, hi, s.depth + 1})
			t.nodes[at].count++
			lo = hi
		}
	}
	root := t.nodes[0]
	for i := range int32(root.count) {
		c := &t.nodes[root.children+i]
		t.first[c.key] = root.children + i
		for j := c.children; c.key-'a' < 26 && j < c.children+int32(c.count); j++ {
			if k := t.nodes[j].key; k-'a' < 26 {
				t.pair[c.key-'a'][k-'a'] = j
			}
		}
	}
}

// load reads a list: lines of a class, a colon and entries between commas.
func load(all map[string]entry, list string, langs Langs) {
	for line := range strings.Lines(list) {
		name, words, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			continue
		}
		class := classNamed(name)
		if class == 0 {
			panic("lexicon: unknown class " + name)
		}
		for word := range strings.SplitSeq(words, ",") {
			word = strings.TrimSpace(word)
			prefix := strings.HasSuffix(word, "*")
			key := normal(strings.TrimSuffix(word, "*"))
			if key == "" {
				continue
			}
			e := all[key]
			if langs&English != 0 {
				e.word.English |= class
			}
			if langs&^English != 0 {
				e.word.Foreign |= class
			}
			e.word.Langs |= langs
			e.prefix = e.prefix || prefix
			all[key] = e
		}
	}
}

// normal folds an entry and puts single spaces between its words.
func normal(s string) string {
	b := fold.New(s).B
	out := b[:0]
	for _, c := range b {
		if Separator(c) {
			c = ' '
		}
		if c == ' ' && (len(out) == 0 || out[len(out)-1] == ' ') {
			continue
		}
		out = append(out, c)
	}
	return strings.TrimSuffix(string(out), " ")
}

// Separator reports whether a byte of folded text stands between the words of a
// phrase like a space does.
func Separator(c byte) bool {
	switch c {
	case ' ', '\n', '\t', '-', '_', '*', '|':
		return true
	}
	return false
}

// inWord reports whether the byte at b[j] belongs to a word: a digit, a letter,
// or a part of one beyond ASCII that is no punctuation.
func inWord(b []byte, j int) bool {
	c := b[j]
	if c < 0x80 {
		return c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
	}
	if j+2 >= len(b) {
		return c != 0xc2
	}
	switch c {
	case 0xc2:
		return false
	case 0xe2:
		return b[j+1] > 0x81
	case 0xe3:
		return b[j+1] != 0x80
	case 0xe0:
		return b[j+1] != 0xa5 || b[j+2] != 0xa4 && b[j+2] != 0xa5
	case 0xd8:
		return b[j+1] != 0x8c && b[j+1] != 0x9b && b[j+1] != 0x9f
	case 0xef:
		return b[j+1] != 0xbc
	}
	return true
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
	at, j := t.start(b[i:], free)
	if at == 0 {
		return
	}
	for j += i; ; {
		n := &t.nodes[at]
		if n.entry >= 0 {
			if e := &t.entries[n.entry]; free || e.prefix || j == len(b) || !inWord(b, j) || b[j-1] < '0' {
				short, long = widen(short, long, Match{e.word, j})
			}
		}
		if j == len(b) {
			break
		}
		c := b[j]
		j++
		if Separator(c) {
			c = ' '
			for j < len(b) && Separator(b[j]) {
				j++
			}
		}
		if at = t.step(n, c); at == 0 {
			break
		}
	}
	if long.End > 0 && !free {
		for long.End < len(b) && inWord(b, long.End) { // the ending of a prefix entry
			long.End++
		}
	}
	return short, long
}

// widen takes a longer match over.
func widen(short, long, next Match) (Match, Match) {
	if short.End == 0 {
		short = long
	}
	return short, next
}

// step returns the child of n by a byte, 0 if there is none.
func (t *Trie) step(n *node, c byte) int32 {
	for i, key := range t.keys[n.children : n.children+int32(n.count)] {
		if key == c {
			return n.children + int32(i)
		}
	}
	return 0
}
