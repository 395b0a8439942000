package classifier

import (
	"unicode"
	"unicode/utf8"
)

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
