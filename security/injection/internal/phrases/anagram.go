package phrases

import "strings"

// anagramSignature has the properties of a word that stay the same when its inner
// letters are swapped.
type anagramSignature struct {
	first, last byte
	n           uint8
	sum, xor    uint8 // of all letters
}

// signatureOf returns the signature of a word, given its packed letters.
func signatureOf(word []byte, w *packedLetters) anagramSignature {
	lo, hi := w.lo&(0x1f*ones), w.hi&(0x1f*ones)
	x := lo ^ hi
	x ^= x >> 32
	x ^= x >> 16
	s := anagramSignature{first: word[0], last: word[len(word)-1], n: uint8(w.n), sum: uint8(lo*ones>>56) + uint8(hi*ones>>56), xor: uint8(x ^ x>>8)}
	for _, c := range word[min(len(word), 16):] {
		s.sum += c & 0x1f
		s.xor ^= c & 0x1f
	}
	return s
}

// signatureBits is the size of the tables that signatures are looked up in.
const signatureBits = 1 << 15

func (s anagramSignature) bit() uint32 {
	h := uint32(s.first) | uint32(s.last)<<8 | uint32(s.sum)<<16 | uint32(s.xor)<<24
	return (h*2654435761 ^ uint32(s.n)<<20) * 2246822519 >> 17
}

// Letters of the words that are repaired.
const (
	minTypo = 5
	maxTypo = 20
)

// anagramIndex finds longer English words by their signatures, those within phrases
// included.
type anagramIndex struct {
	words []anagramWord
	index [signatureBits]uint16 // of words by the bit of a signature; 0 is free
	bloom [signatureBits / 64]uint64
}

// anagramWord is a word of the lexicon; next is the index of another word whose
// signature has the same bit.
type anagramWord struct {
	anagramSignature
	word    string
	foreign bool // of another language: stays as it is, and no word is repaired to it
	next    uint16
}

// fill enters the English words, and those of other languages that could be
// taken for one of them.
func (x *anagramIndex) fill(t *Trie) {
	x.words = make([]anagramWord, 1)
	seen := make(map[string]bool)
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
				if !foreign || x.knows(signatureOfWord(w)) {
					x.enter(w, foreign)
				}
			}
		}
	}
}

func (x *anagramIndex) enter(word string, foreign bool) {
	s := signatureOfWord(word)
	bit := s.bit()
	x.words = append(x.words, anagramWord{s, word, foreign, x.index[bit]})
	x.index[bit] = uint16(len(x.words) - 1)
	x.bloom[bit/64] |= 1 << (bit % 64)
}

// signatureOfWord is signatureOf for a word whose letters are not packed yet.
func signatureOfWord(word string) anagramSignature {
	b := []byte(word)
	w := lettersOf(b)
	return signatureOf(b, &w)
}

// knows reports whether a word of the index may have the signature.
func (x *anagramIndex) knows(s anagramSignature) bool {
	bit := s.bit()
	return x.bloom[bit/64]>>(bit%64)&1 != 0
}

// Unscramble puts the inner letters of the Latin word at b[i] back in order, in
// place, if it is a scrambled English word of the lexicon: "ignroe" becomes
// "ignore". Words shorter than five letters stay as they are.
func (t *Trie) Unscramble(b []byte, i int) {
	w := lettersAt(b, i)
	t.typos.repair(b[i:i+w.n], &w)
}

// repair reports whether it has changed the word, whose letters are known.
func (x *anagramIndex) repair(word []byte, w *packedLetters) bool {
	if w.n < minTypo || w.n > maxTypo {
		return false
	}
	s := signatureOf(word, w)
	return x.knows(s) && x.sort(word, s)
}

// sort is repair for a word whose signature the index may have.
func (x *anagramIndex) sort(word []byte, s anagramSignature) bool {
	repaired := ""
	for i := x.index[s.bit()]; i != 0; i = x.words[i].next {
		w := &x.words[i]
		if w.anagramSignature != s {
			continue
		}
		if string(word) == w.word {
			return false
		}
		if !w.foreign && swaps(word, w.word) {
			repaired = w.word // the first of the lexicon comes last
		}
	}
	copy(word, repaired)
	return repaired != ""
}

// swaps reports whether two words of the same length have the same letters.
func swaps(a []byte, b string) bool {
	if len(a) != len(b) {
		return false
	}
	var count [256]int8
	for i := range a {
		count[a[i]]++
		count[b[i]]--
	}
	return count == [256]int8{}
}
