package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// What a block between two kept ones must have of the probability that is asked
// of others: a sentence that ends in a colon promises what follows it.
const (
	gapShare   = 0.5
	colonShare = 0.1
)

// fillGaps keeps a block that stands alone between kept ones of its container: a
// line of code, a quotation, a short paragraph. Links, buttons and captions stay
// out.
func (r *Reader) fillGaps(prob []float32, kept []bool, threshold float32) {
	for i := 1; i+1 < len(kept); i++ {
		if kept[i] || !kept[i-1] || !kept[i+1] {
			continue
		}
		before, b, after := &r.p.Blocks[i-1], &r.p.Blocks[i], &r.p.Blocks[i+1]
		least := threshold * gapShare
		if before.Last == ':' && !r.isHeading(i-1) {
			least = threshold * colonShare
		}
		el := &r.p.Elements[b.Element]
		if prob[i] < least || 2*b.LinkWords > b.Words || el.AnyKinds&(measure.Button|measure.Label|measure.Figcaption) != 0 {
			continue
		}
		kept[i] = r.p.Elements[before.Element].Parent == el.Parent && r.p.Elements[after.Element].Parent == el.Parent
	}
}
