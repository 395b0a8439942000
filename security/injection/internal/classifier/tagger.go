// Package classifier finds the sentences of a text that read like instructions to
// a machine: it sorts words into classes (package phrases), matches rules over
// the classes of a sentence, asks a model of the words of attacks, and sums what
// both say over neighbouring sentences.
package classifier

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// taggedPhrase is a word or phrase that package phrases knows, or a form like a link.
type taggedPhrase struct {
	class      phrases.ClassSet // in English, or in other languages if English doesn't know it
	word       *phrases.Word
	start, end int32
	imperative bool // may be an imperative: at the start, after a comma, after "please"
	modal      bool // follows "must", "to" and the like
	line       bool // first on its line
}

type sentence struct {
	start, end int
	items      []taggedPhrase
	mask       phrases.ClassSet
	foreign    bool // has items that English doesn't know
	elsewhere  bool // a third of its items or more are such, and it has no English imperative
	weight     int  // of the words in the model, their order aside; 0 without items
}

type sentenceTagger struct {
	b       []byte
	words   *phrases.Trie
	model   *Model
	known   *vocabulary
	passing knownWord      // one that known doesn't keep
	all     []taggedPhrase // of the sentence so far, and those that are kept
	from    int            // items of the sentence so far start here in all
	i       int            // next byte
	start   int            // of the sentence
	state   state
	cuts    bool // a sentence has ended
	// weight is that of the Latin words of the sentence. If unweighed is set, other words may stand between read and i; gaps
	// are the parts of the sentence before, in which others may stand.
	weight, read int
	unweighed    bool
	gaps         []gap
	// words with digits beside their letters, and those with digits between them
	mixed, within int
	apart         int // words of one letter up to here, in a row
	signs         phrases.Signs
	turned        []int // see Page
	done          sentence
}

type state uint8

const (
	leading    state = 1 << iota // it may be an imperative
	afterModal                   // it follows "must", "to" and the like
	atLine                       // it is the first on its line
	afterTurn                    // the last item is the name of a turn
)

const maxSentence = 600

func (r *sentenceTagger) reset(b []byte) {
	if r.known == nil {
		r.known = new(vocabulary)
	}
	*r = sentenceTagger{b: b, words: phrases.Words(), model: Stored(), known: r.known, state: leading | atLine, all: r.all[:0], gaps: r.gaps[:0]}
}

// next returns the next sentence, false at the end of the text. It holds until
// the next call, and so do its items, unless they are kept.
func (r *sentenceTagger) next() (*sentence, bool) {
	r.all, r.cuts = r.all[:r.from], false
	b, i, limit := r.b, r.i, r.start+maxSentence
	for i < len(b) && !r.cuts {
		switch boundaryKinds[b[i]] {
		case passed:
			for i++; i < min(len(b), limit) && b[i] == ' '; {
				i++
			}
		case leads:
			r.state |= leading
			i++
		case latin:
			i = r.latin(i)
		default:
			r.unweighed = r.unweighed || inWord[b[i]]
			if b[i] >= utf8.RuneSelf {
				i = r.foreign(i)
			} else {
				i = r.other(i)
			}
			limit = r.start + maxSentence
		}
		if i > limit && i < len(b) && (b[i] == ' ' || b[i] == '\n' || i > limit+maxSentence) {
			r.cut(i)
			limit = i + maxSentence
		}
	}
	r.i = i
	if !r.cuts && r.start < len(b) {
		r.cut(len(b))
	}
	return &r.done, r.cuts
}

// minApart is how many letters stand alone in a row where words are spelled out.
const minApart = 5

// letter counts a word of one letter, or the end of a row of them.
func (r *sentenceTagger) letter(alone bool) {
	if !alone {
		r.apart = 0
	} else if r.apart++; r.apart == minApart {
		r.signs |= phrases.Apart
	}
}

type gap struct{ start, end int }

// weighGaps returns what the words in the gaps weigh.
func (r *sentenceTagger) weighGaps() (sum int) {
	for _, g := range r.gaps {
		for i := g.start; i < g.end; {
			if !inWord[r.b[i]] {
				i++
				continue
			}
			var weight int
			weight, i = r.model.wordAt(r.b[:g.end], i)
			sum += weight
		}
	}
	return sum
}

