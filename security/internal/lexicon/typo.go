package lexicon

import "strings"

// shape is what a word keeps when its inner letters are swapped.
type shape struct {
	first, last byte
	n           uint8
	sum         uint16
}

const shapeBits = 1 << 15

func shapeOf(word []byte) shape {
	s := shape{first: word[0], last: word[len(word)-1], n: uint8(min(255, len(word)))}
	for _, c := range word {
		s.sum += uint16(c) * uint16(c)
	}
	return s
}

func (s shape) bit() uint32 {
	h := uint32(s.sum)*2654435761 ^ uint32(s.first)<<16 ^ uint32(s.last)<<21 ^ uint32(s.n)<<11
	return h * 2246822519 >> 17
}

// shaped is a word of the lexicon, and where the next one is whose shape has the
// same bit.
type shaped struct {
	shape
	word string
	next uint16
}

// index notes the shapes of the longer English words, those within phrases
// included.
func (t *Trie) index() {
	seen := make(map[string]bool)
	t.shapes = make([]shaped, 1)
	for at, phrase := range t.words {
		if t.entries[at].word.Langs&English == 0 {
			continue
		}
		for w := range strings.FieldsSeq(phrase) {
			if len(w) < 5 || seen[w] || strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") != "" {
				continue
			}
			seen[w] = true
			s := shapeOf([]byte(w))
			i := s.bit()
			t.shapes = append(t.shapes, shaped{s, w, t.shaped[i]})
			t.shaped[i] = uint16(len(t.shapes) - 1)
			t.bloom[i>>6] |= 1 << (i & 63)
		}
	}
}

// Repair puts the inner letters of scrambled English words of the lexicon back
// in order, in place: "ignroe" becomes "ignore". Words shorter than five
// letters stay as they are.
func (t *Trie) Repair(b []byte) {
	for i := 0; i < len(b); {
		if b[i]-'a' > 25 {
			i++
			continue
		}
		start := i
		sum := uint16(0)
		for i < len(b) && b[i]-'a' <= 25 {
			sum += uint16(b[i]) * uint16(b[i])
			i++
		}
		if n := i - start; n >= 5 && n <= 20 {
			t.repair(b[start:i], shape{b[start], b[i-1], uint8(n), sum})
		}
	}
}

func (t *Trie) repair(word []byte, s shape) {
	bit := s.bit()
	if t.bloom[bit>>6]&(1<<(bit&63)) == 0 {
		return
	}
	repaired := ""
	for i := t.shaped[bit]; i != 0; i = t.shapes[i].next {
		w := &t.shapes[i]
		if w.shape != s {
			continue
		}
		if string(word) == w.word {
			return
		}
		if swaps(word, w.word) {
			repaired = w.word // the first of the lexicon comes last
		}
	}
	copy(word, repaired)
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
