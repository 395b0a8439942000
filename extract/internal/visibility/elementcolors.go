package visibility

import (
	"strings"

	"golang.org/x/net/html"
)

// contrastReason says whether the text of the element at i of the path, whose own declarations of paints are c,
// can't be told from what is behind it. Text that nothing colours is black, a
// background that nothing colours is white; both are given up where external
// style sheets may say otherwise.
func (s *Checker) contrastReason(i int, c *computedStyle) string {
	if !c.has(color) && !c.has(textFill) && !c.has(backgroundColor) {
		return ""
	}
	if painted(c) {
		return ""
	}
	if p := &s.path.at(i).elementColors; !p.known {
		p.set(s.path.nodes[i], c)
	}
	text, ok := s.textColor(i, c)
	if !ok {
		return ""
	}
	if text.transparent() {
		return "transparent text"
	}
	if p := s.settleColors(i); p.backdrop && text.like(p.behind) {
		return "colour of the background"
	}
	return ""
}

// painted reports whether something else than its colour draws the text.
func painted(c *computedStyle) bool {
	return strings.Contains(c.get(backgroundClip), "text") || strings.Contains(c.get(background), " text") ||
		c.has(textShadow) && c.value[textShadow] != "none" || c.has(textStroke) && !strings.HasPrefix(c.value[textStroke], "0")
}

// elementColors is what the declarations of one element say about its colours, and what it
// has from those around it.
type elementColors struct {
	known   bool // the rest is set
	hooks   bool // it has a class or an id, so that other sheets may style it
	textSet bool
	textOdd bool // its colour is not understood
	backSet bool
	backOdd bool // its background is an image or not understood
	text    rgba
	back    rgba

	settled  bool // the rest is set
	inkSet   bool // it or an element around it sets the colour of its text
	inkOdd   bool
	backdrop bool // what is behind it is known
	ink      rgba
	behind   rgba
}

// colorsAt returns the paint of the element at i of the path.
func (s *Checker) colorsAt(i int) *elementColors {
	p := &s.path.at(i).elementColors
	if p.known {
		return p
	}
	var c computedStyle
	s.compute(i, paints, &c)
	p.set(s.path.nodes[i], &c)
	return p
}

// set takes over what the declarations c of n say.
func (p *elementColors) set(n *html.Node, c *computedStyle) {
	p.known, p.hooks = true, hasAttr(n, "class") || hasAttr(n, "id")
	p.text, p.textSet = ownColor(c)
	p.textOdd = p.text.a < 0
	if bg := c.get(background); strings.Contains(bg, "url(") || strings.Contains(bg, "gradient(") {
		p.backOdd = true
	} else if value := c.get(backgroundColor); value != "" {
		if v, ok := firstColor(value); ok && !v.transparent() {
			p.back, p.backSet = v, true
		} else {
			p.backOdd = unknownColor(value)
		}
	}
}

// textColor finds the colour of the text of the element at i of the path.
func (s *Checker) textColor(i int, own *computedStyle) (rgba, bool) {
	if v, ok := ownColor(own); ok || v.a < 0 {
		return v, ok
	}
	if i > 0 {
		if p := s.settleColors(i - 1); p.inkSet || p.inkOdd {
			return p.ink, p.inkSet
		}
	}
	return rgba{a: 1}, !s.external(s.path.nodes[i])
}

// settleColors makes known what colours the element at i of the path has, on the
// way down from where that is known. What is behind an element with a class or an
// id is not known where external sheets may say it.
func (s *Checker) settleColors(i int) *elementColors {
	s.path.at(i)
	j := i
	for j >= 0 && !s.path.frames[j].settled {
		j--
	}
	for j++; j <= i; j++ {
		p := s.colorsAt(j)
		up := &elementColors{behind: white, backdrop: !s.external(s.path.nodes[j])}
		if j > 0 {
			up = &s.path.frames[j-1].elementColors
		}
		p.settled = true
		if p.ink, p.inkSet, p.inkOdd = p.text, p.textSet, p.textOdd; !p.inkSet && !p.inkOdd {
			p.ink, p.inkSet, p.inkOdd = up.ink, up.inkSet, up.inkOdd
		}
		switch {
		case p.backOdd:
		case p.backSet:
			p.behind, p.backdrop = p.back, p.back.a > 0.9
		case p.hooks && s.external(s.path.nodes[j]):
		default:
			p.behind, p.backdrop = up.behind, up.backdrop
		}
	}
	return &s.path.frames[i].elementColors
}

// ownColor returns the colour that declarations set; a negative alpha says that
// they set one that is not understood.
func ownColor(c *computedStyle) (rgba, bool) {
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

// unknownColor reports whether a background names a colour that parseColor
// doesn't know.
func unknownColor(value string) bool {
	return strings.Contains(value, "color") || strings.Contains(value, "var(") || strings.Contains(value, "lch(") || strings.Contains(value, "lab(")
}

// external reports whether the page loads style sheets that are not known here.
func (s *Checker) external(n *html.Node) bool {
	if !s.page.externalKnown {
		s.page.external, s.page.externalKnown = linksStyle(n), true
	}
	return s.page.external
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
