package layout

import (
	"context"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// frame is what the walk knows of the elements around a node.
type frame struct {
	block, elem          int32
	link, bold, noscript bool
	doubtful             bool // concealed at first, see Page.Doubtful
}

// maxDepth bounds the recursion. The parser stops at 512 open elements, so only
// trees made by other means are deeper; what is beyond is passed over.
const maxDepth = 2048

// stride is the number of nodes between two looks at the context.
const stride = 4096

// MaxElems bounds the elements of a page that are told apart. What is beyond,
// which only pages made to hurt have, is text of the last of them around it.
const MaxElems = 50_000

// Measure walks the tree below doc once. Elements of the body for which drop
// says so are left out as if they weren't there; a nil drop leaves out none.
// The only errors are those of ctx.
func (p *Page) Measure(ctx context.Context, doc *html.Node, drop func(*html.Node) bool) error {
	unstyled := p.unstyled
	p.Reset()
	p.classes, p.ctx, p.open, p.drop = classes(), ctx, -1, drop
	p.sheet.SetEnded(func() bool { return ctx.Err() != nil })
	if !unstyled {
		visibility.AddPageStyles(&p.sheet, doc)
	}
	p.walk(doc, frame{block: -1, elem: -1})
	p.spread()
	p.settleDoubts()
	p.Unknown = p.sheet.Exceeded()
	p.ctx, p.drop = nil, nil
	p.sheet.Reset()
	if p.err == nil {
		p.err = ctx.Err()
	}
	return p.err
}

// enter gives the next node its index.
func (p *Page) enter() int32 {
	i := int32(len(p.Next))
	p.Next = append(p.Next, i+1)
	p.Skip = append(p.Skip, false)
	if i%stride == 0 && p.err == nil {
		p.err = p.ctx.Err()
	}
	return i
}

func (p *Page) walk(n *html.Node, f frame) {
	i := p.enter()
	if p.err != nil {
		return
	}
	switch n.Type {
	case html.TextNode:
		if reason := p.sheet.HiddenReason(n); reason != "" {
			p.Skip[i] = true
			p.remove(n.Data, "hidden", reason)
			break
		}
		p.text(n, i, f)
		if f.doubtful {
			p.doubt(n.Data)
		}
	case html.ElementNode:
		p.element(n, i, f)
	default:
		p.children(n, f)
	}
	p.Next[i] = int32(len(p.Next))
}

func (p *Page) children(n *html.Node, f frame) {
	if p.depth++; p.depth <= maxDepth {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			p.walk(c, f)
		}
	}
	p.depth--
}

func (p *Page) element(n *html.Node, i int32, f frame) {
	switch n.DataAtom {
	case atom.Html:
		p.Head.HTML = n
		p.children(n, f)
		return
	case atom.Head:
		p.head(n)
		return
	case atom.Br:
		if p.breaks++; p.breaks >= 2 && len(p.Blocks) < MaxElems {
			p.open = -1
		}
		return
	}
	if p.drop != nil && p.drop(n) {
		p.Skip[i] = true
		p.pass(n)
		return
	}
	tags, disp := tagOf(n.DataAtom)
	shadow := n.DataAtom == atom.Template && attr(n, "shadowrootmode") != ""
	if shadow {
		disp = block // declarative shadow DOM (HTML, 4.12.3) is shown
	}
	if n.DataAtom == atom.Object && holdsText(n) {
		disp = inline // for those who can't show it
	}
	switch disp {
	case foreign:
		p.foreign(n, i)
		return
	case void:
		p.void(n)
		return
	}
	p.told(n)
	if len(p.Elems) == MaxElems {
		p.beyond(n, i, f)
		return
	}
	e, also := p.add(n, i, tags, f)
	el := &p.Elems[e]
	if reason, shown := p.sheet.ConcealedReason(n); reason != "" && !shadow {
		if !shown {
			if !p.held(n, e, reason) {
				p.retract(e)
				p.Skip[i] = true
				p.hidden(n, reason)
				return
			}
			also = Folded
		} else if reason == "aria-hidden" {
			also |= Folded
		}
		f.doubtful = true
		p.uncover(reason)
	}
	el.Tags |= also
	el.AnyTags |= also
	p.inside(n, e, disp, f)
}

// holdsText reports whether there is text below n.
func holdsText(n *html.Node) bool {
	for d := range n.Descendants() {
		if d.Type == html.TextNode && !blank(d.Data) {
			return true
		}
	}
	return false
}

// beyond walks an element that isn't told apart from the one around it.
func (p *Page) beyond(n *html.Node, i int32, f frame) {
	if reason, shown := p.sheet.ConcealedReason(n); reason != "" {
		if !shown {
			p.Skip[i] = true
			p.hidden(n, reason)
			return
		}
		f.doubtful = true
		p.uncover(reason)
	}
	p.attributes(n)
	f.link = f.link || n.DataAtom == atom.A && attr(n, "href") != ""
	p.children(n, f)
}

