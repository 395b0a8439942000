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
	darkCanvas = css.RGBA{R: 18, G: 18, B: 18, A: 1} // Chromium's canvas of a page with color-scheme: dark
	linkColor  = css.RGBA{B: 238, A: 1}              // default of links (HTML, 15.3.4)
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
	likely            // a picture or the like may be painted over it
	certain
)

type elementColors struct {
	known   bool      // the other fields are set, here and for all ancestors
	decides bool      // the element sets the colour of its text or its background
	ownText certainty // certain if the element sets the colour of its text, likely if to a value that isn't understood
	backSet bool
	backOdd bool // the background is an image, or a value that isn't understood
	covers  bool // the background is opaque
	// drawn: a background fills the letters (background-clip: text), or they have a shadow, an outline or a filter that
	// changes colours. The element or an ancestor says so.
	drawn bool

	text     css.RGBA
	textIs   certainty
	behind   css.RGBA
	behindIs certainty
}

// colorsAt returns the colours of the element at i of the path, with those that it inherits. The colour behind an element with a
// class or an id is unknown if external sheets may set it.
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
		*p = elementColors{text: up.text, textIs: up.textIs, behind: up.behind, behindIs: up.behindIs, drawn: up.drawn}
	case dark:
		*p = elementColors{text: white, behind: darkCanvas}
	default:
		*p = elementColors{text: black, behind: white}
	}
	if p.known = true; i == 0 && !external {
		p.textIs, p.behindIs = certain, certain
	}
	for _, property := range [...]css.Property{css.Color, css.TextFill} { // -webkit-text-fill-color wins
		switch v := c.Get(property); {
		case v.Form == css.Colored:
			p.text, p.textIs, p.ownText = v.Color, certain, certain
		case v.Form == css.Odd:
			p.textIs, p.ownText = unknown, likely
		case v.Is("initial"):
			p.text, p.textIs, p.ownText = black, certain, certain
		}
	}
	isLink := n.Data == "a" && htmltree.Has(n, "href") && !c.Has(css.Color) // browsers colour it
	switch {
	case !isLink || p.ownText != unknown:
	case external:
		p.textIs = unknown
	default:
		p.text = linkColor
	}
	p.drawn = p.drawn || strings.Contains(c.Get(css.BackgroundClip).Text, "text") || filter != nil && filter.Odd ||
		shadow.Form != css.Absent && !shadow.Is("none") && !shadow.Is("0") && !shadow.Is("0px")
	paint, isCurrent := back.Color, back.Is("currentcolor")
	p.backSet = back.Form == css.Colored && !transparent(paint)
	if isCurrent && p.textIs == certain {
		paint, p.backSet = p.text, true
	}
	p.backOdd = back.Form == css.Odd || c.Get(css.Background).Form == css.Odd
	p.covers = p.backSet && paint.A > 0.9
	p.decides = p.ownText != unknown || p.backSet || p.backOdd || isCurrent || isLink
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

// contrastReason returns why the colours of the element at i of the path hide its text and, if they
// don't, why they may. Text is black and the background white if no rule colours them, unless external
// style sheets may do so: then the colours are unknown.
func (s *Checker) contrastReason(i int) (reason, doubt string) {
	p, n := s.colorsAt(i), s.Node(i)
	const faint = "colour of the background"
	switch text := p.text; {
	case p.ownText == likely:
		return "", faint
	case !p.decides, p.ownText == unknown && hasHooks(n) && s.external(n), p.textIs != certain:
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

// Bounds of the search for a box behind text.
const (
	maxBackdropDepth    = 8  // ancestors
	maxBackdropSiblings = 16 // siblings of each ancestor
	maxBackdropNodes    = 32 // nodes in each sibling
)

// hasBackdrop reports whether something other than the backgrounds of ancestors may be behind the
// text of the element at i of the path. That is a generated box, or a sibling of the element or of an
// ancestor that holds a picture or no text and is out of the flow or in the same grid.
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
			// enter moves the path to d and back; the states of the elements on it are kept.
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
