package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// contrastReason says how the colours of the text of the element at i of the path hide it,
// whose own declarations of paints are c; "" if they don't. Text that nothing colours is
// black, a background that nothing colours is white; both are given up where external
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
