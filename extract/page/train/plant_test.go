package main

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/content"
)

// randomMatrix has three features of bins and rows with gradients that follow
// the first.
func randomMatrix(rows int) (*matrix, []pair, []int32) {
	rnd := rand.New(rand.NewPCG(1, 2))
	m := &matrix{borders: make([][]float32, 3), column: make([][]uint8, 3)}
	grad, use := make([]pair, rows), make([]int32, rows)
	for f := range m.column {
		for k := range maxBins - 1 {
			m.borders[f] = append(m.borders[f], float32(k)+0.5)
		}
		m.column[f] = make([]uint8, rows)
		for i := range rows {
			m.column[f][i] = uint8(rnd.IntN(maxBins))
		}
	}
	for i := range rows {
		use[i] = int32(i)
		grad[i] = pair{-1, 1}
		if m.column[0][i] > 20 {
			grad[i].g = 2
		}
	}
	return m, grad, use
}

// What is left of a leaf after its smaller half was counted is the larger half.
func TestCountOfHalves(t *testing.T) {
	m, grad, use := randomMatrix(500)
	p := &planter{m: m, use: use, grad: grad, leaf: make([]uint8, len(use)), features: []int{0, 1, 2}, hist: make([][]pair, 3)}
	for d := range content.TreeDepth {
		for k := range p.features {
			p.count(k, d)
			direct := make([]pair, maxBins<<d)
			for i, r := range use {
				h := &direct[int(p.leaf[i])*maxBins+int(m.column[k][r])]
				h.g += grad[i].g
				h.h += grad[i].h
			}
			for i, want := range direct {
				if got := p.hist[k][i]; math.Abs(float64(got.g-want.g)) > 1e-3 || math.Abs(float64(got.h-want.h)) > 1e-3 {
					t.Fatalf("level %d, feature %d, cell %d: %v, want %v", d, k, i, got, want)
				}
			}
		}
		p.divide(d, d%3, uint8(5+4*d))
	}
}

func TestPlantFindsTheFeatureThatTells(t *testing.T) {
	m, grad, use := randomMatrix(2000)
	tree, _ := plant(m, grad, use, []int{2, 1, 0}, boosting{rate: 1, lambda: 1})
	if tree.Feature[0] != 0 || tree.Threshold[0] != 20.5 {
		t.Fatalf("asks feature %d at %v first, want 0 at 20.5", tree.Feature[0], tree.Threshold[0])
	}
	for leaf, odds := range tree.Leaf {
		if odds == 0 {
			continue // no row came here
		}
		if want := leaf&1 == 1; (odds > 0) != want {
			t.Errorf("leaf %06b has %v", leaf, odds)
		}
	}
}
