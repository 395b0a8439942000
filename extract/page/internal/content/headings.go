package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"

// headWords is how many words the kept text right below a heading has at least,
// for the heading to be taken up with it. headGap is how many short lines (a
// date, a price, an author) that are left out may stand between the two.
const (
	headWords = 10
	headGap   = 2
)

// headed keeps the headings of what is kept right below them, unless they are
// most unlikely: a section without its heading is hard to find and to cite. A
// heading that is a link leads elsewhere, so that it must be likelier. From the
// last to the first, so that the heading of a part takes up that of a chapter.
func (r *Reader) headed(prob []float32, kept []bool, threshold float32) {
	for i := len(kept) - 1; i >= 0; i-- {
		b := &r.p.Blocks[i]
		least := threshold / 10
		if b.LinkWords > 0 {
			least = threshold / 2
		}
		if kept[i] || prob[i] < least || int(r.titleAt) == i || !r.isHeading(i) || r.p.Elems[b.Elem].AnyTags&layout.H1 != 0 {
			continue
		}
		kept[i] = r.textBelow(i, kept)
	}
}

func (r *Reader) isHeading(i int) bool {
	return r.p.Elems[r.p.Blocks[i].Elem].AnyTags&headings != 0
}

// textBelow tells whether kept text, or a kept heading, follows heading i.
func (r *Reader) textBelow(i int, kept []bool) bool {
	words, gap := int32(0), 0
	for i++; i < len(kept); i++ {
		switch {
		case kept[i] && r.isHeading(i):
			return words == 0
		case kept[i]:
			if words += r.p.Blocks[i].Words; words >= headWords {
				return true
			}
		case words > 0 || r.isHeading(i) || r.p.Blocks[i].Words >= headWords:
			return false
		default:
			if gap++; gap > headGap {
				return false
			}
		}
	}
	return false
}
