package page

import (
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// pruneTo leaves of the body of a page the elements that selected reports, with all in them,
// and the elements they are in, by which style sheets may hide them. It changes nothing and
// returns false if selected reports none.
func pruneTo(root *html.Node, selected func(*html.Node) bool) bool {
	chosen, above := map[*html.Node]bool{}, map[*html.Node]bool{}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && !chosen[n.Parent] && selected(n) {
			chosen[n] = true
			for p := n.Parent; p != nil && !above[p]; p = p.Parent {
				above[p] = true
			}
		} else if chosen[n.Parent] {
			chosen[n] = true // with all in it
		}
	}
	if len(chosen) == 0 {
		return false
	}
	var prune func(n *html.Node)
	prune = func(n *html.Node) {
		for c := n.FirstChild; c != nil; {
			next := c.NextSibling
			switch {
			case chosen[c] || c.DataAtom == atom.Head:
			case above[c]:
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
