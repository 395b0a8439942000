package phrases

import (
	"encoding/binary"
	"math/bits"
)

// maxKey is the length of the longest words that have a key of their own.
const maxKey = 12

// Bytes of a number, all alike.
const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// packedLetters are those of a word from a to z: the first eight and the next eight,
// a byte each, 0 behind the last, and how many there are in all.
type packedLetters struct {
	lo, hi uint64
	n      int
}

// CountLetters returns how many bytes of x, from the lowest on, are letters from a to
// z before the first other byte.
func CountLetters(x uint64) int { return bits.TrailingZeros64(others(x)) / 8 }

// lettersAt reads the letters at b[i].
func lettersAt(b []byte, i int) packedLetters {
	if i+16 > len(b) {
		return lettersOf(b[i:])
	}
	lo := binary.LittleEndian.Uint64(b[i:])
	if n := CountLetters(lo); n < 8 {
		return packedLetters{lo & (1<<(8*n) - 1), 0, n}
	}
	hi := binary.LittleEndian.Uint64(b[i+8:])
	n := CountLetters(hi)
	if n < 8 {
		return packedLetters{lo, hi & (1<<(8*n) - 1), 8 + n}
	}
	n = 16
	for i+n < len(b) && b[i+n]-'a' < 26 {
		n++
	}
	return packedLetters{lo, hi, n}
}

// lettersOf is lettersAt for what a text begins with, byte by byte.
func lettersOf(b []byte) (w packedLetters) {
	for w.n < len(b) && b[w.n]-'a' < 26 {
		switch c := uint64(b[w.n]); {
		case w.n < 8:
			w.lo |= c << (8 * w.n)
		case w.n < 16:
			w.hi |= c << (8 * (w.n - 8))
		}
		w.n++
	}
	return w
}

// key is a number for the word, its own if it has up to maxKey letters, else one
// that is marked as long. Its lowest five bits are the first letter, from 1 on.
func (w *packedLetters) key() uint64 {
	switch {
	case w.n < 8:
		return w.lo
	case w.n > maxKey:
		return w.lo&0x1f | long
	}
	return pack(w.lo) | pack(w.hi)<<40 | 1<<63
}

// long marks the keys of long words.
const long = 1 << 62

// pack puts eight letters into five bits each, the first four of them lowest.
func pack(x uint64) uint64 {
	x = x&0x001f001f001f001f | x>>3&0x03e003e003e003e0
	x = x&0x000003ff000003ff | x>>6&0x000ffc00000ffc00
	return x&(1<<20-1) | x>>12&(1<<40-1<<20)
}

// others sets the highest bit of each byte of x that is not a letter from a to z, and
// clears all other bits.
func others(x uint64) uint64 {
	y := (x ^ 0x60*ones) & (0x7f * ones) // letters become 1 to 26
	return (y + (0x7f-26)*ones | ^((y | high) - ones) | x) & high
}
