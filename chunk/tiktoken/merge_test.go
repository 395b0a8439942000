package tiktoken_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A run without a break is counted in one go up to a bound, and cut behind it.
func TestLongPieces(t *testing.T) {
	const longPiece = 1 << 16
	for _, e := range both(t) {
		at := e.Count(strings.Repeat("x", longPiece))
		assert.Equal(t, at+1, e.Count(strings.Repeat("x", longPiece+1)))
		assert.Equal(t, 2*at, e.Count(strings.Repeat("x", 2*longPiece)))
	}
}

func BenchmarkMerge(b *testing.B) {
	e := both(b)[0]
	for _, size := range []int{1 << 10, 1 << 13, 1 << 16, 1 << 20} {
		r := rand.New(rand.NewPCG(1, 1))
		text := make([]byte, size)
		for i := range text {
			text[i] = byte('a' + r.IntN(26))
		}
		b.Run(sizeName(size), func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				e.Count(string(text))
			}
		})
	}
}

func sizeName(n int) string {
	if n >= 1<<20 {
		return "1MiB"
	}
	return map[int]string{1 << 10: "1KiB", 1 << 13: "8KiB", 1 << 16: "64KiB"}[n]
}
