package main

import (
	"math/rand/v2"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
)

// randomMatrix has three features of bins and rows with gradients that follow
// the first.
func randomMatrix(rows int) (*matrix, []sum, []int32) {
	rnd := rand.New(rand.NewPCG(1, 2))
	m := &matrix{borders: make([][]float32, 3), column: make([][]uint8, 3), asked: make([]uint32, 3)}
	grad, use := make([]sum, rows), make([]int32, rows)
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
		grad[i] = newSum(-1, 1)
		if m.column[0][i] > 20 {
			grad[i] = newSum(2, 1)
		}
	}
	return m, grad, use
}

// What is left of a leaf after its smaller half was counted is the larger half.
func TestCountOfHalves(t *testing.T) {
	m, grad, use := randomMatrix(500)
	p := &treeGrower{m: m, use: use, grad: grad, leaf: make([]uint8, len(use)), features: []int{0, 1, 2}, hist: make([][]sum, 3)}
	for d := range gbdt.TreeDepth {
		for k := range p.features {
			p.count(k, d)
			direct := make([]sum, maxBins<<d)
			for i, r := range use {
				direct[int(p.leaf[i])*maxBins+int(m.column[k][r])] += grad[i]
			}
			for i, want := range direct {
				if got := p.hist[k][i]; got != want {
					t.Fatalf("level %d, feature %d, cell %d: %v, want %v", d, k, i, got, want)
				}
			}
		}
		p.divide(d, d%3, uint8(5+4*d))
	}
}

func TestPlantFindsTheFeatureThatTells(t *testing.T) {
	m, grad, use := randomMatrix(2000)
	tree, _ := growTree(m, grad, use, []int{2, 1, 0}, boosting{rate: 1, lambda: 1})
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

// Of two features that tell nearly the same, the one asked before is taken, but
// not when the other tells clearly more; what is about the page is always new.
func TestPlantPrefersQuestionsAskedBefore(t *testing.T) {
	for name, test := range map[string]struct {
		copies, novelty float64
		feature         uint16
	}{
		"nearly the same": {0.99, 0.25, 1},
		"clearly less":    {0.6, 0.25, 0},
		"no preference":   {0.99, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m, grad, use := randomMatrix(2000)
			for i := range use {
				if rnd := float64(i) / float64(len(use)); rnd < test.copies {
					m.column[1][i] = m.column[0][i]
				}
			}
			m.asked[1] = 1 << 20
			tree, _ := growTree(m, grad, use, []int{0, 1, 2}, boosting{rate: 1, lambda: 1, novelty: test.novelty})
			if tree.Feature[0] != test.feature {
				t.Errorf("asks feature %d first, want %d", tree.Feature[0], test.feature)
			}
			for d, f := range tree.Feature {
				if m.asked[f] == 0 {
					t.Errorf("level %d: feature %d is not marked", d, f)
				}
			}
		})
	}
}
