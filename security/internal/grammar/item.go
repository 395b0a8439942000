// Package grammar finds the sentences of a text that read like instructions to
// a machine: it sorts words into classes (package lexicon), matches rules over
// the classes of a sentence, asks a model of the words of attacks, and sums what
// both say over neighbouring sentences.
package grammar

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/internal/lexicon"
)

// item is a word or phrase that the lexicon knows, or a form like a link.
type item struct {
	class      lexicon.Class // in English, or in other languages if English doesn't know it
	word       lexicon.Word
	start, end int32
	imperative bool // may be an imperative: at the start, after a comma, after "please"
	modal      bool // follows "must", "to" and the like
	line       bool // first on its line
}

// sentence is a span of the text with its items.
type sentence struct {
	start, end int
	items      []item
	mask       lexicon.Class
	foreign    bool // has items that English doesn't know
}

// reader walks over folded text and cuts it into sentences.
type reader struct {
	b     []byte
	words *lexicon.Trie
	all   []item // of all sentences
	sents []sentence

	from      int // items of the sentence so far start here in all
	start     int // of the sentence
	lead      bool
	afterMod  bool
	lineStart bool
	turn      bool // the last item is the name of a turn
}

// maxSentence bounds a sentence, in bytes.
const maxSentence = 600

// read cuts b into sentences.
func read(b []byte) []sentence { return new(reader).read(b) }

// read cuts b into sentences, which share the memory of r and hold until it
// reads again.
func (r *reader) read(b []byte) []sentence {
	*r = reader{b: b, words: lexicon.Words(), lead: true, lineStart: true, all: r.all[:0], sents: r.sents[:0]}
	for i := 0; i < len(b); {
		c := b[i]
		switch {
		case c == ' ':
			i++
		case c >= 'a' && c <= 'z':
			i = r.word(i)
		case c >= 0x80:
			i = r.foreign(i)
		default:
			i = r.other(i)
		}
		if i-r.start > maxSentence && i < len(b) && (b[i] == ' ' || b[i] == '\n' || i-r.start > 2*maxSentence) {
			r.cut(i)
		}
	}
	r.cut(len(b))
	all := r.all // has stopped growing
	for k := range r.sents {
		s := &r.sents[k]
		n := len(s.items)
		s.items, all = all[:n:n], all[n:]
	}
	return r.sents
}

// cut ends the sentence at i.
func (r *reader) cut(i int) {
	if items := r.all[r.from:]; len(items) > 0 || i-r.start > 25 {
		s := sentence{start: r.start, end: i, items: items}
		for k := range items {
			s.mask |= items[k].word.Any()
			s.foreign = s.foreign || items[k].word.English == 0
		}
		r.sents = append(r.sents, s)
	}
	r.from, r.start, r.lead, r.afterMod = len(r.all), i, true, false
}

// word handles the Latin word at i.
func (r *reader) word(i int) int {
	short, long, next := r.words.Word(r.b, i)
	for next < len(r.b) && wordTail[r.b[next]] {
		next++
	}
	if next < len(r.b) && r.b[next] == ':' && bytes.HasPrefix(r.b[next:], []byte("://")) {
		return r.link(i)
	}
	if long.End == 0 {
		r.plain()
	} else {
		r.both(i, short, long)
	}
	return next
}

// wordTail holds the bytes that go on with a Latin word.
var wordTail = [256]bool{
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true, '\'': true,
}

// both adds the shortest and the longest entry at i. Both count: "answer with"
// dictates, and is still about an answer.
func (r *reader) both(i int, short, long lexicon.Match) {
	if short.End > 0 {
		lead, mod, line := r.lead, r.afterMod, r.lineStart
		r.add(short.Word, i, short.End)
		r.lead, r.afterMod, r.lineStart = lead, mod, line
	}
	r.add(long.Word, i, long.End)
}

// find adds the entries at i, of which only the longest counts if they may stand
// anywhere.
func (r *reader) find(i int, free bool) bool {
	short, long := r.words.Find(r.b, i, free)
	if long.End == 0 {
		return false
	}
	if free {
		short = lexicon.Match{}
	}
	r.both(i, short, long)
	return true
}

