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
		f := grow(samples(pages, b.seed+uint64(k)), b)
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

// planter grows one tree at a time.
type planter struct {
	m        *matrix
	use      []int32 // the rows that the tree sees
	grad     []pair  // theirs
	leaf     []uint8 // where they are so far
	fewer    []int32 // those in the smaller halves of the leaves split last, as indices of use
	smaller  [1 << content.TreeDepth]bool
	features []int
	hist     [][]pair // by feature: for each leaf the sums by bin
	lambda   float64
}

// plant grows one tree level by level.
func plant(m *matrix, grad []pair, use []int32, features []int, b boosting) (t content.Tree, bins [content.TreeDepth]uint8) {
	p := &planter{m: m, use: use, grad: make([]pair, len(use)), leaf: make([]uint8, len(use)), features: features, hist: make([][]pair, len(features)), lambda: b.lambda}
	for i, r := range use {
		p.grad[i] = grad[r]
	}
	for d := range content.TreeDepth {
		f, at := p.best(d)
		t.Feature[d] = uint16(f)
		bins[d] = uint8(at)
		t.Threshold[d] = float32(math.Inf(1))
		if at < len(m.borders[f]) {
			t.Threshold[d] = m.borders[f][at]
		}
		p.divide(d, f, uint8(at))
	}
	var sum [1 << content.TreeDepth]pair64
	for i, g := range p.grad {
		sum[p.leaf[i]].g += float64(g.g)
		sum[p.leaf[i]].h += float64(g.h)
	}
	for i := range sum {
		t.Leaf[i] = float32(b.rate * sum[i].g / (sum[i].h + b.lambda))
	}
	return t, bins
}

// best returns the feature and the border that divide the leaves of a level
// best.
func (p *planter) best(d int) (feature, border int) {
	gain := make([]float64, len(p.features))
	at := make([]int, len(p.features))
	each(len(p.features), func(k int) {
		p.count(k, d)
		gain[k], at[k] = p.split(k, 1<<d)
	})
	top := 0
	for k := range gain {
		if gain[k] > gain[top] {
			top = k
		}
	}
	return p.features[top], at[top]
}

// divide sends the rows to the leaves of the next level.
func (p *planter) divide(d, feature int, border uint8) {
	col := p.m.column[feature]
	var rows [1 << content.TreeDepth]int
	for i, r := range p.use {
		if col[r] > border {
			p.leaf[i] |= 1 << d
		}
		rows[p.leaf[i]]++
	}
	for l := range 1 << d {
		p.smaller[l] = rows[l] <= rows[l|1<<d]
		p.smaller[l|1<<d] = !p.smaller[l]
	}
	p.fewer = p.fewer[:0]
	for i, l := range p.leaf {
		if p.smaller[l] {
			p.fewer = append(p.fewer, int32(i))
		}
	}
}

// count brings the sums of a feature to level d: those of the smaller half of
// each leaf are counted, those of the other are what is left.
func (p *planter) count(k, d int) {
	col := p.m.column[p.features[k]]
	if d == 0 {
		p.hist[k] = make([]pair, maxBins<<(content.TreeDepth-1))
		for i, r := range p.use {
			h, g := &p.hist[k][col[r]], p.grad[i]
			h.g += g.g
			h.h += g.h
		}
		return
	}
	var half [maxBins << (content.TreeDepth - 1)]pair
	for _, i := range p.fewer {
		h, g := &half[int(p.leaf[i])*maxBins+int(col[p.use[i]])], p.grad[i]
		h.g += g.g
		h.h += g.h
	}
	up := 1 << (d - 1)
	for l := range up {
		low, high := p.hist[k][l*maxBins:][:maxBins], p.hist[k][(l|up)*maxBins:][:maxBins]
		for j := range low {
			few := half[l*maxBins+j]
			if !p.smaller[l] {
				few = half[(l|up)*maxBins+j]
			}
			rest := pair{low[j].g - few.g, low[j].h - few.h}
			if p.smaller[l] {
				low[j], high[j] = few, rest
			} else {
				low[j], high[j] = rest, few
			}
		}
	}
}

// split finds the best border of one feature for all leaves at once.
func (p *planter) split(k, leaves int) (float64, int) {
	n := len(p.m.borders[p.features[k]])
	if n == 0 {
		return -1, 0
	}
	var gains [maxBins]float64
	for l := range leaves {
		row := p.hist[k][l*maxBins:][:n+1]
		var all, left pair64
		for _, c := range row {
			all.g += float64(c.g)
			all.h += float64(c.h)
		}
		if all.h < 1e-9 {
			continue
		}
		for j := range n {
			left.g += float64(row[j].g)
			left.h += float64(row[j].h)
			right := pair64{all.g - left.g, all.h - left.h}
			gains[j] += left.g*left.g/(left.h+p.lambda) + right.g*right.g/(right.h+p.lambda)
		}
	}
	best := 0
	for j := range n {
		if gains[j] > gains[best] {
			best = j
		}
	}
	return gains[best], best
}

type pair64 struct{ g, h float64 }
