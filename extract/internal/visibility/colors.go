package visibility

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// paints are the properties that decide the colours of text and of what is behind it.
const paints css.PropertySet = 1<<css.Color | 1<<css.TextFill | 1<<css.TextShadow | 1<<css.Background | 1<<css.BackgroundColor | 1<<css.BackgroundClip | 1<<css.ColorScheme | 1<<css.Filter

var (
	white      = css.RGBA{R: 255, G: 255, B: 255, A: 1}
	black      = css.RGBA{A: 1}
	darkCanvas = css.RGBA{R: 18, G: 18, B: 18, A: 1} // what Chromium paints behind a page with a dark color scheme
	linkColor  = css.RGBA{B: 238, A: 1}              // of a link that nothing colours (HTML, 15.3.4)
)

func transparent(c css.RGBA) bool { return c.A <= 0.1 }

// alike reports whether text of colour c looks like its background b: a
// contrast ratio (WCAG 2.1) below 1.12.
func alike(c, b css.RGBA) bool {
	over := mixed(c, b)
	return math.Abs(over.R-b.R)+math.Abs(over.G-b.G)+math.Abs(over.B-b.B) <= 60 && resembles(c, b, 1.12)
}

// resembles reports whether the contrast ratio of text of colour c and its background b is
// below a bound.
func resembles(c, b css.RGBA, bound float64) bool {
	x, y := mixed(c, b).Luminance(), b.Luminance()
	return (math.Max(x, y)+0.05)/(math.Min(x, y)+0.05) < bound
}

// mixed returns the colour that c gives on an opaque background b.
func mixed(c, b css.RGBA) css.RGBA {
	return css.RGBA{R: b.R + (c.R-b.R)*c.A, G: b.G + (c.G-b.G)*c.A, B: b.B + (c.B-b.B)*c.A, A: 1}
}

// certainty says how far a colour is known.
type certainty uint8

const (
	unknown certainty = iota
	likely            // something else may be painted over it, such as a picture
	certain
)

// elementColors is what the declarations of one element say about its colours, and what it
// has from those around it.
type elementColors struct {
	known   bool // the rest is set
	text    css.RGBA
	textIs  certainty // certain if it sets the colour of its text, likely if to one that isn't understood
	back    css.RGBA
	backSet bool
	backOdd bool // its background is an image or not understood
	link    bool // browsers colour it as a link
	current bool // its background has the colour of its text
	clipped bool // its background, or that of an element around it, fills its text
	drawn   bool // its text, or that around it, has a shadow, an outline or other colours by a filter
	dark    bool // its color scheme is dark

	settled  bool // the rest is set
	ink      css.RGBA
	inkIs    certainty
	behind   css.RGBA
	behindIs certainty
}

// colorsAt returns what the element at i of the path itself declares of its colours.
func (s *Checker) colorsAt(i int) *elementColors {
	for len(s.colors) <= i {
		s.colors = append(s.colors, elementColors{})
	}
	p := &s.colors[i]
	if p.known {
		return p
	}
	var c css.Style
	s.sheet.Compute(i, paints, &c)
	p.known = true
	p.text, p.textIs = ownColor(&c)
	p.clipped = strings.Contains(c.Get(css.BackgroundClip).Text, "text")
	shadow := c.Get(css.TextShadow)
	p.drawn = shadow.Form != css.Absent && !shadow.Is("none") && !shadow.Is("0") && !shadow.Is("0px")
	if e := c.Get(css.Filter).Effect; e != nil && e.Recolors {
		p.drawn = true
	}
	scheme := c.Get(css.ColorScheme).Text
	p.dark = strings.Contains(scheme, "dark") && !strings.Contains(scheme, "light")
	back := c.Get(css.BackgroundColor)
	if back.Form == css.Colored && !transparent(back.Color) {
		p.back, p.backSet = back.Color, true
	}
	p.link = isLink(s.node(i)) && !c.Has(css.Color)
	p.current = back.Is("currentcolor")
	p.backOdd = back.Form == css.Odd || c.Get(css.Background).Form == css.Odd
	return p
}

// ownColor returns the colour of the text that declarations set.
func ownColor(c *css.Style) (css.RGBA, certainty) {
	for _, p := range [...]css.Property{css.TextFill, css.Color} {
		switch v := c.Get(p); {
		case v.Form == css.Colored:
			return v.Color, certain
		case v.Form == css.Odd:
			return css.RGBA{}, likely
		case v.Is("initial"):
			return black, certain
		}
	}
	return css.RGBA{}, unknown
}

// settleColors makes known what colours the element at i of the path has, on the way down
// from where that is known. What is behind an element with a class or an id is not known where
// external sheets may say it.
func (s *Checker) settleColors(i int) *elementColors {
	s.colorsAt(i)
	j := i
	for j >= 0 && !s.colors[j].settled {
		j--
	}
	for j++; j <= i; j++ {
		s.inheritColors(j)
	}
	return &s.colors[i]
}

// inheritColors does so for one element, when that around it is settled.
func (s *Checker) inheritColors(i int) {
	p, n := s.colorsAt(i), s.node(i)
	p.settled = true
	external := s.external(n)
	up := &elementColors{behind: white, ink: black}
	if !external {
		up.behindIs, up.inkIs = certain, certain
	}
	switch {
	case i > 0:
		up = &s.colors[i-1]
	case p.dark:
		up.behind, up.ink = darkCanvas, white
	}
	p.clipped, p.drawn = p.clipped || up.clipped, p.drawn || up.drawn
	switch p.ink, p.inkIs = up.ink, up.inkIs; {
	case p.textIs == certain:
		p.ink, p.inkIs = p.text, certain
	case p.textIs == likely:
		p.inkIs = unknown
	case p.link:
		if p.ink = linkColor; external {
			p.inkIs = unknown
		}
	}
	if p.current && p.inkIs == certain {
		p.back, p.backSet = p.ink, true
	}
	p.behind, p.behindIs = up.behind, up.behindIs
	switch {
	case p.backSet && p.back.A > 0.9:
		if p.behind, p.behindIs = p.back, certain; p.backOdd {
			p.behindIs = likely
		}
	case p.backSet:
		p.behindIs = unknown
	case p.backOdd, p.dark && i > 0:
		p.behindIs = min(p.behindIs, likely)
	case external && hasHooks(n):
		p.behindIs = unknown
	}
}

