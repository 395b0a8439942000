package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

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
		s.inheritColors(j)
	}
	return &s.colors[i]
}

// inheritColors does so for one element, when that around it is settled.
func (s *Checker) inheritColors(i int) {
	p, n := s.colorsAt(i), s.node(i)
	external := s.external(n)
	up := &elementColors{behind: white, backdrop: !external, under: white, underKnown: !external}
	if i > 0 {
		up = &s.colors[i-1]
	}
	p.settled = true
	p.inheritEffects(up)
	if p.dark && n.Data == "html" {
		up.behind, up.ink, up.inkSet = darkCanvas, white, true
	}
	p.inheritInk(up, n, external)
	switch p.filteredBy = up.filteredBy; {
	case p.backOdd, p.backSet, n.Data == "body", n.Data == "html":
		p.filteredBy = 0
	case p.filter != "":
		p.filteredBy, p.filteredNext = int32(i)+1, up.filteredBy
	}
	p.inheritBackground(up, p.hooks && external)
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

// inheritInk makes known the colour of the text of n, whose colours are p, and a background
// of that colour.
func (p *elementColors) inheritInk(around *elementColors, n *html.Node, external bool) {
	if p.ink, p.inkSet, p.inkOdd = p.text, p.textSet, p.textOdd; !p.inkSet && !p.inkOdd {
		p.ink, p.inkSet, p.inkOdd = around.ink, around.inkSet, around.inkOdd
		if p.plainLink && isLink(n) {
			p.ink, p.inkSet, p.inkOdd = linkColor, !external, external
		}
	}
	if p.current && !p.inkOdd && (p.inkSet || !external) {
		p.back, p.backSet, p.backOdd = p.ink, true, false
		if !p.inkSet {
			p.back = css.RGBA{A: 1}
		}
	}
}

// inheritBackground makes known what is behind an element, which other sheets may say if
// it is styled outside.
func (p *elementColors) inheritBackground(around *elementColors, styledOutside bool) {
	switch {
	case p.backOdd:
	case p.backSet:
		p.behind, p.backdrop = p.back, p.back.A > 0.9
	case !styledOutside:
		p.behind, p.backdrop = around.behind, around.backdrop
	}
	switch p.under, p.underKnown = around.under, around.underKnown; {
	case p.backOdd && p.fallback.A > 0.9:
		p.under, p.underKnown = p.fallback, true
	case p.backSet:
		p.under, p.underKnown = p.behind, p.backdrop
	case !p.backOdd && styledOutside:
		p.underKnown = false
	}
}

// unknownColor reports whether a background names a colour that css.ParseColor
// doesn't know.
func unknownColor(value string) bool {
	return strings.Contains(value, "color") || strings.Contains(value, "var(") || strings.Contains(value, "lch(") || strings.Contains(value, "lab(")
}
