package classify

import (
	"sort"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Marks returns how to write the page of the last Classify, whose tree is root, so that of
// all blocks only the kept ones are left, with the pictures among them. Nothing is left out
// of units that are kept whole. With Options.WholePage nothing is left out but what a reader
// can't see. Marks changes Page.Skip.
func (c *Classifier) Marks(root *html.Node, kept []bool) htmlmd.Marks {
	s := &c.selection
	s.kept = kept
	if !s.opts.WholePage {
		s.skipBlocks()
	}
	marks := skippedNodes(root, s.page)
	for _, e := range s.layoutTables {
		marks[s.page.Nodes[e]] |= htmlmd.LayoutTable
	}
	for _, e := range s.skippedItems {
		marks[s.page.Nodes[e]] |= htmlmd.CountedItem
	}
	return marks
}

// skippedNodes returns the nodes of a measured tree that Page.Skip leaves out, but for
// those within others.
func skippedNodes(root *html.Node, p *measure.Page) htmlmd.Marks {
	marks, i := htmlmd.Marks{}, int32(0)
	var visit func(*html.Node)
	visit = func(n *html.Node) {
		switch {
		case int(i) >= len(p.Skip):
		case p.Skip[i]:
			marks[n] = htmlmd.Skipped
			i = p.Next[i]
		default:
			i++
			for c := n.FirstChild; c != nil; c = c.NextSibling {
				visit(c)
			}
		}
	}
	visit(root)
	return marks
}

func (s *selection) skipBlocks() {
	p := s.page
	sum := s.keptSums(func(*measure.TextBlock) int32 { return 1 })
	units := s.units
	for e := 0; e < len(p.Elements); e++ {
		el := &p.Elements[e]
		n := sum[el.End] - sum[el.First]
		for len(units) > 0 && int(units[0].elem) < e {
			units = units[1:]
		}
		switch {
		case el.First == el.End:
			p.Skip[el.Index] = !s.continuesKept(el) && !s.hasKeptNeighbours(el, sum)
		case n == 0:
			p.Skip[el.Index] = true
			if el.Atom == atom.Li {
				s.skippedItems = append(s.skippedItems, int32(e))
			}
		case len(units) > 0 && int(units[0].elem) == e && n == el.End-el.First:
			e = int(lastInside(p, int32(e)))
		}
	}
	for i, k := range s.kept {
		b := &p.Blocks[i]
		for j := b.Start; !k && j < b.End; j++ {
			p.Skip[j] = p.Skip[j] || p.Next[j] <= b.End // not an element that reaches beyond the block
		}
	}
}

// lastInside returns the last element inside of element e, e itself if there is
// none.
func lastInside(p *measure.Page, e int32) int32 {
	return firstFrom(p, e+1, p.Next[p.Elements[e].Index]) - 1
}

// firstFrom returns the first element, of those from e on, whose node has this index or one after it.
func firstFrom(p *measure.Page, e, index int32) int32 {
	return e + int32(sort.Search(len(p.Elements)-int(e), func(i int) bool { return p.Elements[int(e)+i].Index >= index }))
}

// continuesKept reports whether an element stands within a kept block that began before it,
// such as a bold word of a paragraph.
func (s *selection) continuesKept(el *measure.Element) bool {
	before := el.First - 1
	return before >= 0 && s.kept[before] && el.Index < s.page.Blocks[before].End
}

// hasKeptNeighbours reports whether an element without text stands among kept text: most
// of the blocks of the nearest ancestor with text are kept, or those directly before and
// after are. Nothing above the text of a post does, such as the picture of its author.
func (s *selection) hasKeptNeighbours(el *measure.Element, sum []int32) bool {
	for at := el.Parent; at >= 0; at = s.page.Elements[at].Parent {
		up := &s.page.Elements[at]
		switch {
		case up.First == up.End:
			continue
		case up.End > el.First && s.inPostHead(el.First):
			return false
		}
		if n := sum[up.End] - sum[up.First]; 2*n > up.End-up.First {
			return true
		}
		return el.First > up.First && el.First < up.End && s.kept[el.First-1] && s.kept[el.First]
	}
	return false
}
