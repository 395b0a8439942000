package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// contrastReason says whether the text of the element at i of the path, whose own declarations of paints are c,
// looks like what is behind it. Text that nothing colours is black, a
// background that nothing colours is white; both are given up where external
// style sheets may say otherwise.
func (s *Checker) contrastReason(i int, c *css.Style) string {
	colored, n := c.Has(css.Color) || c.Has(css.TextFill), s.node(i)
	if !colored && !c.Has(css.BackgroundColor) && !c.Has(css.Filter) && !isLink(n) {
		return ""
	}
	if !colored && hasHooks(n) && s.external(n) { // they may colour it
		return ""
	}
	if p := s.colorState(i); !p.known {
		p.set(n, c)
	}
	text, ok := s.textColor(i, c)
	if !ok {
		return ""
	}
	p := s.settleColors(i)
	s.pale = p.clipped || !transparent(text) && (p.backdrop && resembles(text, p.behind, paleContrast) || !p.backdrop && p.underKnown && alike(text, p.under))
	if text, ok = s.filtered(i, text); !ok {
		return ""
	}
	switch {
	case !transparent(text) && !(p.backdrop && alike(text, p.behind)), p.clipped && p.paintsText, p.seen(p.shadow), p.seen(p.stroke):
		return ""
	case transparent(text):
		return "transparent text"
	case s.hasBackdrop(i, text), s.overSibling(i):
		return ""
	}
	return "colour of the background"
}

// inheritEffects makes known the scheme of p and what draws around its text; around is the
// element around it.
func (p *elementColors) inheritEffects(around *elementColors) {
	if p.clipped {
		p.paintsText = p.backOdd || p.backSet && !(around.backdrop && alike(p.back, around.behind))
	} else {
		p.clipped, p.paintsText = around.clipped, around.paintsText
	}
	p.shadow, p.stroke = effect(p.shadow, around.shadow), effect(p.stroke, around.stroke)
	switch p.scheme {
	case "", "inherit", "unset", "revert", "revert-layer":
		p.dark = around.dark
	default:
		p.dark = strings.Contains(p.scheme, "dark") && !strings.Contains(p.scheme, "light")
	}
	if p.dark && p.depends {
		p.textSet, p.textOdd, p.backSet, p.backOdd = false, true, false, true
	}
}

// effect returns the inherited value of text-shadow or -webkit-text-stroke, "" for none.
func effect(value, around string) string {
	switch value {
	case "", "inherit", "unset", "revert", "revert-layer":
		return around
	case "none", "initial":
		return ""
	}
	return value
}

// elementColors is what the declarations of one element say about its colours, and what it
// has from those around it.
type elementColors struct {
	known    bool // the rest is set
	hooks    bool // it has a class or an id, so that other sheets may style it
	textSet  bool
	textOdd  bool // its colour is not understood
	backSet  bool
	backOdd  bool // its background is an image or not understood
	text     css.RGBA
	back     css.RGBA
	fallback css.RGBA // the colour beside its picture

	scheme    string // its color-scheme, "" for that around it
	depends   bool   // its colours depend on the scheme
	clipped   bool   // its background, or that of an element around it, fills its text
	shadow    string // of its text, "" for none; once settled, with what it inherits
	stroke    string
	filter    string // its own filter, "" for none
	plainLink bool   // it sets no colour, not even that around it
	current   bool   // its background has the colour of its text

	settled bool // the rest is set
	// paintsText says of one that is clipped that the background shows.
	paintsText bool
	// filteredBy is the index of the innermost element, with it, whose filter changes its text but
	// not what is behind it; counted from 1, 0 for none. filteredNext is that around.
	filteredBy, filteredNext int32
	dark                     bool // its color scheme is dark
	inkSet                   bool // it or an element around it sets the colour of its text
	inkOdd                   bool
	backdrop                 bool // what is behind it is known
	ink                      css.RGBA
	behind                   css.RGBA
	// under is what is behind it where a picture is not seen, if that is known.
	under      css.RGBA
	underKnown bool
}

// colorState returns what is known of the colours of the element at i of the path.
func (s *Checker) colorState(i int) *elementColors {
	for len(s.colors) <= i {
		s.colors = append(s.colors, elementColors{})
	}
	return &s.colors[i]
}

// colorsAt returns the paint of the element at i of the path.
func (s *Checker) colorsAt(i int) *elementColors {
	p := s.colorState(i)
	if p.known {
		return p
	}
	var c css.Style
	s.sheet.Compute(i, inks, &c)
	p.set(s.node(i), &c)
	return p
}

