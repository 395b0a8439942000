package boost

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

type treeGrower struct {
	m        *matrix
	use      []int32 // the rows that the tree sees
	grad     []sum   // theirs
	leaf     []uint8 // where they are so far
	fewer    []place // those in the smaller halves of the leaves split last
	smaller  [1 << gbdt.TreeDepth]bool
	features []int
	hist     [][]sum // by feature: for each leaf the sums by bin
	lambda   float64
	novelty  float64
}

type place struct {
	row, at int32
	grad    sum
}

func growTree(m *matrix, grad []sum, use []int32, features []int, b Settings) (t gbdt.ObliviousTree, bins [gbdt.TreeDepth]uint8) {
	p := &treeGrower{m: m, use: use, grad: make([]sum, len(use)), leaf: make([]uint8, len(use)), features: features, hist: make([][]sum, len(features)), lambda: b.Lambda, novelty: b.Novelty}
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
		p.divide(d, f, uint8(at))
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

// best returns the feature and the border that divide the leaves of a level
// best.
func (p *treeGrower) best(d int) (feature, border int) {
	gain := make([]float64, len(p.features))
	at := make([]int, len(p.features))
	Each(len(p.features), func(k int) {
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

func (p *treeGrower) divide(d, feature int, border uint8) {
	col := p.m.column[feature]
	var rows [1 << gbdt.TreeDepth]int
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
			p.fewer = append(p.fewer, place{p.use[i], int32(l) * maxBins, p.grad[i]})
		}
	}
}

// count brings the sums of a feature to level d. It counts those of the smaller half of each
// leaf; those of the other half are the difference.
func (p *treeGrower) count(k, d int) {
	col := p.m.column[p.features[k]]
	if d == 0 {
		p.hist[k] = make([]sum, maxBins<<(gbdt.TreeDepth-1))
		for i, r := range p.use {
			p.hist[k][col[r]] += p.grad[i]
		}
		return
	}
	var half [maxBins << (gbdt.TreeDepth - 1)]sum
	for i := range p.fewer {
		r := &p.fewer[i]
		half[int(r.at)+int(col[r.row])] += r.grad
	}
	up := 1 << (d - 1)
	for l := range up {
		low, high := p.hist[k][l*maxBins:][:maxBins], p.hist[k][(l|up)*maxBins:][:maxBins]
		for j := range low {
			if p.smaller[l] {
				few := half[l*maxBins+j]
				low[j], high[j] = few, low[j]-few
			} else {
				few := half[(l|up)*maxBins+j]
				low[j], high[j] = low[j]-few, few
			}
		}
	}
}

// split finds the best border of one feature for all leaves at once, and what
// it gains.
func (p *treeGrower) split(k, leaves int) (float64, int) {
	feature := p.features[k]
	n := len(p.m.borders[feature])
	var gains [maxBins]float64
	for l := range leaves {
		row := p.hist[k][l*maxBins:][:n+1]
		var all, left sum
		for _, c := range row {
			all += c
		}
		if all == 0 {
			continue
		}
		whole := all.gain(p.lambda)
		for j := range n {
			left += row[j]
			gains[j] += left.gain(p.lambda) + (all - left).gain(p.lambda) - whole
		}
	}
	best, most := 0, math.Inf(-1)
	for j := range n {
		if p.m.asked[feature]>>j&1 == 0 && !features.IsPageFeature(feature) {
			gains[j] *= 1 - p.novelty
		}
		if gains[j] > most {
			best, most = j, gains[j]
		}
	}
	return most, best
}
