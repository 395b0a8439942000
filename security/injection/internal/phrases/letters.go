package phrases

import (
	"encoding/binary"
	"math/bits"
)

// Words are hashed letter by letter (FNV-1a), a byte of ASCII or another
// character at a time.
const (
	HashSeed = 0xcbf29ce484222325
	HashStep = 0x100000001b3
)

// StemLetters is how many letters the hash of a stem is of.
const StemLetters = 5

// hashed returns the hash of a word and that of its first letters, 0 if it has no
// more than those.
func hashed(word []byte) (whole, stem uint64) {
	whole = HashSeed
	for i, c := range word {
		if i == StemLetters {
			stem = whole
		}
		whole = (whole ^ uint64(c)) * HashStep
	}
	return whole, stem
}

// Bytes of a number, all alike.
const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// maxPacked is how many letters packedLetters holds.
const maxPacked = 16

// packedLetters are those of a word from a to z: the first eight and the next eight,
// a byte each, 0 behind the last, and how many there are in all.
type packedLetters struct {
	lo, hi uint64
	n      int
}

// countLetters returns how many bytes of x, from the lowest on, are letters from a to
// z before the first other byte.
func countLetters(x uint64) int {
	y := (x ^ 0x60*ones) & (0x7f * ones)                             // letters become 1 to 26
	others := (y + (0x7f-26)*ones | ^((y | high) - ones) | x) & high // the highest bit of each other byte
	return bits.TrailingZeros64(others) / 8
}

// lettersAt reads the letters at b[i].
func lettersAt(b []byte, i int) (w packedLetters) {
	if i+maxPacked > len(b) {
		var tail [maxPacked]byte
		copy(tail[:], b[i:])
		return lettersAt(tail[:], 0)
	}
	w.lo = binary.LittleEndian.Uint64(b[i:])
	if w.n = countLetters(w.lo); w.n < 8 {
		w.lo &= 1<<(8*w.n) - 1
		return w
	}
	w.hi = binary.LittleEndian.Uint64(b[i+8:])
	if w.n += countLetters(w.hi); w.n < maxPacked {
		w.hi &= 1<<(8*(w.n-8)) - 1
		return w
	}
	for i+w.n < len(b) && b[i+w.n]-'a' < 26 {
		w.n++
	}
	return w
}

func (w *packedLetters) hash() uint64 { return (w.lo ^ w.hi*HashStep) * 0x9e3779b97f4a7c15 }

// filter holds a bit for each of some hashes, and for others by chance.
type filter [1 << 16 / 64]uint64

func (f *filter) add(hash uint64) { f[hash>>54] |= 1 << (hash >> 48 % 64) }

func (f *filter) has(hash uint64) bool { return f[hash>>54]>>(hash>>48%64)&1 != 0 }