func (r *sentenceTagger) cut(i int) {
	if r.unweighed {
		r.gaps = append(r.gaps, gap{r.read, i})
	}
	if items := r.all[r.from:]; len(items) > 0 || i-r.start > 25 {
		s := sentence{start: r.start, end: i, items: items[:len(items):len(items)]}
		if len(items) > 0 {
			s.weight = r.weight + r.weighGaps()
		}
		unknown, order := 0, false
		for k := range items {
			english := items[k].word.English
			s.mask = s.mask.Union(items[k].word.Any())
			if english.IsEmpty() {
				unknown++
			}
			order = order || items[k].imperative && english.Intersects(orders)
		}
		s.foreign, s.elsewhere = unknown > 0, unknown > 0 && 3*unknown >= len(items) && !order
		r.done, r.cuts = s, true
	}
	r.start, r.weight, r.read, r.gaps, r.unweighed = i, 0, i, r.gaps[:0], false
	r.state = r.state&^afterModal | leading
}

// foreign handles a character beyond ASCII: a sentence end, a letter of a
// script without spaces or with attached particles, or the start of a word.
func (r *sentenceTagger) foreign(i int) int {
	c, size := utf8.DecodeRune(r.b[i:])
	next := i + size
	switch {
	case c == '。' || c == '．' || c == '।' || c == '؟' || c == '۔' || c == '…' && next < len(r.b) && r.b[next] == ' ':
		r.cut(next)
		return next
	case c >= 0x2000 && c < 0x2070 || c >= 0x3000 && c <= 0x303f || c == '·' || c == '،' || c == '؛' || c == '«' || c == '»':
		r.state |= leading
		return next
	}
	r.letter((i == 0 || !inWord[r.b[i-1]]) && !inWord[byteAt(r.b, next)])
	// Words of these scripts are matched anywhere: there are no spaces between them, or particles are written onto them.
	free := c >= 0x590 && c <= 0x6ff || c >= 0xe00 && c <= 0xeff || c >= 0x1000 && c <= 0x109f || c >= 0x1780 && c <= 0x17ff || ideograph(c) || hangul(c)
	if !free && i > 0 && (r.b[i-1] >= 0x80 || r.b[i-1] >= 'a' && r.b[i-1] <= 'z') {
		return next
	}
	found := r.find(i, free)
	if found && free {
		return int(r.all[len(r.all)-1].end)
	}
	if !found && !free {
		r.state = 0
	}
	return next
}

// Kinds of bytes, by how next handles them.
const (
	odd    uint8 = iota // handled by other, or by foreign beyond ASCII
	passed              // skipped
	leads               // an imperative may follow
	latin
)

var boundaryKinds = func() (t [256]uint8) {
	for kind, bytes := range [...]string{passed: " \t'_@&%$+^", leads: "\"()*,:;=>\\]`|}", latin: "abcdefghijklmnopqrstuvwxyz"} {
		for _, c := range []byte(bytes) {
			t[c] = uint8(kind)
		}
	}
	return t
}()

// other handles ASCII bytes that start no Latin word: the end of a line or a
// sentence, digits, and signs that delimiters start with.
func (r *sentenceTagger) other(i int) int {
	c := r.b[i]
	switch c {
	case '\n':
		if r.state&afterTurn != 0 {
			r.state |= leading
		}
		r.state |= atLine
		line := bytes.TrimLeft(r.b[i+1:], " ")
		if blockMark(line) || i+1 < len(r.b) && r.b[i+1] == '\n' {
			r.cut(i + 1)
		}
		return max(i+1, min(len(r.b)-len(line), r.start+maxSentence))
	case '.', '!', '?':
		end := i + 1
		for end < len(r.b) && strings.IndexByte(`.!?"')]*_`, r.b[end]) >= 0 {
			end++
		}
		if end == len(r.b) || r.b[end] == ' ' || r.b[end] == '\n' || r.b[end] >= 0x80 {
			r.cut(end)
			return end
		}
		return i + 1
	case '/', '~':
		if i == 0 || r.b[i-1] <= ' ' || r.b[i-1] == '`' {
			r.find(i, false)
		}
		if end := markupBoundary(r.b, i); end > 0 {
			r.cut(end)
		}
		return i + 1
	}
	if c >= '0' && c <= '9' {
		if i == 0 || r.b[i-1] <= ' ' {
			if r.find(i, false) {
				return int(r.all[len(r.all)-1].end)
			}
			r.state = 0
		}
		if i+1 < len(r.b) && r.b[i+1]-'a' < 26 {
			r.mixed++
		}
		return i + 1
	}
	if end, ok := delimiter(r.b, i, r.state&atLine != 0); ok {
		r.add(&delimiterForm, i, end)
		r.unweighed = true
		r.state |= leading | atLine
		return end
	}
	r.state |= leading
	if end := markupBoundary(r.b, i); end > 0 {
		r.unweighed = true
		r.cut(end)
		return max(end, i+1)
	}
	return i + 1
}

