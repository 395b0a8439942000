package classifier

import (
	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

// vocabulary keeps what was looked up of Latin words, because most words of a text are repetitions. A new word
// replaces the one in its place.
type vocabulary [1 << vocabularyBits]knownWord

const vocabularyBits = 14

type knownWord struct {
	letters uint64 // see pack
	head    phrases.Head
	weight  int32 // of the features of the word alone
}

// at returns the place of a word, whose letters pack has returned.
func (v *vocabulary) at(letters uint64) *knownWord {
	return &v[letters*hashSpread>>(64-vocabularyBits)]
}

// look looks the Latin word r.b[i:end] up. It repairs a scrambled one in the text. The result holds until the next call.
func (r *sentenceTagger) look(i, end int, letters uint64) *knownWord {
	head, repaired := r.words.Head(r.b[i:end])
	known := r.known.at(letters)
	if repaired || letters == 0 {
		known = &r.passing
	}
	weight, _ := r.model.wordAt(r.b[:end], i)
	*known = knownWord{letters, head, int32(weight)}
	return known
}

// maxPacked is how many letters pack tells apart.
const maxPacked = 12

// pack returns where the letters from b[i] on end, and a number that stands for them, 0 if there are more than
// maxPacked of them.
func pack(b []byte, i int) (end int, letters uint64) {
	for end = i; end < len(b) && b[end]-'a' < 26; end++ {
		letters = letters<<5 | uint64(b[end]&0x1f)
	}
	if end-i > maxPacked {
		letters = 0
	}
	return end, letters
}
