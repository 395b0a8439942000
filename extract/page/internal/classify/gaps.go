package classify

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// fillGaps keeps a block that stands alone between two kept ones of the same parent, such as
// a line of code, a quotation or a short paragraph, if its score is at least half of the
// threshold; after a sentence that ends in a colon, which promises it, a tenth. Links,
// buttons and captions stay out.
func (s *selection) fillGaps() {
	for i := 1; i+1 < len(s.kept); i++ {
		if s.kept[i] || !s.kept[i-1] || !s.kept[i+1] {
			continue
		}
		before, b, after := &s.page.Blocks[i-1], &s.page.Blocks[i], &s.page.Blocks[i+1]
		least := s.threshold * halfThreshold
		if before.Last == ':' && !s.isHeading(i-1) {
			least = s.threshold * tenthThreshold
		}
		el := &s.page.Elements[b.Element]
		if s.scores[i] < least || 2*b.LinkWords > b.Words || el.AnyKinds&(measure.Button|measure.Label|measure.Figcaption) != 0 {
			continue
		}
		s.kept[i] = s.page.Elements[before.Element].Parent == el.Parent && s.page.Elements[after.Element].Parent == el.Parent
	}
}
