package css

import (
	"strings"

	"golang.org/x/net/html"
)

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

// position matches the child-indexed pseudo-classes.
func (m *matcher) position(p *pseudo, n *html.Node) bool {
	if n.Parent == nil {
		return false
	}
	ofType := strings.HasSuffix(p.name, "of-type")
	place, steps := m.places.of(n)
	m.spend(steps)
	at := func(last bool) int {
		switch {
		case last && ofType:
			return int(place.lastOfType)
		case last:
			return int(place.last)
		case ofType:
			return int(place.firstOfType)
		}
		return int(place.first)
	}
	switch p.name {
	case "first-child", "first-of-type":
		return at(false) == 1
	case "last-child", "last-of-type":
		return at(true) == 1
	case "only-child", "only-of-type":
		return at(false) == 1 && at(true) == 1
	case "nth-child", "nth-of-type", "nth-last-child":
		if p.of {
			i := m.placeAmong(p, n, p.name == "nth-last-child")
			return i > 0 && onNth(p.a, p.b, i)
		}
		if p.name == "nth-last-child" {
			return onNth(p.a, p.b, at(true))
		}
		i := at(false)
		return i > 0 && onNth(p.a, p.b, i)
	case "nth-last-of-type":
		i := at(true)
		return i > 0 && onNth(p.a, p.b, i)
	}
	return false
}

// placeAmong returns the place of n among those siblings that the list of p matches,
// counted from 1 from the first or from the last; 0 if it doesn't match n.
func (m *matcher) placeAmong(p *pseudo, n *html.Node, last bool) (place int) {
	if !m.any(p.list, n) {
		return 0
	}
	for ; n != nil && m.spend(1); place++ {
		step := func() { n = n.PrevSibling }
		if last {
			step = func() { n = n.NextSibling }
		}
		step()
		for n != nil && m.spend(1) && (n.Type != html.ElementNode || !m.any(p.list, n)) {
			step()
		}
	}
	return place
}
