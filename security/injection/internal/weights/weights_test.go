package weights_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/weights"
)

// Of features drawn at random each has its weight, but for the few of full
// buckets, and hardly any that isn't in the table has one.
func TestWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	want := make(map[uint32]int8)
	var list []weights.Weight
	for len(want) < 1<<18 {
		f, w := rng.Uint32N(weights.Features), int8(rng.IntN(255)-127)
		if _, ok := want[f]; ok || w == 0 {
			continue
		}
		want[f] = w
		list = append(list, weights.Weight{f, w})
	}
	table := weights.Pack(list)
	assert.Len(t, table, weights.Buckets)
	lost := 0
	for f, w := range want {
		switch table.Of(f) {
		case int(w):
		case 0:
			lost++
		default:
			t.Fatalf("feature %d: %d, want %d", f, table.Of(f), w)
		}
	}
	assert.Less(t, lost, len(want)/20)
	all := table.All()
	assert.Len(t, all, len(want)-lost)
	for _, w := range all {
		if w.Weight != want[w.Feature] {
			t.Fatalf("feature %d: %d, want %d", w.Feature, w.Weight, want[w.Feature])
		}
	}
	strange, given := 0, 0
	for range 100_000 {
		if f := rng.Uint32N(weights.Features); want[f] == 0 {
			strange++
			if table.Of(f) != 0 {
				given++
			}
		}
	}
	assert.Zero(t, given, "of %d features without a weight", strange)
}

// Of more features than the four that a bucket has room for, the heaviest stay.
func TestFullBucket(t *testing.T) {
	var list []weights.Weight
	for i := range 6 {
		list = append(list, weights.Weight{Feature: uint32(i), Weight: int8(10 - 20*(i%2) + i)})
	}
	table := weights.Pack(list) // 10, -9, 12, -7, 14, -5
	got := make([]int, len(list))
	for i := range list {
		got[i] = table.Of(uint32(i))
	}
	assert.Equal(t, []int{10, -9, 12, 0, 14, 0}, got)
	assert.Zero(t, weights.Pack(nil).Of(weights.Features-1))
	assert.Equal(t, -128, weights.Pack([]weights.Weight{{weights.Features - 1, -128}}).Of(weights.Features-1))
}
