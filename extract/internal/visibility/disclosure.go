package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// control says what on a page opens an element.
type control uint8

const (
	linked     control = 1 + iota // a link or a trigger names it
	controlled                    // aria-controls does
	noted                         // a raised mark does, as of a note
)

// isDisclosure reports whether a reader can open n: a tab panel, a labelled region, a
// part that a control of the page names.
func (s *Checker) isDisclosure(n *html.Node) bool {
	switch htmltree.Attr(n, "role") {
	case "tabpanel":
		return true
	case "region":
		return htmltree.Has(n, "aria-labelledby") || htmltree.Has(n, "aria-label")
	}
	id, class, around := htmltree.Attr(n, "id"), htmltree.Attr(n, "class"), ""
	if css.IsElement(n.Parent) {
		around = htmltree.Attr(n.Parent, "id")
	}
	if s.alone || n.Data == "header" || id == "" && around == "" || isMenuOrDialog(n) {
		return false
	}
	if id != "" {
		s.readPage(n)
		if how := s.page.controlled[id]; how == controlled && s.prosaic(n) || how != 0 && (isCollapsibleName(class) || isCollapsibleName(id)) {
			return true
		}
	}
	// Its parent may be what moves, if n is all there is in it.
	if around == "" || !alone(n) || isMenuOrDialog(n.Parent) {
		return false
	}
	s.readPage(n)
	return s.page.controlled[around] == controlled && s.prosaic(n)
}

// alone reports whether n is the only element of its parent, and no text stands
// beside it.
func alone(n *html.Node) bool {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c != n && (c.Type == html.ElementNode || c.Type == html.TextNode && !blankText(c.Data)) {
			return false
		}
	}
	return true
}

// isCollapsibleName reports whether a class or an id is one of a part that opens in place.
func isCollapsibleName(name string) bool {
	name = css.Lower(name)
	return slices.ContainsFunc([]string{"accordion", "collaps", "tab", "faq", "panel", "toggle", "expand", "spoiler", "answer", "disclosure"}, func(word string) bool { return strings.Contains(name, word) })
}

// maxPageNodes bounds the one walk over a page that looks for controls.
const maxPageNodes = 300_000

// readPage walks the page once for its controls and placeholders.
func (s *Checker) readPage(n *html.Node) {
	if s.page.read {
		return
	}
	s.page.read = true
	s.page.controlled = make(map[string]control)
	root, seen := htmltree.Root(n), 0
	for d := root.FirstChild; d != nil && seen < maxPageNodes; d = htmltree.Next(d, root) {
		seen++
		if d.Type == html.ElementNode {
			s.readControl(d)
		}
	}
}

func (s *Checker) readControl(n *html.Node) {
	if placeholder(n) {
		s.page.streamed = true
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "aria-controls":
			s.control(a.Val, controlled)
		case "data-target", "data-bs-target":
			s.control(a.Val, linked)
		case "href":
			if len(a.Val) > 1 && a.Val[0] == '#' {
				how := linked
				if n.Data == "a" && isRaised(n) {
					how = noted
				}
				s.control(a.Val, how)
			}
		case "data-wf-page", "data-wf-site":
			s.page.animates = true
		case "style":
			if strings.Contains(a.Val, "opacity") && transparentStyle(a.Val) && !isMenuOrDialog(n) {
				s.readFading(n)
			}
		}
	}
}

// isRaised reports whether a link stands in a raised mark, or holds nothing else.
func isRaised(n *html.Node) bool {
	if n.Parent != nil && n.Parent.Data == "sup" {
		return true
	}
	first := n.FirstChild
	return first != nil && first.Data == "sup" && first.NextSibling == nil
}

// transparentStyle reports whether a style attribute makes an element transparent.
func transparentStyle(style string) bool {
	var c css.Style
	css.Inline(style, &c)
	v := c.Get(css.Opacity)
	return v.Form == css.Varies || v.Form == css.Number && v.Fraction() <= leastOpacity
}

// Signs that scripts move the sections of a page into view: so many elements are
// transparent by their own style, so many of them headings, pictures or sections.
const (
	minFading   = 4
	minSections = 2
)

// readFading counts an element that is transparent by its own style.
func (s *Checker) readFading(n *html.Node) {
	s.page.fading++
	switch n.Data {
	case "img", "picture", "video", "section", "h1", "h2", "h3", "h4", "h5", "h6":
		s.page.sections++
	}
	s.page.animates = s.page.animates || s.page.fading >= minFading && s.page.sections >= minSections
}

// control notes the ids that a control opens.
func (s *Checker) control(ids string, how control) {
	for id := range strings.FieldsSeq(ids) {
		id = strings.TrimPrefix(id, "#")
		s.page.controlled[id] = max(s.page.controlled[id], how)
	}
}
