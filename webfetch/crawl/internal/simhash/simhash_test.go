package simhash_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/webfetch/crawl/internal/simhash"
)

// words is a text of n words that depend on seed.
func words(seed uint32, n int) []string {
	text := make([]string, n)
	for i := range text {
		seed = seed*1664525 + 1013904223
		text[i] = fmt.Sprintf("word%d", seed>>18)
	}
	return text
}

func TestDistancesOfTexts(t *testing.T) {
	distance := func(a, b []string) int {
		return bits.OnesCount64(simhash.Fingerprint(strings.Join(a, " ")) ^ simhash.Fingerprint(strings.Join(b, " ")))
	}
	found, apart := 0, 64
	const texts = 60
	for seed := range uint32(texts) {
		text := words(seed, 600)
		edited := append([]string(nil), text...)
		for i := range 3 { // one in 200
			edited[(i*211+int(seed)*17)%600] = "changed"
		}
		if distance(text, edited) <= simhash.NearDistance {
			found++
		}
		apart = min(apart, distance(text, words(seed+1000, 600)))
	}
	assert.GreaterOrEqual(t, found, texts*9/10)
	assert.Greater(t, apart, 2*simhash.NearDistance)
	assert.Zero(t, distance(words(1, 100), append([]string{"WORD", ","}, words(1, 100)...)[2:]))
	assert.Zero(t, simhash.Fingerprint(strings.Join(words(1, 49), " ")))
	assert.NotZero(t, simhash.Fingerprint(strings.Join(words(1, 50), " ")))
}

func BenchmarkNear(b *testing.B) {
	var s simhash.Set
	random := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		s.Add(random.Uint64(), "")
	}
	for b.Loop() {
		s.Near(12345)
	}
}

// The closest of the texts that are near is found, none that is not.
func TestTheNearestIsFound(t *testing.T) {
	var s simhash.Set
	const one = 0xf0f0_f0f0_f0f0_f0f0
	_, found := s.Near(one)
	assert.False(t, found)
	s.Add(one^0b111, "three bits")
	s.Add(one^0b1, "one bit")
	s.Add(^uint64(one), "all bits")
	url, found := s.Near(one)
	assert.True(t, found)
	assert.Equal(t, "one bit", url)
	_, found = s.Near(one ^ 0x7f<<32)
	assert.False(t, found, "seven bits from each")
}
