package classifier

import (
	"encoding/binary"
	"math/bits"

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
	if i+16 > len(b) {
		for end = i; end < len(b) && b[end]-'a' < 26; end++ {
			letters |= uint64(b[end]&0x1f) << (5 * (end - i))
		}
	} else if n, first := packEight(binary.LittleEndian.Uint64(b[i:])); n < 8 {
		return i + n, first
	} else {
		more, rest := packEight(binary.LittleEndian.Uint64(b[i+8:]))
		end, letters = i+8+more, first|rest<<40
		for more == 8 && end < len(b) && b[end]-'a' < 26 {
			end++
		}
	}
	if end-i > maxPacked {
		letters = 0
	}
	return end, letters
}

// packEight returns how many of eight characters are letters up to the first that is none, and five bits of each.
func packEight(chars uint64) (n int, letters uint64) {
	low := chars & 0x7f7f7f7f7f7f7f7f
	are := (low + 0x1f1f1f1f1f1f1f1f) &^ (low + 0x0505050505050505) &^ chars & 0x8080808080808080
	n = bits.TrailingZeros64(are^0x8080808080808080) / 8
	letters = chars & (1<<(8*n) - 1) & 0x1f1f1f1f1f1f1f1f
	letters = letters&0x001f001f001f001f | letters&0x1f001f001f001f00>>3
	letters = letters&0x000003ff000003ff | letters&0x03ff000003ff0000>>6
	return n, letters&0xfffff | letters>>32<<20
}
