package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
)

// sample is one labelled block.
type sample struct {
	x         *content.Vector
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
	bags     int // forests that the mean is taken of
}

const maxBins = 32

// matrix holds binned features by column.
type matrix struct {
	borders [][]float32
	column  [][]uint8
}

func bin(rows []sample, limit int, rnd *rand.Rand) *matrix {
	m := &matrix{borders: make([][]float32, limit), column: make([][]uint8, limit)}
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

// bag grows several forests, each on its own draw of the light blocks, and
// returns their mean: what one draw makes of a page by chance, the others undo.
func bag(pages []*example, b boosting) content.Forest {
	var mean content.Forest
	share := float32(1) / float32(b.bags)
	for k := range b.bags {
		b.seed += 100
		f := grow(samples(pages, uint64(k)), b)
		mean.Bias += f.Bias * share
		for _, t := range f.Trees {
			for i := range t.Leaf {
				t.Leaf[i] *= share
			}
			mean.Trees = append(mean.Trees, t)
		}
	}
	return mean
}

type pair struct{ g, h float32 }

// grow fits a forest to the logistic loss by gradient boosting with second
// derivatives (Friedman 2001; Chen and Guestrin, arXiv:1603.02754).
func grow(rows []sample, b boosting) content.Forest {
	rnd := rand.New(rand.NewPCG(b.seed, 7))
	m := bin(rows, b.limit, rnd)
	var sy, sw float64
	for i := range rows {
		sy += float64(rows[i].y * rows[i].weight)
		sw += float64(rows[i].weight)
	}
	scale := float32(float64(len(rows)) / sw)
	forest := content.Forest{Bias: float32(math.Log(sy / (sw - sy)))}
	odds := make([]float32, len(rows))
	for i := range odds {
		odds[i] = forest.Bias
	}
	grad := make([]pair, len(rows))
	for range b.trees {
		for i := range rows {
			p := content.Probability(odds[i])
			w := rows[i].weight * scale
			grad[i] = pair{w * (rows[i].y - p), max(w*p*(1-p), 1e-6)}
		}
		var use []int32
		for i := range rows {
			if rnd.Float64() < b.rows {
				use = append(use, int32(i))
			}
		}
		perm := rnd.Perm(b.limit)[:int(float64(b.limit)*b.features)]
		t, bins := plant(m, grad, use, perm, b)
		forest.Trees = append(forest.Trees, t)
		for i := range rows {
			leaf := 0
			for d := range content.TreeDepth {
				if m.column[t.Feature[d]][i] > bins[d] {
					leaf |= 1 << d
				}
			}
			odds[i] += t.Leaf[leaf]
		}
	}
	return forest
}

// plant grows one tree level by level.
func plant(m *matrix, grad []pair, use []int32, features []int, b boosting) (t content.Tree, bins [content.TreeDepth]uint8) {
	leaf := make([]uint8, len(use))
	for d := range content.TreeDepth {
		leaves := 1 << d
		gain := make([]float64, len(features))
		best := make([]int, len(features))
		each(len(features), func(k int) {
			gain[k], best[k] = split(m, features[k], grad, use, leaf, leaves, b.lambda)
		})
		top := 0
		for k := range gain {
			if gain[k] > gain[top] {
				top = k
			}
		}
		f, at := features[top], best[top]
		t.Feature[d] = uint16(f)
		bins[d] = uint8(at)
		t.Threshold[d] = float32(math.Inf(1))
		if at < len(m.borders[f]) {
			t.Threshold[d] = m.borders[f][at]
		}
		col := m.column[f]
		for i, r := range use {
			if col[r] > uint8(at) {
				leaf[i] |= 1 << d
			}
		}
	}
	var sum [1 << content.TreeDepth]struct{ g, h float64 }
	for i, r := range use {
		sum[leaf[i]].g += float64(grad[r].g)
		sum[leaf[i]].h += float64(grad[r].h)
	}
	for i := range sum {
		t.Leaf[i] = float32(b.rate * sum[i].g / (sum[i].h + b.lambda))
	}
	return t, bins
}

// split finds the best border of one feature for all leaves at once.
func split(m *matrix, f int, grad []pair, use []int32, leaf []uint8, leaves int, lambda float64) (float64, int) {
	n := len(m.borders[f])
	if n == 0 {
		return -1, 0
	}
	var hist [maxBins << (content.TreeDepth - 1)]pair
	col := m.column[f]
	for i, r := range use {
		h := &hist[int(leaf[i])*maxBins+int(col[r])]
		g := grad[r]
		h.g += g.g
		h.h += g.h
	}
	var gains [maxBins]float64
	for l := range leaves {
		row := hist[l*maxBins:][:n+1]
		var g, h float64
		for _, c := range row {
			g += float64(c.g)
			h += float64(c.h)
		}
		var left, right pair64
		for k := range n {
			left.g += float64(row[k].g)
			left.h += float64(row[k].h)
			right.g, right.h = g-left.g, h-left.h
			gains[k] += left.g*left.g/(left.h+lambda) + right.g*right.g/(right.h+lambda)
		}
	}
	best := 0
	for k := range n {
		if gains[k] > gains[best] {
			best = k
		}
	}
	return gains[best], best
}

type pair64 struct{ g, h float64 }
