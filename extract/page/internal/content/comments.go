package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// What readers wrote below an article, where it was best in cross-validation:
// commentProse is how many likely words stand before it, at the least, and
// commentShare what is left of the probability of its blocks.
const (
	commentProse = 150
	commentShare = 0.3
)

// comments makes less likely what readers wrote below the text of a page that
// is no forum: it is not what the page is about, and may be longer than that.
func (r *Reader) comments(prob []float32) {
	if r.hints.Things&ThingForum != 0 || r.page[fKind] <= r.page[fKind+1] {
		return
	}
	var before float32
	at := 0
	for e := range r.p.Elements {
		el := &r.p.Elements[e]
		if int(el.First) < at || el.First == el.End || el.Topics&measure.ClassComment == 0 || el.Kinds&(measure.Inline|measure.A) != 0 {
			continue
		}
		for ; at < int(el.First); at++ {
			before += prob[at] * float32(r.p.Blocks[at].Words)
		}
		if before < commentProse {
			continue
		}
		for ; at < int(el.End); at++ {
			prob[at] *= commentShare
		}
	}
}
