package css

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// has reports whether an element related to n matches one of the arguments of
// :has (Selectors Level 4, section 4.5): by default one below n.
func (m *matcher) has(p *pseudo, n *html.Node) bool {
	if len(p.list) > 0 {
		if _, has := m.holders(p, n)[n]; has {
			return true
		}
	}
	outer := m.anchor
	defer func() { m.anchor = outer }()
	m.anchor = n
	for i := range p.relative {
		if m.related(&p.relative[i], n) {
			return true
		}
	}
	return false
}

// holders returns the elements of the page that have one below which matches,
// found in one walk.
func (m *matcher) holders(p *pseudo, n *html.Node) map[*html.Node]struct{} {
	if set, known := m.below[p]; known {
		return set
	}
	set := map[*html.Node]struct{}{}
	if m.below == nil {
		m.below = map[*pseudo]map[*html.Node]struct{}{}
	}
	m.below[p] = set
	top := htmltree.Root(n)
	for d := top.FirstChild; d != nil && m.spend(1); d = htmltree.Next(d, top) {
		if d.Type != html.ElementNode || !m.any(p.list, d) {
			continue
		}
		for a := d.Parent; IsElement(a); a = a.Parent {
			if _, known := set[a]; known {
				break
			}
			set[a] = struct{}{}
		}
	}
	return set
}

// related reports whether a relative selector, whose leftmost compound is the
// anchor n, matches an element below n or, after + and ~, one behind it.
func (m *matcher) related(sel *selector, n *html.Node) bool {
	lead := sel.compounds[len(sel.compounds)-2].combinator
	for d := range candidates(n, lead) {
		if !m.spend(1) {
			return false
		}
		if d.Type == html.ElementNode && m.matches(sel, d) {
			return true
		}
	}
	return false
}

// candidates yields the nodes that a relative selector with a leading combinator
// may match.
func candidates(n *html.Node, lead byte) func(yield func(*html.Node) bool) {
	return func(yield func(*html.Node) bool) {
		if lead == '>' || lead == ' ' {
			for d := n.FirstChild; d != nil && yield(d); d = htmltree.Next(d, n) {
			}
			return
		}
		for s := n.NextSibling; s != nil; s = s.NextSibling {
			if !yield(s) {
				return
			}
			for d := s.FirstChild; d != nil; d = htmltree.Next(d, s) {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// parseHas reads the arguments of :has. Those with a leading combinator become
// selectors that end, on their left, in the anchor.
func parseHas(args string, nesting int) (list, relative []selector) {
	var plain strings.Builder
	for args != "" {
		var one string
		one, args = CutBlock(args, ',')
		one = strings.TrimSpace(one)
		if one == "" || strings.IndexByte(">+~", one[0]) < 0 {
			if plain.Len() > 0 {
				plain.WriteByte(',')
			}
			plain.WriteString(one)
			continue
		}
		for _, sel := range parseSelectors(one[1:], nesting) {
			sel.compounds[len(sel.compounds)-1].combinator = one[0]
			sel.compounds = append(sel.compounds[:len(sel.compounds):len(sel.compounds)], compound{anchored: true})
			relative = append(relative, sel)
		}
	}
	return parseSelectors(plain.String(), nesting), relative
}