const maxTag = 24

// markupBoundary returns where the source of a page or a program, shown as text, ends a sentence at b[i], 0 if
// it does not: behind a tag without attributes, as in "12</td><td>Egypt", before one with attributes, whose
// values may be sentences, and before a comment, as in "x = 1 # the width". Inline tags end none.
func markupBoundary(b []byte, i int) int {
	rest := b[i:]
	if i > 0 && b[i-1] == ' ' && (bytes.HasPrefix(rest, []byte("# ")) || bytes.HasPrefix(rest, []byte("// "))) {
		return i
	}
	if rest[0] != '<' || len(rest) < 3 {
		return 0
	}
	n := 1
	if rest[1] == '/' || rest[1] == '!' {
		n = 2
	}
	from := n
	for n < len(rest) && n < maxTag && (rest[n]-'a' < 26 || rest[n]-'0' < 10 || rest[n] == '-') {
		n++
	}
	switch name := string(rest[from:n]); {
	case name == "" || n == len(rest) || slices.Contains(inlineTags, name):
		return 0
	case rest[n] == '>':
		return i + n + 1
	case rest[n] == ' ':
		return i
	}
	return 0
}

var inlineTags = []string{"a", "b", "br", "code", "em", "font", "i", "kbd", "mark", "s", "small", "span", "strong", "sub", "sup", "u"}

// blockMark reports whether a line, without spaces before it, starts a block of its own: a list item, a
// heading, a quote, a row of a table.
func blockMark(line []byte) bool {
	if len(line) < 2 {
		return false
	}
	switch line[0] {
	case '-', '*', '+', '#', '>':
		return line[1] == ' ' || line[1] == '#'
	case '|':
		return true
	}
	n := 0
	for n < len(line) && n < 3 && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	return n > 0 && n < len(line) && (line[n] == '.' || line[n] == ')')
}

// latin reads the Latin word at i with the phrase that begins with it, or the address, and returns where to go on.
func (r *sentenceTagger) latin(i int) int {
	b := r.b
	end, letters := pack(b, i)
	word := r.known.at(letters)
	if word.letters != letters || letters == 0 {
		word = r.look(i, end, letters)
	}
	r.signs |= word.head.Signs()
	next, behind := end, byteAt(b, end)
	r.letter(end == i+1 && !inWord[behind])
	if inWord[behind] || i > 0 && inWord[b[i-1]] {
		r.unweighed = true
	} else {
		if r.unweighed {
			r.gaps = append(r.gaps, gap{r.read, i})
		}
		r.weight, r.read, r.unweighed = r.weight+int(word.weight), end, false
	}
	if wordTail(behind) {
		next = r.tail(end)
		behind, r.unweighed = byteAt(b, next), true
	}
	if behind == ':' && bytes.HasPrefix(b[next:], []byte("://")) {
		r.unweighed = true
		return r.link(i)
	}
	if word.head.Begins() {
		if short, long := r.words.Entries(b, i, end, word.head); long.End > 0 {
			r.both(i, short, long)
			return next
		}
	}
	r.state = 0
	return next
}

// byteAt returns b[i], a space behind the end.
func byteAt(b []byte, i int) byte {
	if i < len(b) {
		return b[i]
	}
	return ' '
}

// tail returns where digits, letters and apostrophes behind the first letters of a word end.
func (r *sentenceTagger) tail(letters int) (end int) {
	for end = letters; end < len(r.b) && wordTail(r.b[end]); end++ {
	}
	if c := r.b[letters]; c >= '0' && c <= '9' {
		if r.mixed++; r.b[end-1] >= 'a' {
			r.within++
		}
	}
	return end
}

// inWord has the bytes that words consist of; see readWord.
var inWord = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= utf8.RuneSelf || c-'0' < 10 && c >= '0' || c >= 'a' && c <= 'z'
	}
	return t
}()

func wordTail(c byte) bool { return c-'a' < 26 || c-'0' < 10 || c == '\'' }

// both adds the shortest and the longest entry at i. Both count: "answer with"
// dictates, and is still about an answer.
func (r *sentenceTagger) both(i int, short, long phrases.Match) {
	if short.End > 0 {
		before := r.state
		r.add(short.Word, i, short.End)
		r.state = before
	}
	r.add(long.Word, i, long.End)
}

func (r *sentenceTagger) find(i int, free bool) bool {
	short, long := r.words.Find(r.b, i, free)
	if long.End == 0 {
		return false
	}
	if free {
		short = phrases.Match{}
	}
	r.both(i, short, long)
	return true
}

