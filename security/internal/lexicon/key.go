package lexicon

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

// keyAt returns a number for the word of letters from a to z at b[i], and its
// length. Words of up to maxKey letters have keys of their own. No key of a word
// is 0.
func keyAt(b []byte, i int) (key uint64, n int) {
	if i+8 <= len(b) {
		x := binary.LittleEndian.Uint64(b[i:])
		if n = bits.TrailingZeros64(others(x)) / 8; n < 8 {
			return x & (1<<(8*n) - 1), n
		}
	}
	end := i
	for end < len(b) && b[end]-'a' < 26 {
		end++
	}
	return keyOf(b[i:end]), end - i
}

// keyOf is keyAt for a word by itself: its letters, up to eight in ASCII, more of
// them packed in five bits each.
func keyOf(word []byte) (key uint64) {
	if len(word) < 8 {
		for i, c := range word {
			key |= uint64(c) << (8 * i)
		}
		return key
	}
	for _, c := range word {
		key = key<<5 | uint64(c-'a'+1)
	}
	return key | 1<<63
}

// others marks the bytes of x that are no letters from a to z, by their highest
// bit.
func others(x uint64) uint64 {
	y := (x ^ 0x60*ones) & (0x7f * ones) // letters become 1 to 26
	return (y + (0x7f-26)*ones | ^((y | high) - ones) | x) & high
}
