package visibility

import (
	"math"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

const paints css.PropertySet = 1<<css.Color | 1<<css.TextFill | 1<<css.TextShadow | 1<<css.Background | 1<<css.BackgroundColor | 1<<css.BackgroundClip | 1<<css.ColorScheme

var (
	white      = css.RGBA{R: 255, G: 255, B: 255, A: 1}
	black      = css.RGBA{A: 1}
	darkCanvas = css.RGBA{R: 18, G: 18, B: 18, A: 1} // what Chromium paints behind a page with a dark color scheme
	linkColor  = css.RGBA{B: 238, A: 1}              // of a link that nothing colours (HTML, 15.3.4)
)

func transparent(c css.RGBA) bool { return c.A <= 0.1 }

// alike reports whether text of colour c looks like its background b.
func alike(c, b css.RGBA) bool {
	over := mixed(c, b)
	return math.Abs(over.R-b.R)+math.Abs(over.G-b.G)+math.Abs(over.B-b.B) <= 60 && resembles(c, b, 1.12)
}

// resembles reports whether the contrast ratio (WCAG 2.1) of text of colour c and its background b is below a bound.
func resembles(c, b css.RGBA, bound float64) bool {
	x, y := mixed(c, b).Luminance(), b.Luminance()
	return (max(x, y)+0.05)/(min(x, y)+0.05) < bound
}

func mixed(c, b css.RGBA) css.RGBA {
	return css.RGBA{R: b.R + (c.R-b.R)*c.A, G: b.G + (c.G-b.G)*c.A, B: b.B + (c.B-b.B)*c.A, A: 1}
}

type certainty uint8

const (
	unknown certainty = iota
	likely            // something else may be painted over it, such as a picture
	certain
)

type elementColors struct {
	known   bool      // the rest is set, here and in all elements around this one
	decides bool      // it sets the colour of its text or its background
	textIs  certainty // certain if it sets the colour of its text, likely if to one that isn't understood
	backSet bool
	backOdd bool // its background is an image or not understood
	covers  bool // its background hides what is behind it
	drawn   bool // its background, or that of an element around it, fills its text, or its text has a shadow, an outline or other colours by a filter

	ink      css.RGBA
	inkIs    certainty
	behind   css.RGBA
	behindIs certainty
}

// colorsAt returns the colours of the element at i of the path, of which some are inherited. The colour behind an element with a class
// or an id is unknown if external sheets may set it.
func (s *Checker) colorsAt(i int) *elementColors {
	p := &s.at(i).colors
	if p.known {
		return p
	}
	n, c := s.Node(i), s.Style(i)
	external := s.external(n)
	shadow, back, scheme, filter := c.Get(css.TextShadow), c.Get(css.BackgroundColor), c.Get(css.ColorScheme).Text, c.Get(css.Filter).Effect
	dark := strings.Contains(scheme, "dark") && !strings.Contains(scheme, "light")
	switch {
	case i > 0:
		up := s.colorsAt(i - 1)
		*p = elementColors{ink: up.ink, inkIs: up.inkIs, behind: up.behind, behindIs: up.behindIs, drawn: up.drawn}
	case dark:
		*p = elementColors{ink: white, behind: darkCanvas}
	default:
		*p = elementColors{ink: black, behind: white}
	}
	if p.known = true; i == 0 && !external {
		p.inkIs, p.behindIs = certain, certain
	}
	for _, property := range [...]css.Property{css.Color, css.TextFill} { // which wins
		switch v := c.Get(property); {
		case v.Form == css.Colored:
			p.ink, p.inkIs, p.textIs = v.Color, certain, certain
		case v.Form == css.Odd:
			p.inkIs, p.textIs = unknown, likely
		case v.Is("initial"):
			p.ink, p.inkIs, p.textIs = black, certain, certain
		}
	}
	isLink := n.Data == "a" && htmltree.Has(n, "href") && !c.Has(css.Color) // which browsers colour
	switch {
	case !isLink || p.textIs != unknown:
	case external:
		p.inkIs = unknown
	default:
		p.ink = linkColor
	}
	p.drawn = p.drawn || strings.Contains(c.Get(css.BackgroundClip).Text, "text") || filter != nil && filter.Odd ||
		shadow.Form != css.Absent && !shadow.Is("none") && !shadow.Is("0") && !shadow.Is("0px")
	paint, isCurrent := back.Color, back.Is("currentcolor")
	p.backSet = back.Form == css.Colored && !transparent(paint)
	if isCurrent && p.inkIs == certain {
		paint, p.backSet = p.ink, true
	}
	p.backOdd = back.Form == css.Odd || c.Get(css.Background).Form == css.Odd
	p.covers = p.backSet && paint.A > 0.9
	p.decides = p.textIs != unknown || p.backSet || p.backOdd || isCurrent || isLink
	switch {
	case p.covers && p.backOdd:
		p.behind, p.behindIs = paint, likely
	case p.covers:
		p.behind, p.behindIs = paint, certain
	case p.backSet, external && hasHooks(n) && !p.backOdd:
		p.behindIs = unknown
	case p.backOdd, dark && i > 0:
		p.behindIs = min(p.behindIs, likely)
	}
	return p
}

// contrastReason says how the colours of the text of the element at i of the path hide it, and
// if they don't, by what they may. Text that nothing colours is black, a background that
// nothing colours is white; both are given up where external style sheets may say otherwise.
func (s *Checker) contrastReason(i int) (reason, doubt string) {
	p, n := s.colorsAt(i), s.Node(i)
	const faint = "colour of the background"
	switch text := p.ink; {
	case p.textIs == likely:
		return "", faint
	case !p.decides, p.textIs == unknown && hasHooks(n) && s.external(n), p.inkIs != certain:
		return "", ""
	case transparent(text) && p.drawn:
		return "", "transparent text"
	case transparent(text):
		return "transparent text", ""
	case p.behindIs == unknown || !resembles(text, p.behind, 1.3):
		return "", ""
	case p.behindIs == certain && alike(text, p.behind) && !p.drawn && !s.hasBackdrop(i):
		return faint, ""
	case p.behindIs == certain || alike(text, p.behind):
		return "", faint
	}
	return "", ""
}

func hasHooks(n *html.Node) bool { return htmltree.Has(n, "class") || htmltree.Has(n, "id") }

// Bounds of the search for what may lie behind text.
const (
	maxBackdropDepth    = 8  // elements around it
	maxBackdropSiblings = 16 // of each of them
	maxBackdropNodes    = 32 // in each sibling
)

// hasBackdrop reports whether something else than the background of elements may be behind
// the text of the element at i of the path: a generated box, or a picture or a box without text
// that is beside the element or one around it, and is out of the flow or shares a grid with it.
func (s *Checker) hasBackdrop(i int) (found bool) {
	last, states := s.Last(), s.states
	for j := i; j > 0 && j > i-maxBackdropDepth && !found && s.Spend(1); j-- {
		if s.MayPaintBox(j) {
			return true
		}
		if states[j].colors.covers {
			break
		}
		n, seen := s.Node(j), 0
		for d := n.Parent.FirstChild; d != nil && seen < maxBackdropSiblings && !found; d = d.NextSibling {
			if d == n || d.Type != html.ElementNode {
				continue
			}
			if seen++; !holdsNoText(d) || !s.Spend(j) {
				continue
			}
			// The path leads to d for a while; the state of the elements on it is kept.
			s.states = slices.Clip(states[:j])
			k := s.enter(d)
			p := s.colorsAt(k)
			isBeside := isOutOfFlow(s.Style(k)) || strings.HasSuffix(s.Style(k-1).Get(css.Display).Text, "grid")
			found = isBeside && (p.backSet || p.backOdd || holdsPicture(d))
		}
		s.enter(last)
		s.states = states
	}
	return found
}

func holdsNoText(n *html.Node) bool {
	seen := 0
	for d := n.FirstChild; d != nil && !isPicture(n); d = htmltree.Next(d, n) {
		if seen++; seen > maxBackdropNodes || d.Type == html.TextNode && !blankText(d.Data) {
			return false
		}
	}
	return true
}

// external reports whether the head of the page, or the top of its body, links to a style sheet.
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
		for c := part.FirstChild; c != nil && seen < 2000 && !s.page.external; c, seen = c.NextSibling, seen+1 {
			s.page.external = c.Data == "link" && css.HasToken(css.Lower(htmltree.Attr(c, "rel")), "stylesheet") && css.ScreenMedia(htmltree.Attr(c, "media"))
		}
	}
	return s.page.external
}
