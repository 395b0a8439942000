package visible

import (
	"strings"

	"golang.org/x/net/html"
)

// Attr says why n and its descendants are invisible, judged by the name of the
// element, its attributes and its inline style; "" means visible. It is
// [Sheet.Hides] for a page without style sheets: where there is a Sheet, ask
// that, since rules may undo what attributes hide, and since only a Sheet knows
// the exceptions that depend on the rest of the page (wrappers, parts that a
// control opens). Attr keeps nothing; it is safe for concurrent use on a tree
// that isn't changed.
func Attr(n *html.Node) (reason string) { return (*Sheet)(nil).Hides(n) }

// Hides says why a reader can't see n and its descendants; "" means that they
// are visible or that n is not an element or text. The reasons are: "not
// rendered" (elements that browsers don't show), "hidden", "aria-hidden",
// "popover", "display:none", "visibility", "content-visibility:hidden",
// "opacity", "filter", "zoom", "off-screen", "transform", "clip", "mask",
// "zero size", "z-index", "font-size", "text-indent", "letter-spacing",
// "text-security", "transparent text" and "colour of the background".
//
// Hides looks at n itself; a walker asks for each element on its way down and
// skips what is hidden. The cost is a look at the attributes where nothing on n
// is suspicious. Text nodes are judged too: they are hidden when an ancestor
// hides its own text while some of its descendants show theirs.
func (s *Sheet) Hides(n *html.Node) (reason string) {
	if n.Type != html.ElementNode {
		if n.Type == html.TextNode && s != nil && len(s.page.partial) > 0 && n.Parent != nil {
			return s.inherited(n.Parent, true)
		}
		return ""
	}
	if unrendered(n) {
		return "not rendered"
	}
	if n.Data == "html" || n.Data == "body" {
		return ""
	}
	if s != nil {
		s.freeze()
	}
	if s.suspicious(n) {
		if reason = s.judge(n); reason != "" && s.keeps(n, reason) {
			reason = ""
		}
	}
	if reason == "" && s != nil && len(s.page.partial) > 0 {
		reason = s.inherited(n, false)
	}
	return reason
}

// suspicious is the quick look at an element: does anything on it possibly hide?
func (s *Sheet) suspicious(n *html.Node) bool {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden", "popover":
			return true
		case "aria-hidden":
			if strings.EqualFold(strings.TrimSpace(a.Val), "true") {
				return true
			}
		case "color":
			if n.Data == "font" {
				return true
			}
		case "style":
			if suspiciousStyle(a.Val) {
				return true
			}
		}
	}
	return s != nil && s.suspects.size > 0 && s.work < maxWork && s.suspected(n)
}

// suspiciousStyle reports whether an inline style has a declaration that may
// hide, by itself or through colours.
func suspiciousStyle(style string) bool {
	var c computed
	inline(style, &c)
	if c.has(color) || c.has(textFill) || c.has(backgroundColor) {
		return true
	}
	return c.suspects()
}

// judge computes the style of n and says how it hides.
func (s *Sheet) judge(n *html.Node) string {
	var c computed
	s.compute(n, &c)
	if reason := boxReason(&c); reason != "" {
		if reason == "display:none" && c.rank[display] == 0 {
			return "hidden"
		}
		return reason
	}
	if strings.EqualFold(strings.TrimSpace(attr(n, "aria-hidden")), "true") {
		return "aria-hidden"
	}
	if hasAttr(n, "popover") && !c.has(display) {
		return "popover"
	}
	for k := trait(0); k < numTraits; k++ {
		reason := k.reason(&c)
		if k == contrast {
			reason = s.contrastReason(n, &c)
		}
		if reason == "" {
			continue
		}
		if s.reshown(n, k) {
			s.notePartial(n)
			continue
		}
		return reason
	}
	return ""
}

// unrendered reports whether browsers show nothing of an element in a page,
// whatever its style.
func unrendered(n *html.Node) bool {
	if n.Namespace == "svg" {
		switch n.Data {
		case "metadata", "title", "desc", "defs", "script", "style", "symbol":
			return true
		}
		return false
	}
	switch n.Data {
	case "script", "style", "template", "head", "title", "meta", "link", "base", "param", "source", "track", "area",
		"noembed", "noframes", "iframe", "object", "embed", "applet", "portal", "datalist", "rp", "audio", "video", "canvas",
		"progress", "meter", "annotation", "annotation-xml", "xml":
		return true
	case "input":
		return strings.EqualFold(attr(n, "type"), "hidden")
	case "dialog":
		return !hasAttr(n, "open")
	}
	return false
}
