package css

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// ancestorStack is the chain of elements from the root down to the one that is looked
// at, with what is known of each. A walk in document order changes its end only.
type ancestorStack struct {
	nodes  []*html.Node
	frames []elementState // of the first nodes, made when they are asked for
	names  []uint32       // hashes, of the elements that have frames
	chain  []*html.Node
	made   uint32 // frames so far
	// shadows says that an element of a shadow tree was on it.
	shadows bool
}

// elementState is what is known of an element on the path.
type elementState struct {
	ancestorBloom
	names    int        // of the path, up to here
	id       uint32     // no two elements of a page have the same
	inline   bool       // it or an ancestor has custom properties in its style attribute
	parsed   bool       // declared is set
	declared []declared // those of its style attribute
	tree     *html.Node // the template of the shadow tree that it is in, nil for none
}

// enter makes n the end of the path and returns its index, and how many elements of
// the path before are still on it.
func (p *ancestorStack) enter(n *html.Node) (i, kept int) {
	top := len(p.nodes) - 1
	for k := top; k >= 0; k-- {
		switch p.nodes[k] {
		case n:
			p.cut(k + 1)
			return k, k + 1
		case n.Parent:
			p.cut(k + 1)
			p.nodes = append(p.nodes, n)
			return k + 1, k + 1
		}
	}
	return p.climb(n)
}

// climb finds the path to n from anywhere.
func (p *ancestorStack) climb(n *html.Node) (i, kept int) {
	p.chain = p.chain[:0]
	for a := n; IsElement(a); a = a.Parent {
		p.chain = append(p.chain, a)
	}
	slices.Reverse(p.chain)
	same := 0
	for same < len(p.nodes) && same < len(p.chain) && p.nodes[same] == p.chain[same] {
		same++
	}
	p.cut(same)
	p.nodes = append(p.nodes, p.chain[same:]...)
	return len(p.nodes) - 1, same
}

// cut shortens the path to its first k elements.
func (p *ancestorStack) cut(k int) {
	p.nodes = p.nodes[:k]
	if len(p.frames) > k {
		p.frames = p.frames[:k]
		p.names = p.names[:p.namesBefore(k)]
	}
}

// namesBefore returns how many names the first k elements have.
func (p *ancestorStack) namesBefore(k int) int {
	if k == 0 {
		return 0
	}
	return p.frames[k-1].names
}

// namesAt returns the hashes of the names of the element at i.
func (p *ancestorStack) namesAt(i int) []uint32 {
	end := p.at(i).names
	return p.names[p.namesBefore(i):end]
}

// at returns what is known of the element at i.
func (p *ancestorStack) at(i int) *elementState {
	for k := len(p.frames); k <= i; k++ {
		var f elementState
		if k > 0 {
			f.ancestorBloom, f.inline, f.tree = p.frames[k-1].ancestorBloom, p.frames[k-1].inline, p.frames[k-1].tree
			if around := p.nodes[k-1]; around.DataAtom == atom.Template {
				f.tree, p.shadows = around, true
			}
		}
		f.inline = f.inline || setsInlineCustom(p.nodes[k])
		p.names = appendNames(p.names, p.nodes[k])
		for _, h := range p.names[p.namesBefore(k):] {
			f.add(h)
		}
		f.names = len(p.names)
		p.made++
		f.id = p.made
		p.frames = append(p.frames, f)
	}
	return &p.frames[i]
}

// inlineAt returns the declarations of the style attribute of the element at i, which is
// parsed once while it is on the path.
func (p *ancestorStack) inlineAt(i int) []declared {
	f := p.at(i)
	if !f.parsed {
		f.parsed = true
		if style := htmltree.Attr(p.nodes[i], "style"); style != "" {
			f.declared = appendInline(nil, style)
		}
	}
	return f.declared
}

// setsInlineCustom reports whether the style attribute of n may set custom properties.
func setsInlineCustom(n *html.Node) bool {
	style := htmltree.Attr(n, "style")
	return strings.Contains(style, "--") || strings.IndexByte(style, '\\') >= 0
}

// Enter makes n the end of the path from the root down to the element that is looked
// at. It returns the index of n on it, and how many elements of the path before are
// still on it.
func (s *Sheet) Enter(n *html.Node) (i, kept int) { return s.path.enter(n) }

// Leave shortens the path to its first k elements.
func (s *Sheet) Leave(k int) { s.path.cut(k) }

// Node returns the element at i of the path.
func (s *Sheet) Node(i int) *html.Node { return s.path.nodes[i] }

// Last returns the end of the path, which has one.
func (s *Sheet) Last() *html.Node { return s.path.nodes[len(s.path.nodes)-1] }
