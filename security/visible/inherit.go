package visible

import "golang.org/x/net/html"

// trait is a way to hide text that descendants inherit and may undo.
type trait uint8

const (
	invisible trait = iota
	tinyFont
	indented
	squeezed
	secured
	contrast
	numTraits
)

// property returns the property that a descendant sets to undo the trait.
func (k trait) property() property {
	return [...]property{invisible: visibility, tinyFont: fontSize, indented: textIndent, squeezed: letterSpacing, secured: textSecurity, contrast: color}[k]
}

// reason says how the declarations hide by the trait, "" if they don't. That of
// contrast needs the ancestors: see contrastReason.
func (k trait) reason(c *computed) string {
	if !c.has(k.property()) || k == contrast {
		return ""
	}
	value := c.value[k.property()]
	switch k {
	case invisible:
		if value == "hidden" || value == "collapse" {
			return "visibility"
		}
	case tinyFont:
		if l, ok := parseLength(value); ok && l.tiny(2) {
			return "font-size"
		}
	case indented:
		if shifts(textIndent, value) {
			return "text-indent"
		}
	case squeezed:
		if shifts(letterSpacing, value) {
			return "letter-spacing"
		}
	case secured:
		if value != "none" {
			return "text-security"
		}
	}
	return ""
}

// undoes reports whether a descendant's declarations show its text again.
func (k trait) undoes(c *computed) bool {
	if !c.has(k.property()) || k.reason(c) != "" {
		return false
	}
	value := c.value[k.property()]
	switch value {
	case "inherit", "unset", "revert", "revert-layer":
		return false
	}
	if k == tinyFont { // a multiple of nothing is nothing
		l, ok := parseLength(value)
		return !ok || l.unit != ems && l.unit != percent
	}
	return true
}

// Limits of looking through subtrees and up.
const (
	maxPartial  = 64
	maxBelow    = 20_000  // nodes looked at for one element
	maxBelowAll = 400_000 // for one page
)

// reshown reports whether a descendant with text of the element at i of the
// path undoes what that hides.
func (s *Sheet) reshown(i int, k trait) (found bool) {
	n := s.path.nodes[i]
	budget := min(maxBelow, maxBelowAll-s.page.looked)
	seen := 0
	for d := n.FirstChild; d != nil && !found; d = following(d, n) {
		if seen++; seen > budget {
			break
		}
		if d.Type == html.ElementNode && (len(d.Attr) > 0 || len(s.rules) > 0) {
			found = s.undone(s.path.enter(d), k)
		}
	}
	s.page.looked += seen
	s.path.cut(i + 1)
	return found
}

// undone reports whether the element at i of the path has text and undoes a
// trait that it would inherit.
func (s *Sheet) undone(i int, k trait) bool {
	var c computed
	if k != contrast {
		s.compute(i, 1<<k.property(), &c)
		return k.undoes(&c) && hasText(s.path.nodes[i])
	}
	s.compute(i, paints, &c)
	return (c.has(color) || c.has(textFill) || c.has(backgroundColor) || c.has(background)) &&
		hasText(s.path.nodes[i]) && s.contrastReason(i, &c) == ""
}

// hasText reports whether anything but white space stands in n; it looks at a
// bounded number of nodes.
func hasText(n *html.Node) bool {
	seen := 0
	for d := range n.Descendants() {
		if d.Type == html.TextNode && !blankText(d.Data) {
			return true
		}
		if seen++; seen == 200 {
			return true
		}
	}
	return false
}

func blankText(s string) bool {
	for i := 0; i < len(s); i++ {
		if !blank(s[i]) {
			return false
		}
	}
	return true
}

// notePartial remembers an element that hides its own text but not all of its
// descendants.
func (s *Sheet) notePartial(n *html.Node) {
	if s.alone || len(s.page.partial) == maxPartial {
		return
	}
	for _, p := range s.page.partial {
		if p == n {
			return
		}
	}
	s.page.partial = append(s.page.partial, n)
}

// inherited says how n, inside of an element that is partly hidden, takes part
// in that; for its own text, or for all that is in it.
func (s *Sheet) inherited(n *html.Node, ownText bool) string {
	if !s.insidePartial(n) {
		return ""
	}
	i := s.path.enter(n)
	for k := trait(0); k < numTraits; k++ {
		if reason := s.inheritedTrait(i, k); reason != "" && (ownText || !s.reshown(i, k)) {
			return reason
		}
	}
	return ""
}

// inheritedTrait says how the element at i of the path hides by a trait, by
// itself or by inheriting it.
func (s *Sheet) inheritedTrait(i int, k trait) string {
	var c computed
	if k == contrast {
		if s.path.nodes[i].Data == "body" {
			return ""
		}
		s.compute(i, paints, &c)
		return s.contrastReason(i, &c)
	}
	for ; i >= 0 && s.path.nodes[i].Data != "body"; i-- {
		s.compute(i, 1<<k.property(), &c)
		if reason := k.reason(&c); reason != "" || k.undoes(&c) {
			return reason
		}
	}
	return ""
}

func (s *Sheet) insidePartial(n *html.Node) bool {
	for a := n; a != nil; a = a.Parent {
		for _, p := range s.page.partial {
			if a == p {
				return true
			}
		}
	}
	return false
}
