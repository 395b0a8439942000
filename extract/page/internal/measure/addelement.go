package measure

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/hiddentext"
)

// addElement records an element and its attributes. also are further kinds that it has if it turns out to be
// visible, see collapsedBy.
func (w *walker) addElement(n *html.Node, i int32, tags ElementKinds, f ancestors) (e int32, also ElementKinds) {
	e = int32(len(w.Elements))
	w.Elements = append(w.Elements, Element{})
	w.Nodes = append(w.Nodes, n)
	el := &w.Elements[e]
	el.Atom, el.Signature, el.Index, el.Run = n.DataAtom, uint32(n.DataAtom), i, 1
	el.Parent, el.previousSibling, el.lastChild = f.elem, -1, -1
	el.First, el.FirstToken = int32(len(w.Blocks)), int32(len(w.Tokens))
	for j := range n.Attr {
		kinds, folded := w.addAttribute(n, el, &n.Attr[j])
		tags |= kinds
		if also == 0 {
			also = folded
		}
	}
	if tags&Aside != 0 && htmltree.HasClass(n, "footnote", "footnote-list", "citation-list") {
		tags &^= Aside // docutils writes footnotes and citations so: they are part of the text
	}
	w.inheritKinds(el, e, tags)
	if el.Topics&(ClassAuthor|ClassByline) != 0 && len(w.Head.Bylines) < maxMetadataNodes {
		w.Head.Bylines = append(w.Head.Bylines, n)
	}
	return e, also
}

// addAttribute records what an attribute says of an element: the kinds that it makes it,
// and those that it has only if it turns out to be visible, see collapsedBy.
func (w *walker) addAttribute(n *html.Node, el *Element, a *html.Attribute) (kinds, folded ElementKinds) {
	switch a.Key {
	case "class":
		w.addAttributeWords(el, a.Val)
		if strings.Contains(a.Val, "col-last") {
			w.addGrid(n.Parent)
		}
		if len(a.Val) > 0 {
			el.Signature = el.Signature*31 + uint32(len(a.Val))<<8 + uint32(a.Val[0]) + uint32(a.Val[len(a.Val)/2])<<16
		}
	case "id", "data-testid", "data-component":
		w.addAttributeWords(el, a.Val)
	case "role":
		kinds |= w.vocabulary.roles[a.Val]
		if htmltree.IsTableRole(a.Val) {
			w.addGrid(n)
		}
	case "itemprop":
		kinds |= w.vocabulary.itemprop[a.Val]
		w.addAttributeWords(el, a.Val)
		w.Head.Props = append(w.Head.Props, n)
	case "rel":
		if a.Val == "author" {
			w.Head.Bylines = append(w.Head.Bylines, n)
		}
	case "hidden", "style":
		folded = collapsedBy(n, a)
		el.Preformatted = a.Key == "style" && htmltree.IsPreformatted(a.Val)
		fallthrough
	default:
		if len(a.Val) >= hiddentext.MinBytes {
			w.hidden.AddAttribute(n, a)
		}
	}
	return kinds, folded
}

func (w *walker) inheritKinds(el *Element, e int32, tags ElementKinds) {
	el.Kinds, el.AnyKinds, el.AnyTopics = tags, tags, el.Topics
	if el.Parent < 0 {
		return
	}
	up := &w.Elements[el.Parent]
	el.Depth = up.Depth + 1
	el.AnyKinds |= up.AnyKinds
	if up.Atom != atom.Body {
		el.AnyTopics |= up.AnyTopics
	}
	el.previousSibling = up.lastChild
	up.lastChild = e
	if previous := w.previousInRun(el); previous != nil {
		el.Run, el.Order = previous.Run+1, previous.Run
	}
}

// dropLastElement takes back an element that turned out to be hidden. It must be the last
// one added.
func (w *walker) dropLastElement(e int32) {
	el := &w.Elements[e]
	if el.Parent >= 0 {
		w.Elements[el.Parent].lastChild = el.previousSibling
	}
	w.Elements, w.Nodes = w.Elements[:e], w.Nodes[:e]
}

const maxGrids = 1000

func (w *walker) addGrid(n *html.Node) {
	if at := len(w.Grids); at < maxGrids && (at == 0 || w.Grids[at-1] != n) {
		w.Grids = append(w.Grids, n)
	}
}

// previousInRun returns the element before el in its run, nil for none: one of the two siblings before
// it, with the same signature.
func (w *walker) previousInRun(el *Element) *Element {
	for at, hop := el.previousSibling, 0; at >= 0 && hop < 2; hop++ {
		previous := &w.Elements[at]
		if previous.Signature == el.Signature {
			return previous
		}
		at = previous.previousSibling
	}
	return nil
}

// spreadRuns sets Run of all elements of a run to its whole length. It visits the elements from the
// last to the first, since the last one of a run has that length from inheritKinds.
func (w *walker) spreadRuns() {
	for e := len(w.Elements) - 1; e >= 0; e-- {
		el := &w.Elements[e]
		if previous := w.previousInRun(el); previous != nil {
			previous.Run = max(previous.Run, el.Run)
		}
	}
}
