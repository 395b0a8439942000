package byteset_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/byteset"
)

// texts are random texts over a few bytes, so that what is looked for is there.
func texts(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"ab ", "a .-é", "gur lbhe", "0aé中 |", "ab"} {
		runes := []rune(alphabet)
		for range 400 {
			var b strings.Builder
			for range rng.IntN(90) {
				b.WriteRune(runes[rng.IntN(len(runes))])
			}
			if !yield(b.String()) {
				return
			}
		}
	}
}

func TestRunsAreThoseOfAPlainLoop(t *testing.T) {
	letters := byteset.Of("ab", [2]byte{'e', 'g'})
	for s := range texts {
		for _, n := range []int{1, 2, 5, 9} {
			var want, got [][2]int
			for i := 0; i < len(s); i++ {
				start := i
				for i < len(s) && strings.IndexByte("abefg", s[i]) >= 0 {
					i++
				}
				if i-start >= n {
					want = append(want, [2]int{start, i})
				}
			}
			for i := 0; ; {
				start, end := letters.Run(s, i, n)
				if start == len(s) {
					break
				}
				got = append(got, [2]int{start, end})
				i = end
			}
			assert.Equal(t, want, got, "%q, at least %d", s, n)
		}
	}
}
