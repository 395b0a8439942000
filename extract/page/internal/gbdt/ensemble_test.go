package gbdt

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/features"
)

// blocksNearSplits are blocks of one page with features around the thresholds of trees,
// not numbers among them.
func blocksNearSplits(r *rand.Rand, m *Ensemble) (blocks [Batch]features.FeatureVector, page *features.PageFeatures) {
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
	blocks[3][0] = nan / nan
	for b := range blocks {
		copy(blocks[b][features.FirstPageFeature:features.EndPageFeatures], blocks[0][features.FirstPageFeature:features.EndPageFeatures])
	}
	return blocks, (*features.PageFeatures)(blocks[0][:])
}

func pointers(blocks []features.FeatureVector) *[lanes]*features.FeatureVector {
	var p [lanes]*features.FeatureVector
	for k := range p {
		p[k] = &blocks[k]
	}
	return &p
}

func TestCompiledEnsembleEqualsTheEnsemble(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var s inferenceBatch
	for _, m := range []*Ensemble{&Embedded().First, &Embedded().Second, {Bias: 0.5}} {
		j := compile(m)
		for n := range Batch + 1 {
			blocks, page := blocksNearSplits(r, m)
			var want, got [Batch]float32
			m.LogOdds(blocks[:n], want[:])
			s.beginPage(j, page)
			for at := 0; at+lanes <= Batch; at += lanes {
				s.logOdds(pointers(blocks[at:]), (*[lanes]float32)(got[at:]))
			}
			assert.Equal(t, want[:n], got[:n], "%d blocks", n)
		}
	}
}

func BenchmarkOdds(b *testing.B) {
	m := &Embedded().Second
	blocks, page := blocksNearSplits(rand.New(rand.NewPCG(1, 2)), m)
	var odds [Batch]float32
	b.Run("ensemble", func(b *testing.B) {
		for b.Loop() {
			m.LogOdds(blocks[:], odds[:])
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*Batch), "ns/block")
	})
	b.Run("compiled", func(b *testing.B) {
		var s inferenceBatch
		s.beginPage(compile(m), page)
		for b.Loop() {
			for at := 0; at < Batch; at += lanes {
				s.logOdds(pointers(blocks[at:]), (*[lanes]float32)(odds[at:]))
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*Batch), "ns/block")
	})
}
