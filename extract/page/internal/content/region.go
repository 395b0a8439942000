package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// A page of at least muchVisible words of which fewer than leastContent would be
// kept has no content that the model is sure of.
const (
	leastContent = 60
	muchVisible  = 400
)

// regionShare is the share of the likely words of a page that its region holds.
const regionShare = 0.6

// collapsed tells whether almost nothing is kept of a page that shows much.
func collapsed(p *measure.Page, kept []bool) bool {
	if p.VisibleWords < muchVisible {
		return false
	}
	words := int32(0)
	for i, k := range kept {
		if k {
			words += p.Blocks[i].Words
		}
	}
	return words < leastContent
}

// regionMissed is the share of the likely words of a page that must be left out
// for the region to be kept instead: else the page has just little content.
const regionMissed = 0.5

// missed returns the share of the likely words of a page that are not kept.
func missed(p *measure.Page, prob []float32, kept []bool) float32 {
	var all, left float32
	for i, q := range prob {
		w := q * float32(p.Blocks[i].Words)
		if all += w; !kept[i] {
			left += w
		}
	}
	return left / max(all, 1)
}

// region keeps what stands in the smallest element with most of the likely words
// of the page, but for the navigation and the margins in it.
func (r *Reader) region(prob []float32, kept []bool) {
	mass := make([]float32, len(prob)+1)
	for i, p := range prob {
		mass[i+1] = mass[i] + p*float32(r.p.Blocks[i].Words)
	}
	lo, hi := int32(0), int32(len(prob))
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		if el.End-el.First <= hi-lo && mass[el.End]-mass[el.First] >= regionShare*mass[len(prob)] {
			lo, hi = el.First, el.End
		}
	}
	for i := lo; i < hi; i++ {
		if r.p.Elements[r.p.Blocks[i].Element].AnyKinds&(furniture|measure.Button|measure.Label) == 0 {
			kept[i] = true
		}
	}
}
