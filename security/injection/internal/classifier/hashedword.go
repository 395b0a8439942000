package classifier

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// latin handles the Latin word at i and those that follow, each behind just a
// space, up to the end of a sentence that is too long.
func (r *sentenceTagger) latin(i int) int {
	w := r.words.Next(r.b, i)
	for {
		at, next, more := r.words.Skip(r.b, i, &w, r.start+maxSentence)
		if at > i {
			r.state = 0
		}
		if i = at; !more {
			return r.last(i, &w)
		}
		r.word(i, &w, &next)
		i, w = w.End+1, next
	}
}

// last handles the last of several words, which no space and further word follow.
func (r *sentenceTagger) last(i int, w *phrases.Token) int {
	end := w.End
	for end < len(r.b) && wordTail[r.b[end]] {
		end++
	}
	if end > w.End && r.b[w.End] <= '9' && r.b[w.End] >= '0' {
		if r.mixed++; r.b[end-1] >= 'a' {
			r.within++
		}
	}
	if end < len(r.b) && r.b[end] == ':' && bytes.HasPrefix(r.b[end:], []byte("://")) {
		return r.link(i)
	}
	r.word(i, w, nil)
	return end
}

// word adds the entries that start with the word at i.
func (r *sentenceTagger) word(i int, w, next *phrases.Token) {
	if short, long := r.words.PhrasesAt(r.b, i, w, next); long.End == 0 {
		r.state = 0
	} else {
		r.both(i, short, long)
	}
}

// wordTail holds the bytes that go on with a Latin word.
var wordTail = [256]bool{
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true, 'g': true, 'h': true, 'i': true, 'j': true, 'k': true, 'l': true, 'm': true,
	'n': true, 'o': true, 'p': true, 'q': true, 'r': true, 's': true, 't': true, 'u': true, 'v': true, 'w': true, 'x': true, 'y': true, 'z': true,
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true, '\'': true,
}

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

// find adds the entries at i, of which only the longest counts if they may stand
// anywhere.
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

// add appends an item and notes what it means for the next word.
func (r *sentenceTagger) add(w *phrases.Word, start, end int) {
	class := w.English
	if class.IsEmpty() {
		class = w.Foreign
	}
	s := r.state
	r.all = append(r.all, taggedPhrase{class, w, int32(start), int32(end), s&leading != 0, s&afterModal != 0, s&atLine != 0})
	r.turned = r.turned || class.Has(phrases.Turning)
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
	end := i
	for end < len(r.b) && r.b[end] > ' ' && r.b[end] != '>' && r.b[end] != '"' && !(destination && r.b[end] == ')') {
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