// inside walks the children of an element that is shown.
func (p *Page) inside(n *html.Node, e int32, disp display, f frame) {
	f.elem = e
	links := len(p.Links)
	switch n.DataAtom {
	case atom.A:
		if attr(n, "href") != "" {
			p.Links = append(p.Links, Anchor{Node: n, Elem: e, Block: -1})
			f.link = true
		}
	case atom.Strong, atom.B:
		f.bold = true
	case atom.Noscript:
		f.noscript = true
	case atom.H1:
		if p.Head.H1 == nil {
			p.Head.H1 = n
		}
	}
	if disp == inline {
		p.children(n, f)
		if f.link && len(p.Links) > links && p.open >= 0 {
			p.Blocks[p.open].Links++
		}
	} else {
		f.block = e
		p.open, p.breaks = -1, 0
		p.children(n, f)
		p.open, p.breaks = -1, 0
	}
	p.Elems[e].End = int32(len(p.Blocks))
	if len(p.Links) > links && p.Links[links].Elem == e {
		p.Links[links].Block = p.blockOf(e)
	}
}

// blockOf is the block that an inline element has text in, -1 for none.
func (p *Page) blockOf(e int32) int32 {
	switch el := &p.Elems[e]; {
	case el.First < el.End:
		return el.First
	case p.open >= 0 && p.Blocks[p.open].End > el.Index:
		return p.open
	}
	return -1
}

// add records an element and what its attributes say. also is what it is if it
// is seen, see folded.
func (p *Page) add(n *html.Node, i int32, tags Tags, f frame) (e int32, also Tags) {
	e = int32(len(p.Elems))
	p.Elems = append(p.Elems, Elem{})
	p.Nodes = append(p.Nodes, n)
	el := &p.Elems[e]
	el.Atom, el.Sig, el.Index, el.Run = n.DataAtom, uint32(n.DataAtom), i, 1
	el.Parent, el.prev, el.last = f.elem, -1, -1
	el.First, el.Token = int32(len(p.Blocks)), int32(len(p.Tokens))
	for j := range n.Attr {
		a := &n.Attr[j]
		switch a.Key {
		case "class":
			p.classWords(el, a.Val)
			if len(a.Val) > 0 {
				el.Sig = el.Sig*31 + uint32(len(a.Val))<<8 + uint32(a.Val[0]) + uint32(a.Val[len(a.Val)/2])<<16
			}
		case "id", "data-testid", "data-component":
			p.moreWords(el, a.Val)
		case "role":
			tags |= roleOf(a.Val)
		case "itemprop":
			tags |= propOf(a.Val)
			p.moreWords(el, a.Val)
			p.Head.Props = append(p.Head.Props, n)
		case "rel":
			if a.Val == "author" {
				p.Head.Bylines = append(p.Head.Bylines, n)
			}
		case "hidden", "style":
			if also == 0 {
				also = folded(n, a)
			}
			fallthrough
		default:
			if len(a.Val) >= minUnseen {
				p.attribute(n, a)
			}
		}
	}
	p.place(el, e, tags)
	if el.Class&ClassAuthor != 0 && len(p.Head.Bylines) < 64 {
		p.Head.Bylines = append(p.Head.Bylines, n)
	}
	if el.Class&ClassDate != 0 && len(p.Head.DateElements) < 64 {
		p.Head.DateElements = append(p.Head.DateElements, n)
	}
	return e, also
}

// place tells an element what it has from those around it.
func (p *Page) place(el *Elem, e int32, tags Tags) {
	el.Tags, el.AnyTags, el.AnyClass = tags, tags, el.Class
	if el.Parent < 0 {
		return
	}
	up := &p.Elems[el.Parent]
	el.Depth = up.Depth + 1
	el.AnyTags |= up.AnyTags
	if up.Atom != atom.Body {
		el.AnyClass |= up.AnyClass
	}
	el.prev = up.last
	up.last = e
	p.pair(el)
}

// pair counts how many siblings of the same kind stand before an element; one
// of another kind between two is let pass.
func (p *Page) pair(el *Elem) {
	for at, hop := el.prev, 0; at >= 0 && hop < 2; hop++ {
		if p.Elems[at].Sig == el.Sig {
			el.Run = p.Elems[at].Run + 1
			el.Order = p.Elems[at].Run
			return
		}
		at = p.Elems[at].prev
	}
}

// spread gives all members of a run its whole length.
func (p *Page) spread() {
	for e := len(p.Elems) - 1; e >= 0; e-- {
		el := &p.Elems[e]
		for at, hop := el.prev, 0; at >= 0 && hop < 2; hop++ {
			if prev := &p.Elems[at]; prev.Sig == el.Sig {
				prev.Run = max(prev.Run, el.Run)
				break
			}
			at = p.Elems[at].prev
		}
	}
}

// retract takes back an element that turned out to be hidden. Only the last one
// added can be.
func (p *Page) retract(e int32) {
	el := &p.Elems[e]
	if el.Parent >= 0 {
		p.Elems[el.Parent].last = el.prev
	}
	p.Elems, p.Nodes = p.Elems[:e], p.Nodes[:e]
}