// contrastReason says how the colours of the text of the element at i of the path hide it, and
// if they don't, by what they may. Text that nothing colours is black, a background that
// nothing colours is white; both are given up where external style sheets may say otherwise.
func (s *Checker) contrastReason(i int) (reason, doubt string) {
	p, n := s.settleColors(i), s.node(i)
	const faint = "colour of the background"
	switch text := p.ink; {
	case p.textIs == likely:
		return "", faint
	case p.textIs == unknown && !p.backSet && !p.backOdd && !p.current && !p.link, p.textIs == unknown && hasHooks(n) && s.external(n), p.inkIs != certain:
		return "", ""
	case transparent(text) && (p.clipped || p.drawn):
		return "", "transparent text"
	case transparent(text):
		return "transparent text", ""
	case p.behindIs == unknown || !resembles(text, p.behind, 1.3):
		return "", ""
	case p.behindIs == certain && alike(text, p.behind) && !p.clipped && !p.drawn && !s.hasBackdrop(i):
		return faint, ""
	case p.behindIs == certain || alike(text, p.behind):
		return "", faint
	}
	return "", ""
}

// isLink reports whether browsers colour n as a link.
func isLink(n *html.Node) bool { return n.Data == "a" && htmltree.Has(n, "href") }

// hasHooks reports whether n has a class or an id, by which other sheets may style it.
func hasHooks(n *html.Node) bool { return htmltree.Has(n, "class") || htmltree.Has(n, "id") }

// Bounds of the search for what may lie behind text.
const (
	maxBackdropDepth    = 8  // elements around it
	maxBackdropSiblings = 16 // of each of them
	maxBackdropNodes    = 32 // in each sibling
)

// hasBackdrop reports whether something else than the background of elements may be behind
// the text of the element at i of the path: a picture or a box without text that is beside the
// element or one around it, and is positioned or shares a grid with it, or a generated box.
func (s *Checker) hasBackdrop(i int) bool {
	for j := i; j > 0 && j > i-maxBackdropDepth && s.sheet.Spend(1); j-- {
		if s.sheet.MayPaintBox(j) {
			return true
		}
		if p := s.colorsAt(j); p.backSet && p.back.A > 0.9 {
			return false
		}
		if s.besidePicture(j) {
			return true
		}
	}
	return false
}

// besidePicture reports whether a sibling of the element at j of the path may lie behind it.
// The path, and what is known of its elements, stay.
func (s *Checker) besidePicture(j int) (found bool) {
	n, last, seen, empty := s.node(j), s.sheet.Last(), 0, []*html.Node{}
	for d := n.Parent.FirstChild; d != nil && seen < maxBackdropSiblings; d = d.NextSibling {
		if d != n && d.Type == html.ElementNode {
			if seen++; holdsNoText(d) {
				empty = append(empty, d)
			}
		}
	}
	if len(empty) == 0 || !s.sheet.Spend(len(s.heirs)) {
		return false
	}
	var around, own css.Style
	s.sheet.Compute(j-1, 1<<css.Display, &around)
	s.sheet.Compute(j, 1<<css.MarginTop, &own)
	overlaps := strings.HasSuffix(around.Get(css.Display).Text, "grid") || own.Get(css.MarginTop).N < 0
	colors, heirs := s.colors, s.heirs
	s.colors, s.heirs = slices.Clone(colors), slices.Clone(heirs)
	for _, d := range empty {
		var c css.Style
		k := s.enter(d)
		s.sheet.Compute(k, 1<<css.Position, &c)
		if p := s.colorsAt(k); (isOutOfFlow(&c) || overlaps) && (holdsPicture(d) || p.backSet || p.backOdd) {
			found = true
			break
		}
	}
	s.enter(last)
	s.colors, s.heirs = colors, heirs
	return found
}

// holdsNoText reports whether n is a picture or a box without text.
func holdsNoText(n *html.Node) bool {
	seen := 0
	for d := n.FirstChild; d != nil && !isPicture(n); d = htmltree.Next(d, n) {
		if seen++; seen > maxBackdropNodes || d.Type == html.TextNode && !blankText(d.Data) {
			return false
		}
	}
	return true
}

// external reports whether the page loads style sheets that are not known here: whether its
// head, or the top of its body, links to one.
func (s *Checker) external(n *html.Node) bool {
	if s.page.externalKnown {
		return s.page.external
	}
	s.page.externalKnown = true
	for n.Parent != nil && n.Data != "html" {
		n = n.Parent
	}
	for part := n.FirstChild; part != nil; part = part.NextSibling {
		if part.Data != "head" && part.Data != "body" {
			continue
		}
		seen := 0
		for c := part.FirstChild; c != nil && seen < 2000; c, seen = c.NextSibling, seen+1 {
			if c.Data == "link" && css.HasToken(css.Lower(htmltree.Attr(c, "rel")), "stylesheet") && css.ScreenMedia(htmltree.Attr(c, "media")) {
				s.page.external = true
				return true
			}
		}
	}
	return false
}
