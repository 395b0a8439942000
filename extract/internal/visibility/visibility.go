package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// HiddenByAttributes says why n and its descendants are invisible, judged by the name of the
// element, its attributes and its inline style; "" means visible. It is
// [Checker.HiddenReason] for a page without style sheets: where there is a Checker, ask
// that, since rules may undo what attributes hide, and since only a Checker knows
// the exceptions that depend on the rest of the page (wrappers, parts that a
// control opens). It keeps nothing; it is safe for concurrent use on a tree
// that isn't changed.
func HiddenByAttributes(n *html.Node) (reason string) { return (*Checker)(nil).HiddenReason(n) }

// HiddenReason says why a reader can't see n and its descendants; "" means that they
// are visible or that n is not an element or text. The reasons are: "not
// rendered" (elements that browsers don't show), "hidden", "aria-hidden",
// "popover", "display:none", "visibility", "content-visibility:hidden",
// "opacity", "filter", "zoom", "off-screen", "transform", "clip", "mask",
// "zero size", "replaced content", "covered", "z-index", "font-size", "text-indent", "letter-spacing",
// "text-security", "transparent text", "colour of the background", "closed" and those
// of maybehidden.go.
//
// What is hidden for the moment and is content all the same is visible here, see
// [Checker.ConcealedReason].
//
// HiddenReason looks at n itself; a walker asks for each element on its way down and
// skips what is hidden. The cost is a look at the attributes where nothing on n
// is suspicious. Text nodes are judged too: they are hidden when an ancestor
// hides its own text while some of its descendants show theirs.
func (s *Checker) HiddenReason(n *html.Node) (reason string) {
	reason, shown := s.ConcealedReason(n)
	if shown {
		return ""
	}
	return reason
}

// ConcealedReason is [Checker.HiddenReason] that also tells why what it lets pass is hidden at
// first: shown reports that a reader or a script of the page is expected to bring
// n to light, so that it is content, and reason says what conceals it until then.
// Such text deserves more distrust than what everybody sees. Within n the elements
// are judged for themselves. An empty reason is never shown.
func (s *Checker) ConcealedReason(n *html.Node) (reason string, shown bool) {
	if s.isCovered(n) {
		return "covered", false
	}
	if n.Type != html.ElementNode {
		if n.Type == html.TextNode && s.shadowed(n) {
			return "not rendered", false
		}
		if n.Type == html.TextNode && s != nil && len(s.page.partial) > 0 && n.Parent != nil {
			return s.inherited(n.Parent, true), false
		}
		return "", false
	}
	if unrendered(n) || s.shadowed(n) {
		return "not rendered", false
	}
	if n.Data == "html" || n.Data == "body" {
		s.readBody(n)
		return "", false
	}
	suspected, aria := s.suspectsOf(n)
	if suspected != 0 || aria {
		if s == nil {
			s = &Checker{alone: true}
		}
		var box css.Style
		reason = s.hidingReason(n, suspected, aria, &box)
		shown = reason != "" && s.isExempt(n, reason)
		if reason == "" && !s.alone {
			reason = s.maybeReason(s.enter(n), &box)
			shown = reason != ""
		}
	}
	if (reason == "" || shown) && s != nil && len(s.page.partial) > 0 {
		if inherits := s.inherited(n, false); inherits != "" {
			return inherits, false
		}
	}
	if reason == "" && opensLater(n) {
		return "closed", true
	}
	if reason == "" && n.Data == "object" && htmltree.Has(n, "data") { // which is shown in place of its content
		return maybeCovered, true
	}
	if reason == "" && s.isMaybeCovered(n) {
		return maybeCovered, true
	}
	if reason == "" && s != nil && s.page.ofBody != 0 && s.hiddenByBody(n) {
		return maybeFaint, true
	}
	return reason, shown
}

// opensLater reports whether some of n is shown when a reader asks for it, or searches for its words.
func opensLater(n *html.Node) bool {
	return n.Data == "details" && !htmltree.Has(n, "open") || strings.EqualFold(htmltree.Attr(n, "hidden"), "until-found")
}

