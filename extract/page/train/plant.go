package main

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
)

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
