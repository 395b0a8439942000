package chunk

import (
	"math"
	"slices"
)

// weights say what a plan pays for.
type weights struct {
	chunk  float64 // for each chunk
	cut    float64 // for a cut in a bad place
	mix    float64 // for a heading inside a chunk that began with other text
	shape  float64 // for a chunk that is far from full
	orphan float64 // for a heading or a table's header at the end of a chunk
	split  float64 // for a cut inside a table or code that a chunk could hold
}

func (s Strategy) weights() weights {
	if s == Balanced {
		return weights{chunk: 1, cut: .5, mix: 0, shape: .3, orphan: 8, split: 3}
	}
	return weights{chunk: 1, cut: 1.5, mix: .6, shape: .3, orphan: 8, split: 3}
}

// plan returns where chunks begin, as indexes into the pieces, with the least
// cost over all plans whose chunks are within the limit: a shortest path over
// the cuts, found by dynamic programming (as Knuth and Plass 1981 break a
// paragraph into lines).
func plan(ps []piece, overlaps []int, limit int, w weights) []int {
	n := len(ps)
	sum, mix := prefixes(ps, w)
	extra, price := make([]int, n), make([]float64, n) // what a chunk that begins here repeats, and costs
	for i := range ps {
		extra[i] = before(ps[i]) + overlaps[i]
		price[i] = w.chunk - mix[i+1]
		if i > 0 {
			price[i] += w.at(ps, i)
		}
	}
	best, from := make([]float64, n+1), make([]int, n+1)
	for j := 1; j <= n; j++ {
		best[j] = math.Inf(1)
		tail := behind(ps[j-1])
		for i := j - 1; i >= 0 && (sum[j]-sum[i] <= limit || i == j-1); i-- {
			size := sum[j] - sum[i] + extra[i] + tail
			if size > limit && i < j-1 {
				continue
			}
			cost := best[i] + price[i] + mix[j]
			if j < n {
				free := 1 - float64(size)/float64(limit)
				cost += w.shape * free * free
			}
			if cost < best[j] {
				best[j], from[j] = cost, i
			}
		}
	}
	var cuts []int
	for j := n; j > 0; j = from[j] {
		cuts = append(cuts, from[j])
	}
	slices.Reverse(cuts)
	return cuts
}

// prefixes returns the sums of tokens and of the price of headings before each
// piece.
func prefixes(ps []piece, w weights) (sum []int, mix []float64) {
	sum, mix = make([]int, len(ps)+1), make([]float64, len(ps)+1)
	for i, p := range ps {
		sum[i+1], mix[i+1] = sum[i]+p.tokens, mix[i]
		if p.Kind == HeadingUnit && i > 0 && ps[i-1].Kind != HeadingUnit {
			mix[i+1] += w.mix * [...]float64{1, 1, 1, .7, .5, .4, .3}[min(max(p.Level, 0), 6)]
		}
	}
	return sum, mix
}

// at is the price of a cut before piece i.
func (w weights) at(ps []piece, i int) float64 {
	cost := w.cut * (1 - float64(ps[i].cut))
	last := ps[i-1]
	if f := ps[i].frame; f != nil && f == last.frame && f.fits {
		cost += w.split
	}
	switch last.Kind {
	case HeadingUnit:
		if ps[i].Kind != HeadingUnit || ps[i].Level > last.Level {
			cost += w.orphan
		}
	case HeadRowUnit:
		if ps[i].Kind == RowUnit && ps[i].frame == last.frame {
			cost += w.orphan
		}
	}
	return cost
}

// overlaps returns, for each piece, the index of the piece a chunk that begins
// there would repeat from, and the tokens of that.
func overlaps(ps []piece, want, limit int) (from, tokens []int) {
	from, tokens = make([]int, len(ps)), make([]int, len(ps))
	for i := range ps {
		from[i] = i
		if want == 0 || i == 0 || ps[i].Kind == HeadingUnit {
			continue
		}
		room := min(want, limit-ps[i].tokens-before(ps[i])-behind(ps[i]))
		total := 0
		for k := i - 1; k >= 0 && repeats(ps, k, i); k-- {
			total += ps[k].tokens
			if total > room || i-k > 128 {
				break
			}
			from[i], tokens[i] = k, total
		}
	}
	return from, tokens
}

// repeats reports whether piece k may be repeated before piece i: text of the
// same section, and not a part of a table or of code if i is not in it.
func repeats(ps []piece, k, i int) bool {
	if ps[k].Kind == HeadingUnit || ps[k].Kind == HeadRowUnit {
		return false
	}
	if ps[k+1].cut < cutSentence { // not a whole sentence
		return false
	}
	return ps[k].frame == ps[i].frame
}
