package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"

// copyWords is how many words a text has, at least, of which a second copy is
// left out.
const copyWords = 12

// dropCopies leaves out the text that a page shows again elsewhere: in a layout
// for small screens, in a card that turns, as a preview of itself. Of copies the
// first stays, but a heading before other text. Side by side a text stands twice
// with reason, and so do code, quotations and what is in units.
func (r *Reader) dropCopies(kept []bool) {
	r.prints.reset(len(kept))
	r.firsts = r.firsts[:0]
	for i, k := range kept {
		b := &r.p.Blocks[i]
		el := &r.p.Elems[b.Elem]
		if !k || b.Words < copyWords || el.AnyTags&(layout.Pre|layout.Blockquote) != 0 || r.inUnit(i) {
			continue
		}
		n := r.prints.of(b.Print)
		if int(n) == len(r.firsts) {
			r.firsts = append(r.firsts, int32(i))
			continue
		}
		switch first := r.firsts[n]; {
		case r.p.Elems[r.p.Blocks[first].Elem].Parent == el.Parent:
		case r.isHeading(i) && !r.isHeading(int(first)):
			kept[first], r.firsts[n] = false, int32(i)
		default:
			kept[i] = false
		}
	}
}
