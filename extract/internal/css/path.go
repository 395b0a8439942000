package css

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ancestorStack is the chain of elements from the root down to the current one, with the
// state of each. A walk in document order changes its end only.
type ancestorStack struct {
	nodes  []*html.Node
	frames []elementState // of the first nodes, made when they are asked for
	names  []uint32       // hashes of those of the elements that have frames
	styles []*Style       // of those of them that are styled, in memory that is used again
	// shadows says that an element of a shadow tree was on it.
	shadows bool
	// named says that there is a style sheet, whose rules match by names: else names stays empty.
	named bool
}

type elementState struct {
	ancestorBloom
	names    int        // of the path, up to here
	tree     *html.Node // the template of the shadow tree that it is in, nil for none
	matched  []int32    // the entries of the rules that match it, of those that were tried
	tried    tried
	styled   bool
	inline   *block            // nil until its style attribute is read
	settings map[string]string // what it or an element around it sets custom properties to, of those that were asked for
}

// tried says which rules were matched against an element: the watched ones come first.
type tried uint8

const (
	noRules tried = iota
	watchedRules
	allRules
)

// Enter makes n the end of the path from the root down to the element that is looked at. It returns the index of n on
// it, and how many elements of the path before are still on it.
func (m *matcher) Enter(n *html.Node) (i, kept int) {
	p := &m.path
	for k := len(p.nodes) - 1; k >= 0; k-- {
		switch p.nodes[k] {
		case n:
			m.Leave(k + 1)
			return k, k + 1
		case n.Parent:
			m.Leave(k + 1)
			p.nodes = append(p.nodes, n)
			return k + 1, k + 1
		}
	}
	var chain []*html.Node
	for a := n; IsElement(a); a = a.Parent {
		chain = append(chain, a)
	}
	slices.Reverse(chain)
	for kept < len(p.nodes) && kept < len(chain) && p.nodes[kept] == chain[kept] {
		kept++
	}
	m.Leave(kept)
	p.nodes = append(p.nodes, chain[kept:]...)
	return len(p.nodes) - 1, kept
}

// Leave shortens the path to its first k elements.
func (m *matcher) Leave(k int) {
	p := &m.path
	p.nodes = p.nodes[:k]
	if len(p.frames) > k {
		p.frames, p.names = p.frames[:k], p.names[:p.namesBefore(k)]
	}
}

// Node returns the element at i of the path.
func (m *matcher) Node(i int) *html.Node { return m.path.nodes[i] }

// Last returns the end of the path, which has one.
func (m *matcher) Last() *html.Node { return m.path.nodes[len(m.path.nodes)-1] }

func (p *ancestorStack) namesBefore(k int) int {
	if k == 0 {
		return 0
	}
	return p.frames[k-1].names
}

func (p *ancestorStack) namesAt(i int) []uint32 {
	end := p.at(i).names
	return p.names[p.namesBefore(i):end]
}

func (p *ancestorStack) at(i int) *elementState {
	for k := len(p.frames); k <= i; k++ {
		var f elementState
		n := p.nodes[k]
		if k > 0 {
			f.ancestorBloom, f.tree = p.frames[k-1].ancestorBloom, p.frames[k-1].tree
			if around := p.nodes[k-1]; around.DataAtom == atom.Template {
				f.tree, p.shadows = around, true
			}
		}
		if p.named {
			p.names = appendHashes(p.names, n)
		}
		for _, hash := range p.names[p.namesBefore(k):] {
			f.add(hash)
		}
		if k < cap(p.frames) {
			f.matched = p.frames[:k+1][k].matched[:0] // in memory of an element before
		}
		f.names = len(p.names)
		p.frames = append(p.frames, f)
	}
	return &p.frames[i]
}
