package deobfuscate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// texts are random texts over a few bytes, so that what is looked for is there.
func texts(yield func(string) bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, alphabet := range []string{"ab ", "a .-é", "gur lbhe", "resu \n", "0aé中 |", "ab"} {
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
	var letters byteSet
	letters.add("ab", [2]byte{'e', 'g'})
	for s := range texts {
		for _, n := range []int{1, 2, 5, 9} {
			var want, got [][2]int
			for i := 0; i < len(s); i++ {
				start := i
				for i < len(s) && letters[s[i]] {
					i++
				}
				if i-start >= n {
					want = append(want, [2]int{start, i})
				}
			}
			for i := 0; ; {
				start, end := letters.run(s, i, n)
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

func TestLettersApartAreFoundInSteps(t *testing.T) {
	tables := shared()
	for s := range texts {
		whole := scanner{tables: tables, s: s}
		for i := 0; i+20 < len(s) && !whole.full(); {
			end := whole.unspell(s[i:])
			if len(whole.buf) >= minSpelled {
				whole.add("spelled-out words", segment(string(whole.buf)), i, i+end)
			}
			i += max(end, 1)
		}
		stepped := scanner{tables: tables, s: s}
		stepped.spelled(0, s)
		assert.Equal(t, whole.out, stepped.out, "%q", s)
	}
}

func TestCountsAreNeverTooLow(t *testing.T) {
	tables := shared()
	for s := range texts {
		seen := tables.scanLine(s)
		words, morse := 0, 0
		for word := range strings.FieldsSeq(s) {
			if mixes(word) {
				words++
			}
		}
		for letter := range strings.FieldsSeq(tables.morse.Replace(s)) {
			if morseLetter(letter) != 0 {
				morse++
			}
		}
		turned := 0
		for _, r := range s {
			if r >= 0x80 && (upright(r) != r || r > 0x2800 && r < 0x2840) {
				turned++
			}
		}
		assert.GreaterOrEqual(t, seen.mixed, words, "%q", s)
		assert.GreaterOrEqual(t, seen.marks, morse, "%q", s)
		assert.GreaterOrEqual(t, seen.leads, turned, "%q", s)
		i, _ := tables.word.spelledOutSpan(s, 0, minSpelled)
		assert.Equal(t, i < len(s), seen.apart, "%q", s)
	}
	leads := tables.scanLine("⠊⠛ɐɔǝɟƃɥᴉıɾʞʃɯɹʇʌʍʎפ˙∀ƎſW˥Ԁ┴∩Λ⅄").leads
	assert.GreaterOrEqual(t, leads, 30, "all that signs reads")
}