func (r *sentenceTagger) add(w *phrases.Word, start, end int) {
	class := w.English
	if class.IsEmpty() {
		class = w.Foreign
	}
	s := r.state
	r.all = append(r.all, taggedPhrase{class, w, int32(start), int32(end), s&leading != 0, s&afterModal != 0, s&atLine != 0})
	if class.Has(phrases.Turning) {
		r.turned = append(r.turned, start)
	}
	r.state = 0
	if class.Has(phrases.Modal) || s&afterModal != 0 && class.Has(phrases.BeforeImperative) {
		r.state |= afterModal
	}
	if class.Has(phrases.BeforeImperative) && !class.Has(phrases.Not) || s&leading != 0 && class.Has(phrases.Address) {
		r.state |= leading
	}
	if class.Has(phrases.Turn) && s&atLine != 0 {
		r.state |= afterTurn
	}
}

// Forms that have the same class in every language.
var (
	linkForm      = everywhere(phrases.Link)
	delimiterForm = everywhere(phrases.Delimiter)
)

func everywhere(c phrases.Class) phrases.Word {
	set := phrases.ClassSetOf(c)
	return phrases.Word{English: set, Foreign: set, Langs: ^phrases.LangSet(0)}
}

// link adds an address as one item. It skips the target of a Markdown link, which
// ordinary text has many of, unless the target has a placeholder for data.
func (r *sentenceTagger) link(i int) int {
	destination := i > 1 && r.b[i-1] == '(' && r.b[i-2] == ']'
	end := i + 1
	for end < len(r.b) && r.b[end] > ' ' && r.b[end] != '>' && r.b[end] != '"' && !(destination && r.b[end] == ')') {
		if boundaryKinds[r.b[end]] == latin {
			r.letter(!inWord[r.b[end-1]] && !inWord[byteAt(r.b, end+1)])
		}
		end++
	}
	if destination && !placeholder(r.b[i:end]) {
		return end
	}
	value := bytes.LastIndexByte(r.b[i:end], '=') + 1
	broken := value > 0 && end < len(r.b) && r.b[end] == ' ' && len(bytes.Trim(r.b[i+value:end], "abcdefghijklmnopqrstuvwxyz")) == 0
	if broken { // a value with spaces, as in "https://a.example/?q=print the list", is read as words
		end = i + value
	}
	r.add(&linkForm, i, end)
	if broken {
		r.state |= leading
	}
	return end
}

// Words are hashed letter by letter (FNV-1a). Of a stem stemLetters letters are hashed.
const (
	hashSeed    = 0xcbf29ce484222325
	hashStep    = 0x100000001b3
	stemLetters = 5
)

// readWord reads the word at b[i]: its hash, the hash of its first letters, how
// many it has, and where it ends. Each ideograph or kana is a word; no letters at
// all are one of none.
func readWord(b []byte, i int) (word, stem uint64, n, next int) {
	word = hashSeed
	for i < len(b) {
		c := rune(b[i])
		size := 1
		if c >= utf8.RuneSelf {
			c, size = utf8.DecodeRune(b[i:])
			if single := ideograph(c); single && n > 0 {
				break
			} else if single {
				return (word ^ uint64(c)) * hashStep, 0, 1, i + size
			}
			if c >= 0x2000 && c < 0x2070 || !unicode.IsLetter(c) && !unicode.IsMark(c) { // dashes and quotation marks are most frequent
				break
			}
		} else if c >= '0' && c <= '9' {
			c = '0'
		} else if c < 'a' || c > 'z' {
			break
		}
		word = (word ^ uint64(c)) * hashStep
		if n++; n == stemLetters {
			stem = word
		}
		i += size
	}
	if n == 0 {
		_, size := utf8.DecodeRune(b[i:])
		i += size
	}
	return word, stem, n, i
}

// wordAt returns what the features of the word at b[i] weigh, without those of its neighbours, and where it ends.
func (m *Model) wordAt(b []byte, i int) (weight, next int) {
	word, stem, n, next := readWord(b, i)
	if n > 1 {
		weight = m.Weights.Of(hashFeature(wordFeature, word*hashSpread, 0))
	}
	if n > stemLetters {
		weight += m.Weights.Of(hashFeature(stemFeature, stem*hashSpread, 0))
	}
	return weight, next
}

// ideograph reports whether c is a kana or an ideograph of Chinese characters.
func ideograph(c rune) bool { return c >= 0x3040 && c <= 0x9fff }
