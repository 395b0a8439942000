package meta

import (
	"iter"
	"slices"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// nearHeading yields the indices of the blocks around the first h1, those after
// it first; without one, the first blocks of the page.
func nearHeading(p *measure.Page, before, after int) iter.Seq[int] {
	at := 0
	for i := range p.Blocks {
		if p.Elements[p.Blocks[i].Element].AnyKinds&measure.H1 != 0 {
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

// blockText is the text of a block, at most limit bytes of it.
func blockText(p *measure.Page, i, limit int) string { return Text(blockNode(p, i), limit) }

// blockNode is what a block stands in: the element around it where that holds
// nothing else, else the innermost.
func blockNode(p *measure.Page, i int) *html.Node {
	b := &p.Blocks[i]
	if el := &p.Elements[b.Element]; el.End-el.First == 1 {
		return p.Nodes[b.Element]
	}
	return p.Nodes[b.Leaf]
}

// nearby reports whether an element stands among the blocks around the heading that
// a date of the page is looked for in.
func nearby(p *measure.Page, n *html.Node) bool {
	e := slices.Index(p.Nodes, n)
	if e < 0 || len(p.Blocks) == 0 {
		return e >= 0
	}
	first, last := -1, 0
	for b := range nearHeading(p, blocksBefore, blocksAfter) {
		if first < 0 || b < first {
			first = b
		}
		last = max(last, b)
	}
	at := p.Elements[e].Index
	return (first == 0 || at >= p.Blocks[first-1].End) && (last+1 == len(p.Blocks) || at < p.Blocks[last+1].Start)
}
