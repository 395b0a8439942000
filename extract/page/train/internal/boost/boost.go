// Package boost fits ensembles of oblivious trees by gradient boosting.
package boost

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// Sample is one labelled block.
type Sample struct {
	X *features.FeatureVector
	// Y is how much of it is content, from 0 to 1, Weight how much it matters.
	Y, Weight float32
}

// Settings say how an ensemble is grown.
type Settings struct {
	Trees    int
	Rate     float64
	Lambda   float64 // regularisation of the leaves
	Rows     float64 // share of the rows that a tree sees
	Features float64 // share of the features that a tree may ask for
	Limit    int     // features from here on are out of bounds
	Seed     uint64
	Novelty  float64 // share of its gain that a split loses that no tree has yet
}

const maxBins = 32

type matrix struct {
	borders [][]float32
	column  [][]uint8
	asked   []uint32 // by feature: the borders that trees ask for
}

func bin(rows []Sample, limit int, rnd *rand.Rand) *matrix {
	m := &matrix{borders: make([][]float32, limit), column: make([][]uint8, limit), asked: make([]uint32, limit)}
	pick := rnd.Perm(len(rows))[:min(len(rows), 30000)]
	Each(limit, func(f int) {
		values := make([]float32, 0, len(pick))
		for _, i := range pick {
			values = append(values, rows[i].X[f])
		}
		slices.Sort(values)
		m.borders[f] = borders(values)
		col := make([]uint8, len(rows))
		for i := range rows {
			col[i] = uint8(sort.Search(len(m.borders[f]), func(k int) bool { return !(rows[i].X[f] > m.borders[f][k]) }))
		}
		m.column[f] = col
	})
	return m
}

func borders(v []float32) []float32 {
	distinct := slices.Compact(slices.Clone(v))
	var out []float32
	if len(distinct) <= maxBins {
		for i := 1; i < len(distinct); i++ {
			out = append(out, (distinct[i-1]+distinct[i])/2)
		}
		return out
	}
	for k := 1; k < maxBins; k++ {
		i := k * len(v) / maxBins
		j := i
		for j > 0 && v[j-1] == v[i] {
			j--
		}
		if j == 0 {
			for j = i; j < len(v) && v[j] == v[i]; j++ {
			}
			if j == len(v) {
				break
			}
		}
		b := (v[j-1] + v[j]) / 2
		if len(out) == 0 || b > out[len(out)-1] {
			out = append(out, b)
		}
	}
	return out
}

