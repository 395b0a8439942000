package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// sample is one labelled block.
type sample struct {
	x         *features.FeatureVector
	y, weight float32
}

// boosting are the settings of a forest.
type boosting struct {
	trees    int
	rate     float64
	lambda   float64
	rows     float64 // share of the rows that a tree sees
	features float64 // share of the features that a tree may ask for
	limit    int     // features from here on are out of bounds
	seed     uint64
	bags     int     // forests that the mean is taken of
	novelty  float64 // share of its gain that a question loses that no tree asked before
}

const maxBins = 32

// matrix holds binned features by column.
type matrix struct {
	borders [][]float32
	column  [][]uint8
	asked   []uint32 // by feature: the borders that trees ask for
}

func bin(rows []sample, limit int, rnd *rand.Rand) *matrix {
	m := &matrix{borders: make([][]float32, limit), column: make([][]uint8, limit), asked: make([]uint32, limit)}
	pick := rnd.Perm(len(rows))[:min(len(rows), 30000)]
	each(limit, func(f int) {
		values := make([]float32, 0, len(pick))
		for _, i := range pick {
			values = append(values, rows[i].x[f])
		}
		slices.Sort(values)
		m.borders[f] = borders(values)
		col := make([]uint8, len(rows))
		for i := range rows {
			col[i] = uint8(binOf(m.borders[f], rows[i].x[f]))
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

// each calls f for 0 to n-1 on two goroutines.
func each(n int, f func(i int)) {
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

// bag grows several forests that know nothing of fold k, each on its own draw of
// the light blocks, and returns their mean: what one draw makes of a page by chance, the others undo.
func (t *trainer) bag(k int, b boosting) gbdt.Ensemble {
	var mean gbdt.Ensemble
	share := float32(1) / float32(b.bags)
	for n := range b.bags {
		b.seed += 100
		f := grow(t.samples(k, b.seed+uint64(n)), b)
		mean.Bias += f.Bias * share
		for _, tree := range f.Trees {
			for i := range tree.Leaf {
				tree.Leaf[i] *= share
			}
			mean.Trees = append(mean.Trees, tree)
		}
	}
	return mean
}

// grow fits a forest to the logistic loss by gradient boosting with second
// derivatives (Friedman 2001; Chen and Guestrin, arXiv:1603.02754). Questions
// that were asked before are preferred, for they cost nothing (Peter et al.,
// Cost efficient gradient boosting, NIPS 2017).
func grow(rows []sample, b boosting) gbdt.Ensemble {
	rnd := rand.New(rand.NewPCG(b.seed, 7))
	m := bin(rows, b.limit, rnd)
	var sy, sw float64
	for i := range rows {
		sy += float64(rows[i].y * rows[i].weight)
		sw += float64(rows[i].weight)
	}
	scale := float32(float64(len(rows)) / sw)
	forest := gbdt.Ensemble{Bias: float32(math.Log(sy / (sw - sy)))}
	odds := make([]float32, len(rows))
	for i := range odds {
		odds[i] = forest.Bias
	}
	grad := make([]sum, len(rows))
	use := make([]int32, 0, len(rows))
	for range b.trees {
		for i := range rows {
			p := gbdt.Probability(odds[i])
			w := rows[i].weight * scale
			grad[i] = newSum(w*(rows[i].y-p), w*p*(1-p))
		}
		use = use[:0]
		for i := range rows {
			if rnd.Float64() < b.rows {
				use = append(use, int32(i))
			}
		}
		perm := rnd.Perm(b.limit)[:int(float64(b.limit)*b.features)]
		t, bins := growTree(m, grad, use, perm, b)
		forest.Trees = append(forest.Trees, t)
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
	return forest
}
