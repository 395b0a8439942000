package main

import (
	"math"
	"math/rand/v2"
)

// samples draws the blocks to learn from for models that know nothing of fold k. Light ones are drawn by chance and
// made heavier for it.
func (t *trainer) samples(k int, draw uint64) []sample {
	rnd := rand.New(rand.NewPCG(11, 13+draw))
	var rows []sample
	for _, ex := range t.without(k) {
		w := pageWeight(ex.rec) * ex.labelQuality
		for i, l := range ex.labels {
			weight := l.weight * w
			if weight == 0 || i >= len(ex.vectors) {
				continue
			}
			floor := float32(tune.floor)
			weight = float32(math.Pow(float64(weight), tune.exp))
			if weight < floor {
				if rnd.Float64() > float64(weight/floor) {
					continue
				}
				weight = floor
			}
			rows = append(rows, sample{&ex.vectors[i], l.y, weight})
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
