package meta

import (
	"iter"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"
)

// nearHeading yields the indices of the blocks around the first h1, those after
// it first; without one, the first blocks of the page.
func nearHeading(p *layout.Page, before, after int) iter.Seq[int] {
	at := 0
	for i := range p.Blocks {
		if p.Elems[p.Blocks[i].Elem].AnyTags&layout.H1 != 0 {
			at = i
			break
		}
	}
	return func(yield func(int) bool) {
		for i := at; i < min(len(p.Blocks), at+after); i++ {
			if !yield(i) {
				return
			}
		}
		for i := at - 1; i >= max(0, at-before); i-- {
			if !yield(i) {
				return
			}
		}
	}
}

// blockText is the text of a block, at most limit bytes of it; that of the
// element around it where the element holds nothing else.
func blockText(p *layout.Page, i, limit int) string {
	b := &p.Blocks[i]
	if el := &p.Elems[b.Elem]; el.End-el.First == 1 {
		return Text(p.Nodes[b.Elem], limit)
	}
	return Text(p.Nodes[b.Leaf], limit)
}
