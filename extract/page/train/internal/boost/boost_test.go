package boost_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

// rows are blocks with whole numbers from 0 to 19 for the first features. They are content
// where the first feature and the second say so, and one in ten where they don't.
func rows(count, featureCount int) []boost.Sample {
	rnd := rand.New(rand.NewPCG(1, 2))
	all := make([]boost.Sample, count)
	for i := range all {
		x := new(features.FeatureVector)
		for f := range featureCount {
			x[f] = float32(rnd.IntN(20))
		}
		all[i] = boost.Sample{X: x, Weight: 1}
		if x[0] > 12 != (x[1] > 5 && x[0] > 8) || rnd.IntN(10) == 0 {
			all[i].Y = 1
		}
	}
	return all
}

// derivatives are those of the loss of a row, before the first tree.
type derivatives struct{ g, h float64 }

// gain is what a leaf with these sums takes from the loss, but for a factor.
func (d derivatives) gain(lambda float64) float64 { return d.g * d.g / (d.h + lambda) }

func beforeTrees(all []boost.Sample) []derivatives {
	var share float64
	for _, row := range all {
		share += float64(row.Y) / float64(len(all))
	}
	out := make([]derivatives, len(all))
	for i, row := range all {
		out[i] = derivatives{float64(row.Y) - share, share * (1 - share)}
	}
	return out
}

// sumsByLeaf returns the sums of the rows in each leaf of the first splits of a tree.
func sumsByLeaf(all []boost.Sample, d []derivatives, feature []uint16, threshold []float32) []derivatives {
	sums := make([]derivatives, 1<<len(feature))
	for i, row := range all {
		leaf := 0
		for k, f := range feature {
			if row.X[f] > threshold[k] {
				leaf |= 1 << k
			}
		}
		sums[leaf].g += d[i].g
		sums[leaf].h += d[i].h
	}
	return sums
}

// gainOf returns what the leaves of splits gain together.
func gainOf(all []boost.Sample, d []derivatives, feature []uint16, threshold []float32, lambda float64) (total float64) {
	for _, sum := range sumsByLeaf(all, d, feature, threshold) {
		total += sum.gain(lambda)
	}
	return total
}

// Each level of a tree has the split that gains most, and each leaf the value that takes most
// from the loss, as sums over all rows have it.
func TestTreesAreThoseOfSumsOverAllRows(t *testing.T) {
	const featureCount, lambda, rate = 5, 1.0, 0.5
	all := rows(600, featureCount)
	got := boost.Grow(all, boost.Settings{Trees: 1, Rate: rate, Lambda: lambda, Rows: 1, Features: 1, Limit: featureCount, Seed: 1})
	if len(got.Trees) != 1 {
		t.Fatalf("%d trees, want 1", len(got.Trees))
	}
	tree, d := got.Trees[0], beforeTrees(all)
	for level := range gbdt.TreeDepth {
		reached := gainOf(all, d, tree.Feature[:level+1], tree.Threshold[:level+1], lambda)
		for f := range featureCount {
			for border := range 19 {
				feature := append(slices.Clone(tree.Feature[:level]), uint16(f))
				threshold := append(slices.Clone(tree.Threshold[:level]), float32(border)+0.5)
				if gain := gainOf(all, d, feature, threshold, lambda); gain > reached+0.05 {
					t.Errorf("level %d: feature %d at %v gains %v, more than feature %d at %v with %v", level, f, float32(border)+0.5, gain, tree.Feature[level], tree.Threshold[level], reached)
				}
			}
		}
	}
	for leaf, sum := range sumsByLeaf(all, d, tree.Feature[:], tree.Threshold[:]) {
		if want := rate * sum.g / (sum.h + lambda); math.Abs(want-float64(tree.Leaf[leaf])) > 0.005 {
			t.Errorf("leaf %06b is %v, want %v", leaf, tree.Leaf[leaf], want)
		}
	}
}

// More trees tell the rows apart better, and the same seed grows the same trees.
func TestEnsemblesLearn(t *testing.T) {
	all := rows(2000, 5)
	settings := boost.Settings{Trees: 20, Rate: 0.3, Lambda: 1, Rows: 0.6, Features: 0.8, Limit: 5, Seed: 3}
	e := boost.Grow(all, settings)
	if again := boost.Grow(all, settings); fmt.Sprint(again) != fmt.Sprint(e) {
		t.Error("the same seed grew other trees")
	}
	right := 0
	for i := range all {
		if (e.LogOdds(all[i].X) > 0) == (all[i].Y > 0.5) {
			right++
		}
	}
	if share := float64(right) / float64(len(all)); share < 0.85 {
		t.Errorf("%.2f are told right, want 0.85: one in ten is noise", share)
	}
}

// Of features that say nearly the same, trees ask for those that were asked before if novelty
// costs, but not of those that are the same for all blocks of a page.
func TestNovelty(t *testing.T) {
	const copies = 12
	splits := func(first int, novelty float64) int {
		all := rows(2000, 2)
		rnd := rand.New(rand.NewPCG(5, 6))
		for i := range all {
			x := all[i].X
			told := x[0]
			x[0], x[1] = 0, 0
			for f := range copies {
				if x[first+f] = told; rnd.IntN(20) == 0 {
					x[first+f] = float32(rnd.IntN(20))
				}
			}
		}
		e := boost.Grow(all, boost.Settings{Trees: 20, Rate: 0.3, Lambda: 1, Rows: 0.6, Features: 1, Limit: features.EndPageFeatures, Seed: 3, Novelty: novelty})
		distinct := map[string]bool{}
		for _, tree := range e.Trees {
			for k := range tree.Feature {
				distinct[fmt.Sprint(tree.Feature[k], tree.Threshold[k])] = true
			}
		}
		return len(distinct)
	}
	if free, costly := splits(0, 0), splits(0, 0.5); costly >= free {
		t.Errorf("%d splits if new ones cost, %d if not", costly, free)
	}
	if free, costly := splits(features.FirstPageFeature, 0), splits(features.FirstPageFeature, 0.5); costly != free {
		t.Errorf("%d splits on features of the page if new ones cost, %d if not", costly, free)
	}
}
