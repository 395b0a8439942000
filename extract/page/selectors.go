package page

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

const maxSelector = 4 << 10

// compileSelectors returns a function that says which elements the selectors match, none once ctx is done; nil
// without selectors.
func compileSelectors(ctx context.Context, selectors []string) (func(*html.Node) bool, error) {
	if len(selectors) == 0 {
		return nil, nil
	}
	all := make([]*css.Selectors, len(selectors))
	size := 0
	for i, s := range selectors {
		if size += len(s); size > maxSelector {
			return nil, fmt.Errorf("%w: more than %d bytes", extract.ErrBadSelector, maxSelector)
		}
		list, ok := css.ParseSelectors(s)
		if !ok {
			return nil, fmt.Errorf("%w %q", extract.ErrBadSelector, s)
		}
		all[i] = list
	}
	return func(n *html.Node) bool {
		return ctx.Err() == nil && slices.ContainsFunc(all, func(list *css.Selectors) bool { return list.Match(n) })
	}, nil
}

// dropTitle takes a heading that repeats the title out of the beginning of the
// content, unless it is part of a unit. It is not asked where the head has another
// title or none, nor of products, whose name is a part of what they are. dropped, unless it is
// nil, is called with the heading and the name of this rule.
func dropTitle(p *measure.Page, kept []bool, title string, inUnit func(block int) bool, dropped func(*html.Node, string)) {
	seen := 0
	for i, k := range kept {
		if !k {
			continue
		}
		if seen++; seen > 3 {
			return
		}
		el := &p.Elements[p.Blocks[i].Element]
		if el.AnyKinds&(measure.H1|measure.H2) != 0 && !inUnit(i) && title != "" && meta.SameWords(meta.HeadingText(p.Nodes[p.Blocks[i].Element]), title) {
			kept[i] = false
			if dropped != nil {
				dropped(p.Nodes[p.Blocks[i].Element], "said by the title")
			}
			return
		}
	}
}

// pruneTo leaves of the body of a page the elements that selected reports, with all in them,
// and the elements they are in, by which style sheets may hide them. It changes nothing and
// returns false if selected reports none.
func pruneTo(root *html.Node, selected func(*html.Node) bool) bool {
	kept := map[*html.Node]bool{} // true: with all in it; false: for what is in it
	for n := root; n != nil; {
		if n.Type != html.ElementNode || !selected(n) {
			n = htmltree.Next(n, root)
			continue
		}
		kept[n] = true
		for p, known := n.Parent, false; p != nil && !known; p = p.Parent {
			if _, known = kept[p]; !known {
				kept[p] = false
			}
		}
		n = htmltree.After(n, root)
	}
	if len(kept) == 0 {
		return false
	}
	var prune func(n *html.Node)
	prune = func(n *html.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			switch whole, known := kept[c]; {
			case whole || c.DataAtom == atom.Head:
			case known:
				prune(c)
			default:
				n.RemoveChild(c)
			}
			c = next
		}
	}
	prune(root)
	return true
}
