package classifier

import (
	"bytes"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

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
			r.skip(i)
		}
		r.weight, r.read = r.weight+int(word.weight), end
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
