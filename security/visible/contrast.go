package visible

import (
	"strings"

	"golang.org/x/net/html"
)

// contrastReason says whether the text of n, whose own declarations are c,
// can't be told from what is behind it. Text that nothing colours is black, a
// background that nothing colours is white; both are given up where external
// style sheets may say otherwise.
func (s *Sheet) contrastReason(n *html.Node, c *computed) string {
	if !c.has(color) && !c.has(textFill) && !c.has(backgroundColor) {
		return ""
	}
	if painted(c) {
		return ""
	}
	text, ok := s.textColor(n, c)
	if !ok {
		return ""
	}
	if text.transparent() {
		return "transparent text"
	}
	if back, ok := s.backdrop(n); ok && text.like(back) {
		return "colour of the background"
	}
	return ""
}

// painted reports whether something else than its colour draws the text.
func painted(c *computed) bool {
	return strings.Contains(c.get(backgroundClip), "text") || strings.Contains(c.get(background), " text") ||
		c.has(textShadow) && c.value[textShadow] != "none" || c.has(textStroke) && !strings.HasPrefix(c.value[textStroke], "0")
}

// textColor finds the colour of the text of n.
func (s *Sheet) textColor(n *html.Node, own *computed) (rgba, bool) {
	if v, ok := ownColor(own); ok || v.a < 0 {
		return v, ok
	}
	var c computed
	for a := n.Parent; element(a); a = a.Parent {
		s.compute(a, &c)
		if v, ok := ownColor(&c); ok || v.a < 0 {
			return v, ok
		}
	}
	return rgba{a: 1}, !s.external(n)
}

// ownColor returns the colour that declarations set; a negative alpha says that
// they set one that is not understood.
func ownColor(c *computed) (rgba, bool) {
	for _, p := range [...]property{textFill, color} {
		switch value := c.get(p); value {
		case "", "inherit", "unset", "revert", "revert-layer", "currentcolor":
		case "initial":
			return rgba{a: 1}, true
		default:
			if v, ok := parseColor(value); ok {
				return v, true
			}
			return rgba{a: -1}, false
		}
	}
	return rgba{}, false
}

// backdrop finds the colour behind n, if it is known.
func (s *Sheet) backdrop(n *html.Node) (rgba, bool) {
	if s == nil {
		return s.findBackdrop(n)
	}
	if b, ok := s.page.backdrops[n]; ok {
		return b.rgba, b.known
	}
	c, known := s.findBackdrop(n)
	if s.page.backdrops == nil {
		s.page.backdrops = make(map[*html.Node]backdrop)
	}
	if len(s.page.backdrops) < 50_000 {
		s.page.backdrops[n] = backdrop{c, known}
	}
	return c, known
}

func (s *Sheet) findBackdrop(n *html.Node) (rgba, bool) {
	var c computed
	hooks := false
	for a := n; element(a); a = a.Parent {
		if a != n && s != nil && !hooks {
			if b, ok := s.page.backdrops[a]; ok {
				return b.rgba, b.known
			}
		}
		s.compute(a, &c)
		if bg := c.get(background); strings.Contains(bg, "url(") || strings.Contains(bg, "gradient(") {
			return rgba{}, false
		}
		if value := c.get(backgroundColor); value != "" {
			if v, ok := parseColor(firstColor(value)); ok && !v.transparent() {
				return v, v.a > 0.9 && !(hooks && s.external(n))
			}
			if unknownColor(value) {
				return rgba{}, false
			}
		}
		hooks = hooks || hasAttr(a, "class") || hasAttr(a, "id")
	}
	return white, !s.external(n)
}

// unknownColor reports whether a background names a colour that parseColor
// doesn't know.
func unknownColor(value string) bool {
	return strings.Contains(value, "color") || strings.Contains(value, "var(") || strings.Contains(value, "lch(") || strings.Contains(value, "lab(")
}

// external reports whether the page loads style sheets that are not known here.
func (s *Sheet) external(n *html.Node) bool {
	if s != nil && s.page.externalKnown {
		return s.page.external
	}
	found := linksStyle(n)
	if s != nil {
		s.page.external, s.page.externalKnown = found, true
	}
	return found
}

// linksStyle looks for links to style sheets in the head and at the top of the
// body of the page that n is in.
func linksStyle(n *html.Node) bool {
	for n.Parent != nil && n.Data != "html" {
		n = n.Parent
	}
	for part := n.FirstChild; part != nil; part = part.NextSibling {
		if part.Data != "head" && part.Data != "body" {
			continue
		}
		seen := 0
		for c := part.FirstChild; c != nil && seen < 2000; c, seen = c.NextSibling, seen+1 {
			if c.Data == "link" && hasToken(lower(attr(c, "rel")), "stylesheet") && screenMedia(attr(c, "media")) {
				return true
			}
		}
	}
	return false
}
