package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// isExempt reports whether a hidden element is content all the same: a reader or a
// script of the page is to show it.
func (s *Checker) isExempt(n *html.Node, reason string) bool {
	switch reason {
	case "transparent text", "colour of the background", "off-screen", "clip", "font-size", "text-security":
		return false
	case "aria-hidden":
		return s.isDisclosure(n) || s.wrapsPage(n)
	case "opacity", "visibility", "transform":
		if s.animated(n, reason) {
			return true
		}
	}
	return s.isNote(n) || s.streamedSegment(n) || s.isDisclosure(n) || s.cloaked(n) || s.undefined(n, reason) || s.wrapsPage(n)
}

// streamedSegment reports whether n is a segment of React's streamed server
// rendering, which a script moves to its placeholder.
func (s *Checker) streamedSegment(n *html.Node) bool {
	if n.Data != "div" || !htmltree.Has(n, "hidden") || !strings.HasPrefix(htmltree.Attr(n, "id"), "S:") {
		return false
	}
	if s.alone {
		return true
	}
	s.readPage(n)
	return s.page.streamed
}

func placeholder(n *html.Node) bool {
	id := htmltree.Attr(n, "id")
	return n.Data == "template" && (strings.HasPrefix(id, "B:") || strings.HasPrefix(id, "P:"))
}

// animated reports whether n waits for the scroll position to come into view.
func (s *Checker) animated(n *html.Node, reason string) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "data-aos", "data-sal", "data-sr-id", "data-scroll-reveal", "data-animate", "data-animation", "data-w-id":
			return true
		case "class":
			for _, token := range [...]string{"elementor-invisible", "wow", "et-waypoint", "et_animated", "animate-on-scroll", "scroll-reveal", "aos-init", "fadeInUp", "wpb_animate_when_almost_visible"} {
				if css.HasToken(a.Val, token) {
					return true
				}
			}
		}
	}
	if reason != "opacity" || s.alone || !strings.Contains(htmltree.Attr(n, "style"), "opacity") || isMenuOrDialog(n) {
		return false
	}
	s.readPage(n)
	return s.page.animates
}

// cloaked reports whether a framework takes the cloak off n when it starts, and
// nothing else of n decides whether it is shown.
func (s *Checker) cloaked(n *html.Node) bool {
	cloak := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "v-cloak", "x-cloak", "ng-cloak", "data-ng-cloak":
			cloak = true
		case "class":
			cloak = cloak || css.HasToken(a.Val, "ng-cloak") || css.HasToken(a.Val, "v-cloak")
		case "x-show", "x-if", "v-show", "v-if", "ng-show", "ng-hide", "ng-if":
			return false
		}
	}
	return cloak && !s.alone && !isMenuOrDialog(n)
}

// undefined reports whether n is a custom element that rules hide only until a
// script defines it (HTML, 4.13).
func (s *Checker) undefined(n *html.Node, reason string) bool {
	if s.alone || strings.IndexByte(n.Data, '-') < 0 || isMenuOrDialog(n) {
		return false
	}
	s.sheet.Defined = true
	defer func() { s.sheet.Defined = false }()
	var c css.Style
	s.sheet.Compute(s.enter(n), 1<<css.Display|1<<css.Visibility|1<<css.Opacity|1<<css.ContentVisibility, &c)
	switch reason {
	case "display:none", "opacity", "content-visibility:hidden":
		still, _ := judgeBox(&c)
		return still == ""
	case "visibility":
		return !traitRows[invisible].hides(c.Get(css.Visibility))
	}
	return false
}

// maxNoteElements bounds the elements in a part that are looked at for the first note.
const maxNoteElements = 8

// isNote reports whether n is a note or a list of such, which a page shows when a mark is
// pointed at: by its role (DPUB-ARIA 1.1), or since the link of a raised mark leads to it or into it.
func (s *Checker) isNote(n *html.Node) bool {
	switch htmltree.Attr(n, "role") {
	case "doc-footnote", "doc-endnote", "doc-endnotes", "note":
		return true
	}
	if s.alone || isMenuOrDialog(n) {
		return false
	}
	seen := 0
	for d := n; d != nil && seen < maxNoteElements; {
		if id := htmltree.Attr(d, "id"); id != "" && d.Type == html.ElementNode {
			if s.readPage(n); s.page.controlled[id] == noted {
				return true
			}
			seen++
		}
		if d != n {
			d = htmltree.Next(d, n)
		} else {
			d = n.FirstChild
		}
	}
	return false
}

// isMenuOrDialog reports whether the tag, the role or the names of n are those of
// parts that stay closed until a reader asks for them and are no content then:
// menus, dialogs, notices of consent.
func isMenuOrDialog(n *html.Node) bool {
	switch n.Data {
	case "nav", "form", "dialog", "menu", "select", "footer", "aside":
		return true
	}
	switch htmltree.Attr(n, "role") {
	case "dialog", "alertdialog", "menu", "menubar", "menuitem", "navigation", "search", "tooltip", "listbox", "alert", "status", "toolbar", "tablist":
		return true
	}
	return isMenuOrDialogName(n.Data) || isMenuOrDialogName(htmltree.Attr(n, "class")) || isMenuOrDialogName(htmltree.Attr(n, "id"))
}

func isMenuOrDialogName(name string) bool {
	if name == "" {
		return false
	}
	name = css.Lower(name)
	return slices.ContainsFunc([]string{"cookie", "consent", "gdpr", "modal", "popup", "popover", "dialog", "lightbox", "drawer", "offcanvas", "tooltip",
		"menu", "nav", "dropdown", "search", "cart", "login", "signin", "newsletter", "subscribe", "toast"}, func(word string) bool { return strings.Contains(name, word) })
}
