package css

import "golang.org/x/net/html"

// places knows where elements stand among their siblings. The siblings of one are
// counted all at once, so that the work is linear in the nodes of a page.
type places struct{ known map[*html.Node]place }

// place is where an element stands among all elements of its parent, and among
// those of its name, counted from 1 from both ends.
type place struct{ first, last, firstOfType, lastOfType int32 }

// of returns the place of n and the nodes that were looked at to find it.
func (p *places) of(n *html.Node) (at place, steps int) {
	if at, known := p.known[n]; known {
		return at, 1
	}
	if p.known == nil {
		p.known = map[*html.Node]place{}
	}
	first := n
	for first.PrevSibling != nil {
		first = first.PrevSibling
	}
	all, types := int32(0), map[string]int32{}
	for c := first; c != nil; c = c.NextSibling {
		if steps++; c.Type == html.ElementNode {
			all++
			types[c.Data]++
			p.known[c] = place{first: all, firstOfType: types[c.Data]}
		}
	}
	for c := first; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode {
			at := p.known[c]
			at.last, at.lastOfType = all+1-at.first, types[c.Data]+1-at.firstOfType
			p.known[c] = at
		}
	}
	return p.known[n], steps
}
