package css

import (
	"slices"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ancestorStack is the path of elements from the root down to the current one, with the state of
// each. A walk in document order only changes its end.
type ancestorStack struct {
	nodes   []*html.Node
	frames  []elementState // of the first nodes; the others are made on demand
	names   []uint32       // hashes of the names of the elements that have frames
	styles  []*Style       // of the elements by index, reused for other elements
	shadows bool           // an element of a shadow tree was on the path
	named   bool           // there are style rules; else names stays empty
}

type elementState struct {
	ancestorBloom
	names    int        // length of ancestorStack.names up to this element
	tree     *html.Node // the template of the shadow tree around the element, nil for none
	matched  []int32    // entries of the matching rules among those that were tried
	tried    tried
	styled   bool
	inline   *block            // nil until its style attribute is read
	settings map[string]string // cache of setting: values of custom properties by name
}

// tried says which rules were matched against an element. The watched ones come first.
type tried uint8

const (
	noRules tried = iota
	watchedRules
	allRules
)

// Enter makes n the end of the path. It returns the index of n on the path, and how many elements of the
// path before are still on it.
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

// Last returns the end of the path, which must not be empty.
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
			f.matched = p.frames[:k+1][k].matched[:0] // reuse the memory of an earlier element
		}
		f.names = len(p.names)
		p.frames = append(p.frames, f)
	}
	return &p.frames[i]
}
