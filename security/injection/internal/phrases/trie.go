package phrases

import (
	"bytes"
	"embed"
	"errors"
	"math/bits"
	"slices"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/normalize"
)

// Dictionary maps words and phrases in folded form to their classes and languages.
type Dictionary map[string]entry

type entry struct {
	word Word
	// prefix: the last word may have more letters
	prefix bool
}

// Read adds lines of a class, a colon and entries between commas. Lines that begin with # are
// comments.
func (d Dictionary) Read(list string, langs LangSet) error {
	for line := range strings.Lines(list) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, words, ok := strings.Cut(line, ":")
		class, known := ParseClass(name)
		if !ok || !known {
			return errors.New("not a class: " + name)
		}
		for word := range strings.SplitSeq(words, ",") {
			d.Add(strings.TrimSpace(word), class, langs)
		}
	}
	return nil
}

// Add adds a word or phrase of a class, or one more class of it. A star at its end matches
// any ending: "phrase*" matches "phrases".
func (d Dictionary) Add(phrase string, class Class, langs LangSet) {
	stem, prefix := strings.CutSuffix(phrase, "*")
	key := normal(stem)
	if key == "" {
		return
	}
	e := d[key]
	if langs&English != 0 {
		e.word.English = e.word.English.With(class)
	}
	if langs&^English != 0 {
		e.word.Foreign = e.word.Foreign.With(class)
	}
	e.word.Langs |= langs
	e.prefix = e.prefix || prefix
	d[key] = e
}

func normal(s string) string {
	b := normalize.New(s).Bytes
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

// Separator reports whether a byte of folded text may separate the words of a
// phrase, as a space does.
func Separator(c byte) bool {
	switch c {
	case ' ', '\n', '\t', '-', '_', '*', '|':
		return true
	}
	return false
}

// inWord reports whether the byte at b[j] belongs to a word: a letter, a mark or a digit of any script. Bytes that are
// no UTF-8 do.
func inWord(b []byte, j int) bool {
	if c := b[j]; c < utf8.RuneSelf {
		return c-'a' < 26 || c-'0' < 10
	}
	r, _ := utf8.DecodeRune(b[j:])
	if r >= 0x2000 && r < 0x2070 { // dashes and quotation marks, the most frequent
		return false
	}
	return r == utf8.RuneError || unicode.In(r, unicode.L, unicode.M, unicode.N)
}

// lists are the phrases, a file for each language or group of languages.
//
//go:embed lists/*.txt
var lists embed.FS

func sources() []string {
	return []string{
		"english", "german", "dutch", "nordic", "french", "spanish", "portuguese", "italian", "romanian", "russian", "ukrainian", "polish", "west_south_slavic",
		"turkic", "uralic_greek", "semitic_persian", "indic", "chinese", "japanese", "korean", "southeast",
	}
}

// everyLanguage is the file of what texts of every language use as it is.
const everyLanguage = "shared"

func (d Dictionary) load(name string, langs LangSet) {
	if err := d.Read(list(name), langs); err != nil {
		panic("phrases: " + name + ": " + err.Error())
	}
}

func list(name string) string {
	raw, err := lists.ReadFile("lists/" + name + ".txt")
	if err != nil {
		panic("phrases: " + err.Error())
	}
	return string(raw)
}

// Text returns all lists, one behind the other.
func Text() (all string) {
	for _, name := range append(sources(), everyLanguage) {
		all += list(name)
	}
	return all
}

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
	return t.walk(b, i+1, t.first[b[i]], free)
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

// Letters of the words that are repaired.
const (
	minTypo = 5
	maxTypo = 20
)

// anagrams finds longer English words, those within phrases included, and those of other
// languages that could be taken for one of them, by what stays the same when the inner
// letters are swapped.
type anagrams map[uint64][]anagram

type anagram struct {
	word    string
	foreign bool // stays as it is, and no word is repaired to it
}

// sumOf sums up the letters of a word, in any order.
func sumOf(word []byte) (sum uint64) {
	for _, c := range word {
		sum += uint64(c) * uint64(c) * uint64(c)
	}
	return sum
}

const hashStep = 0x9e3779b97f4a7c15

// signature sums up a word with its letters in any order but for the first and the last one.
func signature(sum uint64, first, last byte) uint64 {
	return (sum<<16 ^ uint64(first)<<8 ^ uint64(last)) * hashStep
}

// filter holds a bit for each of some hashes, and for others by chance.
type filter [1 << 16 / 64]uint64

func (f *filter) add(hash uint64) { f[hash>>54] |= 1 << (hash >> 48 % 64) }

func (f *filter) has(hash uint64) bool { return f[hash>>54]>>(hash>>48%64)&1 != 0 }

func anagramsOf(t *Trie) anagrams {
	x, seen := anagrams{}, make(map[string]bool)
	for _, foreign := range []bool{false, true} {
		for at, phrase := range t.words {
			if foreign != (t.entries[at].word.Langs&English == 0) {
				continue
			}
			for w := range strings.FieldsSeq(phrase) {
				if len(w) < minTypo || len(w) > maxTypo || seen[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
					continue
				}
				seen[w] = true
				if s := signature(sumOf([]byte(w)), w[0], w[len(w)-1]); !foreign || x[s] != nil {
					x[s] = append(x[s], anagram{w, foreign})
				}
			}
		}
	}
	return x
}

// Unscramble puts the inner letters of the Latin word at b[i] back in order, in
// place, if it is a scrambled English word of the lexicon: "ignroe" becomes
// "ignore". Words shorter than five letters stay as they are.
func (t *Trie) Unscramble(b []byte, i int) {
	end := i
	for end < len(b) && b[end]-'a' < 26 {
		end++
	}
	t.repair(b[i:end], sumOf(b[i:end]))
}

func (t *Trie) anagrams(signature uint64) []anagram {
	if !t.scrambled.has(signature) {
		return nil
	}
	return t.typos[signature]
}

// repair reports whether it has changed the word; sum is that of its letters.
func (t *Trie) repair(word []byte, sum uint64) bool {
	if len(word) < minTypo || len(word) > maxTypo {
		return false
	}
	repaired := ""
	for _, w := range t.anagrams(signature(sum, word[0], word[len(word)-1])) {
		switch {
		case string(word) == w.word:
			return false
		case repaired == "" && !w.foreign && swaps(word, w.word):
			repaired = w.word
		}
	}
	copy(word, repaired)
	return repaired != ""
}

// reverses reports whether a word is an English one of the lexicon with its letters turned round.
func (t *Trie) reverses(word []byte, sum uint64) bool {
	if len(word) < minTypo || len(word) > maxTypo {
		return false
	}
	list := t.anagrams(signature(sum, word[len(word)-1], word[0]))
	if list == nil {
		return false
	}
	turned := slices.Clone(word)
	slices.Reverse(turned)
	return !bytes.Equal(turned, word) && slices.Contains(list, anagram{word: string(turned)})
}

func swaps(a []byte, b string) bool {
	var count [256]int8
	for i := range min(len(a), len(b)) {
		count[a[i]]++
		count[b[i]]--
	}
	return len(a) == len(b) && count == [256]int8{}
}
