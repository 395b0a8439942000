// Package boost fits ensembles of oblivious trees by gradient boosting.
package boost

import (
	"math"
	"math/rand/v2"
	"slices"
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
			col[i] = uint8(binOf(m.borders[f], rows[i].X[f]))
		}
		m.column[f] = col
	})
	return m
}

// borders cuts sorted values into bins of about the same size.
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

func binOf(borders []float32, x float32) int {
	lo, hi := 0, len(borders)
	for lo < hi {
		if mid := (lo + hi) / 2; x > borders[mid] {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
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
