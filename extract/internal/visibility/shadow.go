package visibility

import (
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"golang.org/x/net/html"
)

// shadowed reports whether a shadow tree leaves n out: n is a child of an element that
// has one, without a slot for n (HTML, 4.12.3 and 4.12.4). The content of a slot stays,
// though what fills the slot replaces it.
func (s *Checker) shadowed(n *html.Node) bool {
	if n.Parent == nil {
		return false
	}
	tree := shadowTree(n.Parent)
	if tree == nil || tree == n {
		return false
	}
	return !s.slotsOf(tree)[slotName(n)]
}

// slotsOf returns the names of the slots of a shadow tree, which is looked through once.
func (s *Checker) slotsOf(tree *html.Node) map[string]bool {
	if s != nil && s.page.slots[tree] != nil {
		return s.page.slots[tree]
	}
	names := map[string]bool{}
	for d := range tree.Descendants() {
		if d.Type == html.ElementNode && d.Data == "slot" && (s == nil || !s.hiddenWithin(d, tree)) {
			names[htmltree.Attr(d, "name")] = true
		}
	}
	if s != nil {
		if s.page.slots == nil {
			s.page.slots = map[*html.Node]map[string]bool{}
		}
		s.page.slots[tree] = names
	}
	return names
}

// hiddenWithin reports whether n, or an element around it in a shadow tree, is hidden.
func (s *Checker) hiddenWithin(n, tree *html.Node) bool {
	for depth := 0; n != nil && n != tree; n, depth = n.Parent, depth+1 {
		if depth == maxSlotDepth {
			s.sheet.Exceed()
			return false
		}
		if doubt := s.doubts(n); doubt != 0 && s.hidingReason(n, doubt) != "" {
			return true
		}
	}
	return false
}

// maxSlotDepth bounds the elements around a slot that are judged.
const maxSlotDepth = 16

// shadowTree returns the template of the shadow tree of an element, nil for none: it is
// the first element in it.
func shadowTree(host *html.Node) *html.Node {
	first := host.FirstChild
	for first != nil && first.Type != html.ElementNode {
		first = first.NextSibling
	}
	if first == nil || first.Data != "template" || !htmltree.Has(first, "shadowrootmode") {
		return nil
	}
	return first
}

// slotName returns the name of the slot that a child of a host goes to.
func slotName(n *html.Node) string {
	if n.Type != html.ElementNode {
		return ""
	}
	return htmltree.Attr(n, "slot")
}
