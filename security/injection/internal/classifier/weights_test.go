package classifier

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Of features drawn at random each has its weight, but for the few of full
// buckets, and hardly any that isn't in the table has one.
func TestWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want := make(map[uint32]int8)
	var list []FeatureWeight
	for len(want) < 1<<(bucketBits+1) {
		f, w := rng.Uint32N(FeatureSpace), int8(rng.IntN(255)-127)
		if _, ok := want[f]; ok || w == 0 {
			continue
		}
		want[f] = w
		list = append(list, FeatureWeight{f, w})
	}
	table := PackWeights(list)
	assert.Len(t, table, weightsSize)
	lost := 0
	for f, w := range want {
		switch table.of(f) {
		case int(w):
		case 0:
			lost++
		default:
			t.Fatalf("feature %d: %d, want %d", f, table.of(f), w)
		}
	}
	assert.Less(t, lost, len(want)/20)
	strange, given := 0, 0
	for range 100_000 {
		if f := rng.Uint32N(FeatureSpace); want[f] == 0 {
			strange++
			if table.of(f) != 0 {
				given++
			}
		}
	}
	assert.Zero(t, given, "of %d features without a weight", strange)
}

// Of more features than a bucket has room for, the heaviest stay.
func TestFullBucket(t *testing.T) {
	var list []FeatureWeight
	for i := range bucketEntries + 2 {
		list = append(list, FeatureWeight{Feature: uint32(i), Weight: int8(10 - 20*(i%2) + i)})
	}
	table := PackWeights(list) // 10, -9, 12, -7, 14, -5
	got := make([]int, len(list))
	for i := range list {
		got[i] = table.of(uint32(i))
	}
	assert.Equal(t, []int{10, -9, 12, 0, 14, 0}, got)
	assert.Zero(t, PackWeights(nil).of(FeatureSpace-1))
	assert.Equal(t, -128, PackWeights([]FeatureWeight{{FeatureSpace - 1, -128}}).of(FeatureSpace-1))
}
