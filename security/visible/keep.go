package visible

import (
	"strings"

	"golang.org/x/net/html"
)

// page is what a Sheet notes about the page while it judges.
type page struct {
	partial []*html.Node
	looked  int

	external, externalKnown bool

	controlled map[string]bool // ids that controls of the page open
	streamed   bool            // React placeholders exist
	read       bool
	text       int  // bytes of text in the body
	counted    bool // to its end
}

// keeps reports whether a hidden element is content all the same.
func (s *Sheet) keeps(n *html.Node, reason string) bool {
	switch reason {
	case "aria-hidden", "transparent text", "colour of the background", "off-screen", "clip", "font-size", "text-security":
		return false
	case "opacity", "visibility":
		if animated(n) {
			return true
		}
	}
	return s.streamedSegment(n) || s.opens(n) || s.wrapsPage(n)
}

// streamedSegment reports whether n is a segment of React's streamed server
// rendering, which a script moves to its placeholder.
func (s *Sheet) streamedSegment(n *html.Node) bool {
	if n.Data != "div" || !hasAttr(n, "hidden") || !strings.HasPrefix(attr(n, "id"), "S:") {
		return false
	}
	if s.alone {
		return true
	}
	s.readPage(n)
	return s.page.streamed
}

func root(n *html.Node) *html.Node {
	for n.Parent != nil {
		n = n.Parent
	}
	return n
}

func placeholder(n *html.Node) bool {
	id := attr(n, "id")
	return n.Data == "template" && (strings.HasPrefix(id, "B:") || strings.HasPrefix(id, "P:"))
}

// opens reports whether a reader can open n: a tab panel, a labelled region, or
// a collapsed part that a control of the page names.
func (s *Sheet) opens(n *html.Node) bool {
	switch attr(n, "role") {
	case "tabpanel":
		return true
	case "region":
		return hasAttr(n, "aria-labelledby") || hasAttr(n, "aria-label")
	case "dialog", "alertdialog", "menu", "menubar", "navigation", "search", "tooltip", "listbox", "alert", "status":
		return false
	}
	id := attr(n, "id")
	if id == "" || s.alone || n.Data == "nav" || n.Data == "form" || n.Data == "dialog" || n.Data == "header" || n.Data == "footer" {
		return false
	}
	if !folds(attr(n, "class")) && !folds(id) {
		return false
	}
	s.readPage(n)
	return s.page.controlled[id]
}

// folds reports whether a class or an id is one of a part that opens in place.
func folds(name string) bool {
	name = lower(name)
	for _, word := range [...]string{"accordion", "collaps", "tab", "faq", "panel", "toggle", "expand", "spoiler", "answer", "disclosure"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// animated reports whether n waits for the scroll position to fade in.
func animated(n *html.Node) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "data-aos", "data-sal", "data-sr-id", "data-scroll-reveal", "data-animate", "data-animation":
			return true
		case "class":
			for _, token := range [...]string{"elementor-invisible", "wow", "et-waypoint", "et_animated", "animate-on-scroll", "scroll-reveal", "aos-init", "fadeInUp", "wpb_animate_when_almost_visible"} {
				if hasToken(a.Val, token) {
					return true
				}
			}
		}
	}
	return false
}

// maxPageNodes bounds the one walk over a page that looks for controls.
const maxPageNodes = 300_000

// readPage walks the page once for its controls and placeholders.
func (s *Sheet) readPage(n *html.Node) {
	if s.page.read {
		return
	}
	s.page.read = true
	s.page.controlled = make(map[string]bool)
	seen := 0
	for d := range root(n).Descendants() {
		if seen++; seen > maxPageNodes {
			return
		}
		if d.Type != html.ElementNode {
			continue
		}
		if placeholder(d) {
			s.page.streamed = true
		}
		for i := range d.Attr {
			switch a := &d.Attr[i]; a.Key {
			case "aria-controls", "data-target", "data-bs-target":
				for _, id := range strings.Fields(a.Val) {
					s.page.controlled[strings.TrimPrefix(id, "#")] = true
				}
			case "href":
				if len(a.Val) > 1 && a.Val[0] == '#' {
					s.page.controlled[a.Val[1:]] = true
				}
			}
		}
	}
}

// minPageText is how many bytes of text a page has, at least, for a part of it
// to be its wrapper.
const minPageText = 200

// wrapsPage reports whether n is near the top of the page and holds most of its
// text: pages hide themselves so until a script has run.
func (s *Sheet) wrapsPage(n *html.Node) bool {
	if s.alone {
		return false
	}
	depth := 0
	a := n.Parent
	for ; a != nil && a.Data != "body"; a = a.Parent {
		if depth++; depth == 3 {
			return false
		}
	}
	if a == nil {
		return false
	}
	own := textBytes(n, 1<<30)
	// n holds most of the text if there are less than enough bytes of it.
	enough := 10 * own / 6
	if enough <= minPageText || s.page.text > enough {
		return false
	}
	if !s.page.counted {
		limit := 2 * max(enough, s.page.text)
		s.page.text = textBytes(a, limit) + 1
		s.page.counted = s.page.text <= limit
	}
	return s.page.text > minPageText && 10*own > 6*s.page.text
}

// textBytes counts the bytes of text of rendered elements below n, until there
// are more than limit.
func textBytes(n *html.Node, limit int) (total int) {
	for c := n.FirstChild; c != nil && total <= limit; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			total += len(strings.TrimSpace(c.Data))
		case c.Type == html.ElementNode && c.Data != "noscript" && !unrendered(c):
			total += textBytes(c, limit-total)
		}
	}
	return total
}
