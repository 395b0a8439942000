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

// reshown reports whether a descendant of n with text undoes what n hides.
func (s *Sheet) reshown(n *html.Node, k trait) bool {
	budget := maxBelow
	if s != nil {
		budget = min(budget, maxBelowAll-s.page.looked)
	}
	seen := 0
	found := false
	var c computed
	for d := range n.Descendants() {
		if seen++; seen > budget {
			break
		}
		if d.Type != html.ElementNode || len(d.Attr) == 0 && (s == nil || s.all.size == 0 && len(s.rules) == 0) {
			continue
		}
		s.compute(d, &c)
		if k == contrast {
			found = (c.has(color) || c.has(textFill) || c.has(backgroundColor) || c.has(background)) && hasText(d) && s.contrastReason(d, &c) == ""
		} else {
			found = k.undoes(&c) && hasText(d)
		}
		if found {
			break
		}
	}
	if s != nil {
		s.page.looked += seen
	}
	return found
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
	if s == nil || len(s.page.partial) == maxPartial {
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
	var own, c computed
	s.compute(n, &own)
	for k := trait(0); k < numTraits; k++ {
		reason := ""
		for a := n; element(a) && a.Data != "body"; a = a.Parent {
			s.compute(a, &c)
			if k == contrast {
				reason = s.contrastReason(n, &own)
				break
			}
			if reason = k.reason(&c); reason != "" || k.undoes(&c) {
				break
			}
		}
		if reason != "" && (ownText || !s.reshown(n, k)) {
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