// suspectsOf is the quick look at an element: which properties may hide it, and does the
// attribute for screen readers?
func (s *Checker) suspectsOf(n *html.Node) (suspected css.PropertySet, ariaHidden bool) {
	for i := range n.Attr {
		a := &n.Attr[i]
		switch a.Key {
		case "hidden":
			suspected |= 1 << css.Display
		case "popover":
			suspected |= 1 << css.Display
		case "aria-hidden":
			if a.Namespace == "" && strings.EqualFold(strings.TrimSpace(a.Val), "true") {
				ariaHidden = true
			}
		case "color":
			if n.Data == "font" {
				suspected |= 1 << css.Color
			}
		case "style":
			suspected |= inlineSuspects(a.Val)
		}
	}
	if s != nil && s.sheet.Watches() {
		suspected |= s.sheet.Watched(s.enter(n))
	}
	return suspected, ariaHidden
}

// inlineSuspects returns the declarations of an inline style that may hide, by
// themselves or through colours.
func inlineSuspects(style string) css.PropertySet {
	var c css.Style
	css.Inline(style, &c)
	return suspects(&c) | c.Set&(1<<css.Color|1<<css.TextFill|1<<css.BackgroundColor)
}

// hidingReason computes the style of n, as far as declarations are suspected, and says how
// it hides. It leaves the declarations of its box, those that have an effect, in c.
func (s *Checker) hidingReason(n *html.Node, suspected css.PropertySet, ariaHidden bool, c *css.Style) string {
	if suspected == 0 {
		return "aria-hidden"
	}
	i := s.enter(n)
	if box := withContext(suspected) &^ paints; box != 0 {
		s.sheet.Compute(i, box, c)
		s.scaleRem(c)
	}
	if reason := s.boxHides(i, c); reason != "" {
		return reason
	}
	switch {
	case ariaHidden:
		return "aria-hidden"
	case !c.Has(css.Display) && htmltree.Has(n, "popover"):
		return "popover"
	}
	return s.traitHides(i, suspected, c)
}

// boxHides says how the box of the element at i of the path, with the declarations c, hides
// all that is in it. It takes those that have no effect out of c.
func (s *Checker) boxHides(i int, c *css.Style) string {
	reason := boxReason(c)
	if (reason != "" || c.Has(css.BackfaceVisibility)) && s.dropUnfit(i, c) {
		reason = boxReason(c)
	}
	switch {
	case reason == "display:none" && c.Rank[css.Display] == 0:
		return "hidden"
	case reason != "":
		return reason
	case c.Has(css.Opacity) && fraction(c.Value[css.Opacity]) < 1 && s.fades(i, byOpacity):
		return "opacity"
	case (c.Has(css.Scale) || c.Has(css.Zoom) || strings.Contains(c.Get(css.Transform), "scale(")) && s.fades(i, byScale):
		return "transform"
	case c.Has(css.Filter) && s.filtersText(i, c.Value[css.Filter]):
		return "filter"
	case c.Has(css.ZIndex) && s.behindBackground(i):
		return "z-index"
	case c.Has(css.BackfaceVisibility) && s.showsBack(i, c):
		return "transform"
	case (c.Has(css.GridRows) || c.Has(css.GridColumns)) && s.emptyTrack(i, c), (c.Has(css.Flex) || c.Has(css.Contain)) && s.sizeless(i, c):
		return "zero size"
	}
	return ""
}

// traitHides says how the element at i of the path, with the declarations c of its box, hides
// its text by what is inherited, unless some of the text below shows again.
func (s *Checker) traitHides(i int, suspected css.PropertySet, c *css.Style) string {
	s.pale = false
	for k := range numTraits {
		reason := k.reason(c)
		if k == indented && reason != "" && s.isInlineBox(i, c) { // it has no line of its own
			continue
		}
		if k == contrast && suspected&(inks|css.Animations) != 0 {
			var own css.Style
			s.sheet.Compute(i, inks, &own)
			reason = s.contrastReason(i, &own)
		}
		switch {
		case reason == "":
		case s.reshown(i, k):
			s.notePartial(i, k)
		default:
			return reason
		}
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
		"noembed", "noframes", "iframe", "embed", "applet", "portal", "datalist", "rp", "audio", "video", "canvas",
		"progress", "meter", "annotation", "annotation-xml", "mphantom", "xml":
		return true
	case "input":
		return strings.EqualFold(htmltree.Attr(n, "type"), "hidden")
	case "dialog":
		return !htmltree.Has(n, "open")
	}
	return false
}