// Each calls f for 0 to n-1 on two goroutines.
func Each(n int, f func(i int)) {
	var wg sync.WaitGroup
	for k := range 2 {
		wg.Go(func() {
			for i := k; i < n; i += 2 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// Grow fits an ensemble to the logistic loss by gradient boosting with second
// derivatives (Friedman 2001; Chen and Guestrin, arXiv:1603.02754). Splits
// that a tree has already are preferred, since they cost nothing (Peter et al.,
// Cost efficient gradient boosting, NIPS 2017).
func Grow(rows []Sample, b Settings) gbdt.Ensemble {
	rnd := rand.New(rand.NewPCG(b.Seed, 7))
	m := bin(rows, b.Limit, rnd)
	var sy, sw float64
	for i := range rows {
		sy += float64(rows[i].Y * rows[i].Weight)
		sw += float64(rows[i].Weight)
	}
	scale := float32(float64(len(rows)) / sw)
	ensemble := gbdt.Ensemble{Bias: float32(math.Log(sy / (sw - sy)))}
	odds := make([]float32, len(rows))
	for i := range odds {
		odds[i] = ensemble.Bias
	}
	grad := make([]sum, len(rows))
	use := make([]int32, 0, len(rows))
	for range b.Trees {
		for i := range rows {
			p := gbdt.Probability(odds[i])
			w := rows[i].Weight * scale
			grad[i] = newSum(w*(rows[i].Y-p), w*p*(1-p))
		}
		use = use[:0]
		for i := range rows {
			if rnd.Float64() < b.Rows {
				use = append(use, int32(i))
			}
		}
		perm := rnd.Perm(b.Limit)[:int(float64(b.Limit)*b.Features)]
		t, bins := growTree(m, grad, use, perm, b)
		ensemble.Trees = append(ensemble.Trees, t)
		for i := range rows {
			leaf := 0
			for d := range gbdt.TreeDepth {
				if m.column[t.Feature[d]][i] > bins[d] {
					leaf |= 1 << d
				}
			}
			odds[i] += t.Leaf[leaf]
		}
	}
	return ensemble
}

// sum is a sum of gradients, in the upper half, and of second derivatives, in
// the lower, both in 1/unit. Whole numbers add up to the same in any order, and
// here both do in one step. Either must stay within 2^18.
type sum int64

const unit = 1 << 13

// newSum returns the sum of one row; its second derivative is never 0.
func newSum(g, h float32) sum {
	return sum(math.Round(float64(g)*unit))<<32 + sum(max(1, math.Round(float64(h)*unit)))
}

func (s sum) parts() (g, h float64) {
	low := int64(int32(s))
	return float64((int64(s)-low)>>32) / unit, float64(low) / unit
}

// gain returns the reduction of the loss by a leaf with this sum, up to a factor.
func (s sum) gain(lambda float64) float64 {
	g, h := s.parts()
	return g * g / (h + lambda)
}

type treeGrower struct {
	m        *matrix
	use      []int32 // the rows that the tree sees
	grad     []sum   // theirs
	leaf     []uint8 // where they are so far
	features []int
	Settings
}

func growTree(m *matrix, grad []sum, use []int32, features []int, b Settings) (t gbdt.ObliviousTree, bins [gbdt.TreeDepth]uint8) {
	p := &treeGrower{m: m, use: use, grad: make([]sum, len(use)), leaf: make([]uint8, len(use)), features: features, Settings: b}
	for i, r := range use {
		p.grad[i] = grad[r]
	}
	for d := range gbdt.TreeDepth {
		f, at := p.best(d)
		t.Feature[d] = uint16(f)
		bins[d] = uint8(at)
		m.asked[f] |= 1 << at
		t.Threshold[d] = float32(math.Inf(1))
		if at < len(m.borders[f]) {
			t.Threshold[d] = m.borders[f][at]
		}
		for i, r := range use {
			if m.column[f][r] > bins[d] {
				p.leaf[i] |= 1 << d
			}
		}
	}
	var sums [1 << gbdt.TreeDepth]sum
	for i, g := range p.grad {
		sums[p.leaf[i]] += g
	}
	for i := range sums {
		g, h := sums[i].parts()
		t.Leaf[i] = float32(b.Rate * g / (h + b.Lambda))
	}
	return t, bins
}

func (p *treeGrower) best(d int) (feature, border int) {
	gain := make([]float64, len(p.features))
	at := make([]int, len(p.features))
	Each(len(p.features), func(k int) {
		gain[k], at[k] = p.split(p.features[k], 1<<d)
	})
	top := 0
	for k := range gain {
		if gain[k] > gain[top] {
			top = k
		}
	}
	return p.features[top], at[top]
}

// split finds the best border of one feature for all leaves at once, and what
// it gains.
func (p *treeGrower) split(feature, leaves int) (float64, int) {
	var sums [maxBins << (gbdt.TreeDepth - 1)]sum // for each leaf by bin
	column := p.m.column[feature]
	for i, r := range p.use {
		sums[int(p.leaf[i])*maxBins+int(column[r])] += p.grad[i]
	}
	n := len(p.m.borders[feature])
	var gains [maxBins]float64
	for l := range leaves {
		row := sums[l*maxBins:][:n+1]
		var all, left sum
		for _, c := range row {
			all += c
		}
		if all == 0 {
			continue
		}
		whole := all.gain(p.Lambda)
		for j := range n {
			left += row[j]
			gains[j] += left.gain(p.Lambda) + (all - left).gain(p.Lambda) - whole
		}
	}
	best, most := 0, math.Inf(-1)
	for j := range n {
		if p.m.asked[feature]>>j&1 == 0 && !features.IsPageFeature(feature) {
			gains[j] *= 1 - p.Novelty
		}
		if gains[j] > most {
			best, most = j, gains[j]
		}
	}
	return most, best
}