// set takes over what the declarations c of n say.
func (p *elementColors) set(n *html.Node, c *css.Style) {
	p.known, p.hooks = true, hasHooks(n)
	p.scheme = c.Get(css.ColorScheme)
	p.depends = strings.Contains(c.Get(css.Color)+c.Get(css.TextFill)+c.Get(css.BackgroundColor), "light-dark(")
	p.shadow, p.stroke = c.Get(css.TextShadow), c.Get(css.TextStroke)
	if p.filter = c.Get(css.Filter); strings.IndexByte(p.filter, '(') < 0 {
		p.filter = ""
	}
	if strings.HasPrefix(p.stroke, "0") && !strings.HasPrefix(p.stroke, "0.") {
		p.stroke = "none"
	}
	p.clipped = strings.Contains(c.Get(css.BackgroundClip), "text") || strings.Contains(c.Get(css.Background), " text")
	p.text, p.textSet = ownColor(c)
	p.textOdd = p.text.A < 0
	p.plainLink = !c.Has(css.Color)
	if bg := c.Get(css.Background); strings.Contains(bg, "url(") || strings.Contains(bg, "gradient(") {
		p.backOdd = true
		p.fallback, _ = css.FirstColor(c.Get(css.BackgroundColor))
		if c.Get(css.BackgroundColor) == bg { // of the shorthand, which resets size and place
			color, ok := plainGradient(bg)
			p.back, p.backSet, p.backOdd = color, ok && color.A > 0, !ok
		}
	} else if p.current = c.Get(css.BackgroundColor) == "currentcolor"; p.current {
		p.backOdd = true
	} else if value := c.Get(css.BackgroundColor); value != "" {
		if v, ok := css.FirstColor(value); ok && !transparent(v) {
			p.back, p.backSet = v, true
		} else {
			p.backOdd = unknownColor(value)
		}
	}
}

// hasHooks reports whether n has a class or an id, by which other sheets may style it.
func hasHooks(n *html.Node) bool { return htmltree.Has(n, "class") || htmltree.Has(n, "id") }

// textColor finds the colour of the text of the element at i of the path.
func (s *Checker) textColor(i int, own *css.Style) (css.RGBA, bool) {
	if v, ok := ownColor(own); ok || v.A < 0 {
		p := s.settleColors(i)
		return v, ok && !(p.dark && p.depends)
	}
	if isLink(s.node(i)) && !own.Has(css.Color) {
		return linkColor, !s.external(s.node(i))
	}
	if i > 0 {
		if p := s.settleColors(i - 1); p.inkSet || p.inkOdd {
			return p.ink, p.inkSet
		}
	}
	return css.RGBA{A: 1}, !s.external(s.node(i))
}

// linkColor is that of a link that nothing colours (HTML, 15.3.4).
var linkColor = css.RGBA{B: 238, A: 1}

// isLink reports whether browsers colour n as a link.
func isLink(n *html.Node) bool { return n.Data == "a" && htmltree.Has(n, "href") }

// settleColors makes known what colours the element at i of the path has, on the
// way down from where that is known. What is behind an element with a class or an
// id is not known where external sheets may say it.
func (s *Checker) settleColors(i int) *elementColors {
	s.colorState(i)
	j := i
	for j >= 0 && !s.colors[j].settled {
		j--
	}
	for j++; j <= i; j++ {
		p := s.colorsAt(j)
		up := &elementColors{behind: white, backdrop: !s.external(s.node(j)), under: white, underKnown: !s.external(s.node(j))}
		if j > 0 {
			up = &s.colors[j-1]
		}
		p.settled = true
		p.inheritEffects(up)
		if p.dark && s.node(j).Data == "html" {
			up.behind, up.ink, up.inkSet = darkCanvas, white, true
		}
		if p.ink, p.inkSet, p.inkOdd = p.text, p.textSet, p.textOdd; !p.inkSet && !p.inkOdd {
			p.ink, p.inkSet, p.inkOdd = up.ink, up.inkSet, up.inkOdd
			if p.plainLink && isLink(s.node(j)) {
				p.ink, p.inkSet, p.inkOdd = linkColor, !s.external(s.node(j)), s.external(s.node(j))
			}
		}
		if p.current && !p.inkOdd && (p.inkSet || !s.external(s.node(j))) {
			p.back, p.backSet, p.backOdd = p.ink, true, false
			if !p.inkSet {
				p.back = css.RGBA{A: 1}
			}
		}
		switch p.filteredBy = up.filteredBy; {
		case p.backOdd, p.backSet, s.node(j).Data == "body", s.node(j).Data == "html":
			p.filteredBy = 0
		case p.filter != "":
			p.filteredBy, p.filteredNext = int32(j)+1, up.filteredBy
		}
		switch {
		case p.backOdd:
		case p.backSet:
			p.behind, p.backdrop = p.back, p.back.A > 0.9
		case p.hooks && s.external(s.node(j)):
		default:
			p.behind, p.backdrop = up.behind, up.backdrop
		}
		switch p.under, p.underKnown = up.under, up.underKnown; {
		case p.backOdd && p.fallback.A > 0.9:
			p.under, p.underKnown = p.fallback, true
		case p.backSet:
			p.under, p.underKnown = p.behind, p.backdrop
		case !p.backOdd && p.hooks && s.external(s.node(j)):
			p.underKnown = false
		}
	}
	return &s.colors[i]
}

// ownColor returns the colour that declarations set; a negative alpha says that
// they set one that is not understood.
func ownColor(c *css.Style) (css.RGBA, bool) {
	for _, p := range [...]css.Property{css.TextFill, css.Color} {
		switch value := c.Get(p); value {
		case "", "inherit", "unset", "revert", "revert-layer", "currentcolor":
		case "initial":
			return css.RGBA{A: 1}, true
		default:
			if v, ok := css.ParseColor(value); ok {
				return v, true
			}
			return css.RGBA{A: -1}, false
		}
	}
	return css.RGBA{}, false
}

// unknownColor reports whether a background names a colour that css.ParseColor
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
			if c.Data == "link" && css.HasToken(css.Lower(htmltree.Attr(c, "rel")), "stylesheet") && css.ScreenMedia(htmltree.Attr(c, "media")) {
				return true
			}
		}
	}
	return false
}
