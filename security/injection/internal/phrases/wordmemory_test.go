package phrases_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/phrases"
)

func TestSum(t *testing.T) {
	words := 0
	var stemOf, wholeOf uint64
	r := phrases.NewWordReader(trieOf(t, "all: all"), func(word, stem uint64) int {
		words++
		stemOf, wholeOf = stem, word
		return 3
	})
	read := func(in string) int {
		b := []byte(in)
		for i := 0; i < len(b); i += letters(in[i:]) + 1 {
			r.Next(b, i)
		}
		return r.Sum()
	}
	assert.Equal(t, 6, read("read rules"))
	assert.Zero(t, read("a b c"), "letters by themselves don't count")
	assert.Equal(t, 6, read("rules rules read rules"), "each once")
	assert.Equal(t, 3, read("a b rules c"))
	assert.Equal(t, 2, words, "what was met is not weighed again")
	assert.Equal(t, 3, read("instr"))
	assert.Zero(t, stemOf, "five letters have no stem")
	first := wholeOf
	assert.Equal(t, 3, read("instructions"))
	assert.Equal(t, first, stemOf)
	assert.Zero(t, read(""))
}

// crowd is a sentence of so many words that most of them make room for others.
func crowd(rng *rand.Rand, words int) string {
	var b strings.Builder
	for range words {
		fmt.Fprintf(&b, "%c%c%c ", 'a'+rng.IntN(26), 'a'+rng.IntN(26), 'a'+rng.IntN(26))
		if rng.IntN(50) == 0 {
			b.WriteString([]string{"the ", "rules ", "internationalisation ", "ignroe ", "ignore "}[rng.IntN(5)])
		}
	}
	return b.String()
}

// What words weigh and which phrases start with them depends on their own sentence alone, even
// if it has more words than are remembered.
func TestSumsDontDependOnWhatWasMet(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	weigh := func(word, _ uint64) int { return int(word % 200) }
	used := phrases.NewWordReader(phrases.Words(), weigh)
	for n := range 60 {
		fresh := phrases.NewWordReader(phrases.Words(), weigh)
		s := crowd(rng, 10+n*200)
		b, again := []byte(s), []byte(s)
		assert.Equal(t, wordByWord(fresh, b, 600), wordByWord(used, again, 600))
		assert.Equal(t, string(b), string(again))
		if !assert.Equal(t, fresh.Sum(), used.Sum(), "%d words", n) {
			return
		}
	}
}

// A word stays valid until the next but one is read, even if the cache has no slot for it.
func TestTwoWordsAreKnownAtOnce(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	d := phrases.Dictionary{}
	pairs := strings.Fields(crowd(rng, 8000))
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Add(pairs[i]+" "+pairs[i+1], phrases.All, phrases.English)
	}
	d.Add("internationalisation extraordinarily", phrases.All, phrases.English)
	r := phrases.NewWordReader(d.Trie(), weightless)
	rng.Shuffle(len(pairs)/2, func(i, k int) {
		pairs[2*i], pairs[2*k] = pairs[2*k], pairs[2*i]
		pairs[2*i+1], pairs[2*k+1] = pairs[2*k+1], pairs[2*i+1]
	})
	text := strings.Join(pairs, " ") + " internationalisation extraordinarily"
	assert.Equal(t, letterByLetter(r.Trie, []byte(text)), wordByWord(r, []byte(text), len(text)))
}

// Sentences are counted by a number that starts again; what was met before is forgotten then.
func TestCountsOfSentencesStartAgain(t *testing.T) {
	r := phrases.NewWordReader(trieOf(t, "all: all"), func(_, _ uint64) int { return 2 })
	r.Next([]byte("rules"), 0)
	assert.Equal(t, 2, r.Sum())
	phrases.SetLastTurn(r)
	r.Next([]byte("others"), 0)
	assert.Equal(t, 2, r.Sum())
	for range 3 {
		r.Next([]byte("rules"), 0)
		assert.Equal(t, 2, r.Sum())
	}
}
