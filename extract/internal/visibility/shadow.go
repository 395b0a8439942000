package visibility

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// shadowed reports whether a shadow tree leaves n out: n is a child of an element that
// has one, without a slot for n, or of a slot that such children fill (HTML, 4.12.3 and 4.12.4).
func (s *Checker) shadowed(n *html.Node) bool {
	if n.Parent == nil {
		return false
	}
	if n.Parent.DataAtom == atom.Slot && s.isFilled(n.Parent) {
		return true
	}
	tree := shadowTree(n.Parent)
	if tree == nil || tree == n {
		return false
	}
	return s.slotsOf(tree)[slotName(n)] == nil
}

// isFilled reports whether children of the host of a shadow tree take the place of what
// a slot of the tree holds. A page is asked for each slot once.
func (s *Checker) isFilled(slot *html.Node) bool {
	if s == nil {
		return s.fills(slot)
	}
	filled, known := s.page.filled[slot]
	if !known {
		filled = s.fills(slot)
		put(&s.page.filled, slot, filled)
	}
	return filled
}

func (s *Checker) fills(slot *html.Node) bool {
	tree := slot.Parent
	for depth := 0; tree != nil && tree.DataAtom != atom.Template; depth++ {
		if depth == maxSlotDepth {
			return false
		}
		tree = tree.Parent
	}
	if tree == nil || !IsShadowTree(tree) || s.slotsOf(tree)[htmltree.Attr(slot, "name")] != slot {
		return false
	}
	for c := tree.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c != tree && slotName(c) == htmltree.Attr(slot, "name") && (c.Type == html.ElementNode || c.Type == html.TextNode && !blankText(c.Data)) {
			return true
		}
	}
	return false
}

// slotsOf returns the first slot of each name that a shadow tree shows, which is looked
// through once.
func (s *Checker) slotsOf(tree *html.Node) map[string]*html.Node {
	if s != nil && s.page.slots[tree] != nil {
		return s.page.slots[tree]
	}
	slots := map[string]*html.Node{}
	for d := range tree.Descendants() {
		if name := htmltree.Attr(d, "name"); d.Type == html.ElementNode && d.Data == "slot" && slots[name] == nil && (s == nil || !s.hiddenWithin(d, tree)) {
			slots[name] = d
		}
	}
	if s != nil {
		put(&s.page.slots, tree, slots)
	}
	return slots
}

// hiddenWithin reports whether n, or an element around it in a shadow tree, is hidden.
func (s *Checker) hiddenWithin(n, tree *html.Node) bool {
	for depth := 0; n != nil && n != tree; n, depth = n.Parent, depth+1 {
		if depth == maxSlotDepth {
			s.sheet.Exceed()
			return false
		}
		if suspected, aria := s.suspectsOf(n); suspected != 0 || aria {
			if reason, _ := s.hidingReason(n, suspected, aria); reason != "" {
				return true
			}
		}
	}
	return false
}

// maxSlotDepth bounds the elements around a slot that are judged.
const maxSlotDepth = 16

// IsShadowTree reports whether n is the template of a declarative shadow tree, which a
// browser shows in place of the children of the element around it: the first one there of a known
// mode, in an element that may have a shadow tree (HTML, 4.12.3 and 4.2.6.2).
func IsShadowTree(n *html.Node) bool {
	if !isTreeTemplate(n) || n.Parent == nil || !mayHostTree(n.Parent.Data) {
		return false
	}
	for c := n.PrevSibling; c != nil; c = c.PrevSibling {
		if isTreeTemplate(c) {
			return false
		}
	}
	return true
}

// isTreeTemplate reports whether n is a template that stands for a shadow tree.
func isTreeTemplate(n *html.Node) bool {
	if n.DataAtom != atom.Template {
		return false
	}
	switch css.Lower(htmltree.Attr(n, "shadowrootmode")) {
	case "open", "closed":
		return true
	}
	return false
}

// mayHostTree reports whether elements of a name may have a shadow tree.
func mayHostTree(name string) bool {
	switch name {
	case "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span":
		return true
	}
	return strings.IndexByte(name, '-') > 0
}

// shadowTree returns the template of the shadow tree of an element, nil for none: its first
// element, where pages have it.
func shadowTree(host *html.Node) *html.Node {
	first := host.FirstChild
	for first != nil && first.Type != html.ElementNode {
		first = first.NextSibling
	}
	if first == nil || first.DataAtom != atom.Template || !IsShadowTree(first) {
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
