package content

import (
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// bins is the resolution of probabilities in Cut.
const bins = 256

// cut returns the probability from which on blocks are to be kept, so that the
// expected F-measure over words is greatest: with probabilities p and words w,
// the set S that maximises (1+β²) Σ_S p·w / (Σ_S w + β² Σ p·w). It is the blocks
// above F/(1+β²), F being that maximum (Lewis, Evaluating and optimizing
// autonomous text classification systems, SIGIR 1995; Lipton et al.,
// arXiv:1402.1892).
func cut(blocks []layout.Block, prob []float32, beta float32) float32 {
	var weight, gain [bins]float32
	var total float32
	for i, p := range prob {
		w := float32(blocks[i].Words)
		at := min(int(p*bins), bins-1)
		weight[at] += w
		gain[at] += w * p
		total += w * p
	}
	var best, sumWeight, sumGain float32
	for i := bins - 1; i >= 0; i-- {
		sumWeight += weight[i]
		sumGain += gain[i]
		if sumWeight > 0 {
			best = max(best, sumGain/(sumWeight+beta*beta*total))
		}
	}
	return best
}

// The decision, where it was best in cross-validation: how much stricter than
// expected F asks for it is on pages of prose, and how likely, at the least, is
// what is kept of a page of which little is likely: there the scores are wrong
// together, and the expected F with them.
const (
	proseStrictness = 1.2
	leastKept       = 0.3
)

// threshold returns the probability from which on the blocks are kept of a page
// that is prosaic to a degree from 0 to 1. leastKept is that of beta 1; others
// move it as they move the threshold of the same F.
func threshold(blocks []layout.Block, prob []float32, prosaic, beta float32) float32 {
	strictness := 1 + (proseStrictness-1)*prosaic
	return max(cut(blocks, prob, beta)*strictness, 2*leastKept/(1+beta*beta))
}

// Keep marks the nodes to leave out so that of all blocks only the kept ones
// are left, with the pictures among them.
func Keep(p *layout.Page, kept []bool) {
	sum := make([]int32, len(kept)+1)
	for i, k := range kept {
		sum[i+1] = sum[i]
		if k {
			sum[i+1]++
		}
	}
	for e := range p.Elems {
		el := &p.Elems[e]
		n := sum[el.End] - sum[el.First]
		switch {
		case el.First == el.End:
			p.Skip[el.Index] = !pictured(p, el, kept, sum)
		case n == 0:
			p.Skip[el.Index] = true
		}
	}
	for i, k := range kept {
		if k {
			continue
		}
		b := &p.Blocks[i]
		for j := b.Start; j < b.End; j++ {
			if p.Next[j] <= b.End {
				p.Skip[j] = true
			}
		}
	}
}

// pictured tells whether an element without text stands among kept text.
func pictured(p *layout.Page, el *layout.Elem, kept []bool, sum []int32) bool {
	for at := el.Parent; at >= 0; at = p.Elems[at].Parent {
		up := &p.Elems[at]
		if up.First == up.End {
			continue
		}
		if n := sum[up.End] - sum[up.First]; 2*n > up.End-up.First {
			return true
		}
		before := el.First > up.First && kept[el.First-1]
		after := el.First < up.End && kept[el.First]
		return before && after
	}
	return false
}
