package trainer

import (
	"math/rand/v2"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/gbdt"
	"github.com/webfetch-mcp/webfetch-go/extract/page/train/internal/boost"
)

// minWeight is the weight below which blocks are sampled.
const minWeight = float32(0.03)

// samples draws the blocks to learn from for models that know nothing of fold k. Light ones are drawn by chance and
// made heavier for it.
func (t *trainer) samples(k int, draw uint64) []boost.Sample {
	rnd := rand.New(rand.NewPCG(11, 13+draw))
	var rows []boost.Sample
	for _, ex := range t.without(k) {
		w := pageWeight(ex.rec) * ex.labelQuality
		for i, l := range ex.labels {
			weight := l.weight * w
			if weight == 0 || i >= len(ex.vectors) {
				continue
			}
			if weight < minWeight {
				if rnd.Float64() > float64(weight/minWeight) {
					continue
				}
				weight = minWeight
			}
			rows = append(rows, boost.Sample{X: &ex.vectors[i], Y: l.y, Weight: weight})
		}
	}
	return rows
}

func pageWeight(r *record) float32 {
	switch r.Source {
	case "aeb", "fun":
		return 4
	case "tra":
		return 1.6
	case "wcxb":
		switch r.Kind {
		case "article":
			return 1
		case "product":
			return 2
		}
		return 1.5
	}
	return 0.5
}

// bag grows several ensembles that know nothing of fold k, each on its own draw of
// the light blocks, and returns their mean: what one draw makes of a page by chance, the others undo.
func (t *trainer) bag(k int, b bags) gbdt.Ensemble {
	var mean gbdt.Ensemble
	share := float32(1) / float32(b.count)
	for n := range b.count {
		b.Seed += 100
		f := boost.Grow(t.samples(k, b.Seed+uint64(n)), b.Settings)
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
