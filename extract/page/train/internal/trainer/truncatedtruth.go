package trainer

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// discountTruncated takes the weight from blocks after the end of a truth that seems to
// stop early: blocks of a kind that was content nearly always before, and never
// is behind the last of the true text.
func discountTruncated(p *measure.Page, out []label) {
	last := -1
	for i := range out {
		if out[i].y > 0.5 {
			last = i
		}
	}
	type tally struct{ yes, all, after int }
	kinds := map[uint64]*tally{}
	for i := range out {
		k := kinds[kindOf(p, i)]
		if k == nil {
			k = new(tally)
			kinds[kindOf(p, i)] = k
		}
		words := int(p.Blocks[i].Words)
		switch {
		case i > last:
			k.after += words
		case out[i].y > 0.5:
			k.yes += words
			k.all += words
		default:
			k.all += words
		}
	}
	for i := last + 1; i < len(out); i++ {
		if k := kinds[kindOf(p, i)]; k.yes >= 20 && 10*k.yes >= 8*k.all {
			out[i].weight = 0
		}
	}
}

// kindOf returns a hash of the tags and classes around a block, as its kind.
func kindOf(p *measure.Page, i int) uint64 {
	var h uint64
	for e, hop := p.Blocks[i].Element, 0; e >= 0 && hop < 3; e, hop = p.Elements[e].Parent, hop+1 {
		h = h*0x9E3779B97F4A7C15 + uint64(p.Elements[e].Signature)
	}
	return h
}