// add appends an item and notes what it means for the next word.
func (r *reader) add(w lexicon.Word, start, end int) {
	class := w.English
	if class == 0 {
		class = w.Foreign
	}
	r.all = append(r.all, item{class, w, int32(start), int32(end), r.lead, r.afterMod, r.lineStart})
	r.afterMod = class&lexicon.Modal != 0 || r.afterMod && class&lexicon.Lead != 0
	r.lead = class&lexicon.Lead != 0 && class&lexicon.Not == 0 || r.lead && class&lexicon.Address != 0
	r.turn = class&lexicon.Turn != 0 && r.lineStart
	r.lineStart = false
}

// plain notes a word that is not in the lexicon.
func (r *reader) plain() { r.lead, r.afterMod, r.lineStart, r.turn = false, false, false, false }

// everywhere is a form that has the same class in every language.
func everywhere(c lexicon.Class) lexicon.Word {
	return lexicon.Word{English: c, Foreign: c, Langs: ^lexicon.Langs(0)}
}

// link takes an address as one item. The targets of Markdown links are none,
// since text is full of them, unless they wait for data.
func (r *reader) link(i int) int {
	destination := i > 1 && r.b[i-1] == '(' && r.b[i-2] == ']'
	end := i
	for end < len(r.b) && r.b[end] > ' ' && r.b[end] != '>' && r.b[end] != '"' && !(destination && r.b[end] == ')') {
		end++
	}
	if destination && !placeholder(r.b[i:end]) {
		return end
	}
	r.add(everywhere(lexicon.Link), i, end)
	return end
}

// foreign handles a character beyond ASCII: a sentence end, a letter of a
// script without spaces or with attached particles, or the start of a word.
func (r *reader) foreign(i int) int {
	c, size := utf8.DecodeRune(r.b[i:])
	next := i + size
	switch {
	case c == '。' || c == '．' || c == '।' || c == '؟' || c == '۔' || c == '…' && next < len(r.b) && r.b[next] == ' ':
		r.cut(next)
		return next
	case c >= 0x2000 && c < 0x2070 || c >= 0x3000 && c <= 0x303f || c == '·' || c == '،' || c == '؛' || c == '«' || c == '»':
		r.lead = true
		return next
	}
	free := freeScript(c)
	if !free && i > 0 && (r.b[i-1] >= 0x80 || r.b[i-1] >= 'a' && r.b[i-1] <= 'z') {
		return next
	}
	if !r.find(i, free) {
		if !free {
			r.plain()
		}
		return next
	}
	if free {
		return int(r.all[len(r.all)-1].end)
	}
	return next
}

// freeScript reports whether words of the script of c are matched anywhere:
// there are no spaces between them, or particles are written onto them.
func freeScript(c rune) bool {
	return c >= 0x590 && c <= 0x6ff || c >= 0xe00 && c <= 0xeff || c >= 0x1000 && c <= 0x109f || c >= 0x1780 && c <= 0x17ff ||
		c >= 0x3040 && c <= 0x9fff || c >= 0xac00 && c <= 0xd7a3
}

// other handles what is no letter: space, digits and punctuation.
func (r *reader) other(i int) int {
	c := r.b[i]
	switch c {
	case '\t':
		return i + 1
	case '\n':
		r.lineStart = true
		r.lead = r.lead || r.turn
		if i+1 < len(r.b) && (r.b[i+1] == '\n' || blockMark(r.b[i+1:])) {
			r.cut(i + 1)
		}
		return i + 1
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
		return i + 1
	case '\'', '_', '@', '&', '%', '$', '+', '=', '^':
		return i + 1
	}
	if c >= '0' && c <= '9' {
		if i == 0 || r.b[i-1] <= ' ' {
			if r.find(i, false) {
				return int(r.all[len(r.all)-1].end)
			}
			r.plain()
		}
		return i + 1
	}
	if end, ok := delimiter(r.b, i, r.lineStart); ok {
		r.add(everywhere(lexicon.Delimiter), i, end)
		r.lead, r.lineStart = true, true
		return end
	}
	r.lead = true
	return i + 1
}

// blockMark reports whether a line starts a block of its own: a list item, a
// heading, a quote.
func blockMark(line []byte) bool {
	for len(line) > 0 && line[0] == ' ' {
		line = line[1:]
	}
	if len(line) < 2 {
		return false
	}
	switch line[0] {
	case '-', '*', '+', '#', '>':
		return line[1] == ' ' || line[1] == '#'
	}
	n := 0
	for n < len(line) && n < 3 && line[n] >= '0' && line[n] <= '9' {
		n++
	}
	return n > 0 && n < len(line) && (line[n] == '.' || line[n] == ')')
}
