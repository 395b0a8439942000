package content

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
)

// judged are blocks of one page with features around the thresholds of trees,
// not numbers among them.
func judged(r *rand.Rand, m *Forest) (blocks [Batch]Vector, page *[firstLevel]float32) {
	for i := range m.Trees {
		for k, f := range m.Trees[i].Feature {
			for b := range blocks {
				if r.IntN(3) == 0 {
					blocks[b][f] = m.Trees[i].Threshold[k] + float32(r.IntN(3)-1)
				}
			}
		}
	}
	nan := float32(0)
	blocks[3][fWords] = nan / nan
	for b := range blocks {
		copy(blocks[b][firstOfPage:firstLevel], blocks[0][firstOfPage:firstLevel])
	}
	return blocks, (*[firstLevel]float32)(blocks[0][:])
}

func pointers(blocks []Vector) *[lanes]*Vector {
	var p [lanes]*Vector
	for k := range p {
		p[k] = &blocks[k]
	}
	return &p
}

func TestAJuryJudgesAsItsForestDoes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s sitting
	for _, m := range []*Forest{&Learned().First, &Learned().Second, {Bias: 0.5}} {
		j := newJury(m)
		for n := range Batch + 1 {
			blocks, page := judged(r, m)
			var want, got [Batch]float32
			m.Odds(blocks[:n], want[:])
			s.open(j, page)
			for at := 0; at+lanes <= Batch; at += lanes {
				s.odds(pointers(blocks[at:]), (*[lanes]float32)(got[at:]))
			}
			assert.Equal(t, want[:n], got[:n], "%d blocks", n)
		}
	}
}

func BenchmarkOdds(b *testing.B) {
	m := &Learned().Second
	blocks, page := judged(rand.New(rand.NewPCG(1, 2)), m)
	var odds [Batch]float32
	b.Run("forest", func(b *testing.B) {
		for b.Loop() {
			m.Odds(blocks[:], odds[:])
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*Batch), "ns/block")
	})
	b.Run("jury", func(b *testing.B) {
		var s sitting
		s.open(newJury(m), page)
		for b.Loop() {
			for at := 0; at < Batch; at += lanes {
				s.odds(pointers(blocks[at:]), (*[lanes]float32)(odds[at:]))
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*Batch), "ns/block")
	})
}
