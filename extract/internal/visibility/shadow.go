package visibility

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// shadowed reports whether n is not rendered because its parent has a shadow tree without a slot
// for n (HTML, 4.12.3 and 4.12.4).
func (s *Checker) shadowed(n *html.Node) bool {
	if n.Parent == nil || s.NoTemplates {
		return false
	}
	tree := shadowTree(n.Parent)
	return tree != nil && tree != n && s.slotsOf(tree)[htmltree.Attr(n, "slot")] == nil
}

// maxSlotDepth bounds the ancestors of a slot that are checked for visibility.
const maxSlotDepth = 16

// slotsOf returns the first visible slot of each name in a shadow tree.
func (s *Checker) slotsOf(tree *html.Node) map[string]*html.Node {
	if slots := s.page.slots[tree]; slots != nil {
		return slots
	}
	slots := map[string]*html.Node{}
	if s.page.slots == nil {
		s.page.slots = map[*html.Node]map[string]*html.Node{}
	}
	s.page.slots[tree] = slots
	for d := range tree.Descendants() {
		if name := htmltree.Attr(d, "name"); d.Type == html.ElementNode && d.Data == "slot" && slots[name] == nil && !s.hiddenWithin(d, tree) {
			slots[name] = d
		}
	}
	return slots
}

func (s *Checker) hiddenWithin(n, tree *html.Node) bool {
	for depth := 0; n != nil && n != tree; n, depth = n.Parent, depth+1 {
		if depth == maxSlotDepth {
			s.Exceed()
			return false
		}
		if reason, _ := s.hidingReason(n, s.lookAt(n)); reason != "" {
			return true
		}
	}
	return false
}

// IsShadowTree reports whether n is the template of a declarative shadow tree. A browser renders it
// instead of its parent's children. n has to be the first such child with a valid mode, and the parent
// has to allow a shadow tree (HTML, 4.12.3 and 4.2.6.2).
func IsShadowTree(n *html.Node) bool {
	if !isTreeTemplate(n) || n.Parent == nil {
		return false
	}
	const hosts = "article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span"
	if !css.HasToken(hosts, n.Parent.Data) && strings.IndexByte(n.Parent.Data, '-') <= 0 {
		return false
	}
	for c := n.PrevSibling; c != nil; c = c.PrevSibling {
		if isTreeTemplate(c) {
			return false
		}
	}
	return true
}

func isTreeTemplate(n *html.Node) bool {
	if n.DataAtom != atom.Template {
		return false
	}
	mode := css.Lower(htmltree.Attr(n, "shadowrootmode"))
	return mode == "open" || mode == "closed"
}

// shadowTree returns the template of the shadow tree of an element, which is its first child element; nil for none.
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
