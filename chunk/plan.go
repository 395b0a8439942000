package chunk

import (
	"context"
	"math"
	"slices"
)

type costs struct {
	chunk       float64 // for each chunk
	cut         float64 // for a cut in a bad place
	mix         float64 // for a section of nearly smallSection in a chunk that began before it; less for smaller ones
	mixHigher   float64 // the same, if it is not within the section around the one before
	mixLarge    float64 // for a section that is not small in a chunk that began before it
	unfilled    float64 // for a chunk that is far from full
	lostOverlap float64 // for an overlap that does not fit
	heading     float64 // for a heading or a table's header at the end of a chunk
	inside      float64 // for a cut inside a table or code that a chunk could hold
}

func (s Strategy) costs() costs {
	if s == Balanced {
		return costs{chunk: 1, cut: .5, mix: 0, unfilled: .3, lostOverlap: 1.5, heading: 8, inside: 3}
	}
	return costs{chunk: .3, cut: 2.5, mix: 1.6, mixHigher: 2.4, mixLarge: 4, unfilled: .3, lostOverlap: 1.5, heading: 8, inside: 3}
}

// chooseCuts returns where chunks begin, as indexes into the segments, with the least cost over all plans whose
// chunks are within the limit: a shortest path over the cuts, found by dynamic programming (as Knuth and Plass
// 1981 break a paragraph into lines).
func chooseCuts(ctx context.Context, segs []segment, overlaps []int, limit int, w costs) []int {
	n := len(segs)
	sum, mix := prefixes(segs, limit, w)
	cuts := candidates(segs, sum, limit, w)
	extra, price := make([]int, len(cuts)), make([]float64, len(cuts)) // what a chunk that begins there adds, and costs
	for a, i := range cuts {
		extra[a] = tokensBefore(segs[i])
		price[a] = w.chunk - mix[i+1]
		if i > 0 {
			price[a] += w.cutCost(segs, i)
		}
	}
	cuts = append(cuts, n)
	best, from := make([]float64, len(cuts)), make([]int, len(cuts))
	for b := 1; b < len(cuts); b++ {
		if b%checkEvery == 0 && ctx.Err() != nil {
			return nil
		}
		j := cuts[b]
		best[b] = math.Inf(1)
		tail := tokensAfter(segs[j-1])
		for a := b - 1; a >= 0 && (sum[j]-sum[cuts[a]] <= limit || a == b-1); a-- {
			size := sum[j] - sum[cuts[a]] + extra[a] + tail
			if size > limit && a < b-1 {
				continue
			}
			cost := best[a] + price[a] + mix[j]
			if over := size + overlaps[cuts[a]] - limit; over > 0 && overlaps[cuts[a]] > 0 {
				cost += w.lostOverlap * min(1, float64(over)/float64(overlaps[cuts[a]]))
			} else {
				size += overlaps[cuts[a]]
			}
			if j < n {
				free := 1 - float64(size)/float64(limit)
				cost += w.unfilled * free * free
			}
			if cost < best[b] {
				best[b], from[b] = cost, a
			}
		}
	}
	var out []int
	for b := len(cuts) - 1; b > 0; b = from[b] {
		out = append(out, cuts[from[b]])
	}
	slices.Reverse(out)
	return out
}

// cellsPerChunk is into how many cells of like size a full chunk is divided, each of which has one candidate
// for a cut, or two around a large segment.
const cellsPerChunk = 128

// candidates returns the segments at which a chunk may begin, in order: all of them where segments are of the
// usual size, but of many that are tiny against the limit only the best in each stretch of a cell's tokens.
func candidates(segs []segment, sum []int, limit int, w costs) []int {
	cell := max(limit/cellsPerChunk, 1)
	out := []int{0}
	kept, cheapest := -1, 0.0 // cell of the last candidate that may be replaced, and its price
	for i := 1; i < len(segs); i++ {
		price := w.cutCost(segs, i)
		switch c := sum[i] / cell; {
		case segs[i].tokens > cell || segs[i-1].tokens > cell:
			out, kept = append(out, i), -1
		case c != kept:
			out, kept, cheapest = append(out, i), c, price
		case price < cheapest:
			out[len(out)-1], cheapest = i, price
		}
	}
	return out
}

func prefixes(segs []segment, limit int, w costs) (sum []int, mix []float64) {
	sum, mix = make([]int, len(segs)+1), make([]float64, len(segs)+1)
	for i, p := range segs {
		sum[i+1] = sum[i] + p.tokens
	}
	above := 0 // level of the heading before
	for i, p := range segs {
		mix[i+1] = mix[i]
		if p.Kind != HeadingUnit {
			continue
		}
		if i > 0 && segs[i-1].Kind != HeadingUnit {
			mix[i+1] += w.joinCost(p.Level, above, sectionTokens(segs, sum, i), limit)
		}
		above = p.Level
	}
	return sum, mix
}

func sectionTokens(segs []segment, sum []int, i int) int {
	j := i
	for j < len(segs) && segs[j].Kind == HeadingUnit {
		j++
	}
	for j < len(segs) && segs[j].Kind != HeadingUnit {
		j++
	}
	return sum[j] - sum[i]
}

const smallSection = 1. / 3 // of the limit: below it a section may share a chunk with the one before it

func (w costs) joinCost(level, above, tokens, limit int) float64 {
	share := float64(tokens) / (smallSection * float64(limit))
	switch {
	case w.mix == 0:
		return 0
	case share >= 1:
		return w.mixLarge
	case level < above:
		return w.mixHigher * share
	}
	return w.mix * share * [...]float64{1, 1, 1, .7, .5, .4, .3}[min(max(level, 0), 6)]
}

func (w costs) cutCost(segs []segment, i int) float64 {
	cost := w.cut * (1 - float64(segs[i].quality))
	last := segs[i-1]
	if f := segs[i].context; f != nil && f == last.context && f.wholeFits {
		cost += w.inside
	}
	switch last.Kind {
	case HeadingUnit:
		if segs[i].Kind != HeadingUnit || segs[i].Level > last.Level {
			cost += w.heading
		}
	case TableHeaderUnit:
		if segs[i].Kind == RowUnit && segs[i].context == last.context {
			cost += w.heading
		}
	}
	return cost
}
