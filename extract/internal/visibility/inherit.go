package visibility

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// inheritedHiding is a way to hide text that descendants inherit and may undo.
type inheritedHiding uint8

const (
	invisible inheritedHiding = iota
	tinyFont
	indented
	squeezed
	secured
	adjusted
	contrast
	numTraits
)

// property returns the property that a descendant sets to undo the trait.
func (k inheritedHiding) property() css.Property {
	return [...]css.Property{invisible: css.Visibility, tinyFont: css.FontSize, indented: css.TextIndent, squeezed: css.LetterSpacing, secured: css.TextSecurity, adjusted: css.FontAdjust, contrast: css.Color}[k]
}

// reason says how the declarations hide by the trait, "" if they don't. That of
// contrast needs the ancestors: see contrastReason.
func (k inheritedHiding) reason(c *css.Style) string {
	if !c.Has(k.property()) || k == contrast {
		return ""
	}
	value := c.Value[k.property()]
	switch k {
	case invisible:
		if value == "hidden" || value == "collapse" {
			return "visibility"
		}
	case tinyFont:
		if l, ok := css.ParseLength(value); ok && tinyText(l) {
			return "font-size"
		}
	case indented:
		if l, ok := css.ParseLength(value); ok && far(l, 500) {
			return "text-indent"
		}
	case squeezed:
		if shifts(css.LetterSpacing, value) {
			return "letter-spacing"
		}
	case secured:
		if value != "none" {
			return "text-security"
		}
	case adjusted:
		if zeroAspect(value) {
			return "font-size"
		}
	}
	return ""
}

// zeroAspect reports whether a value of font-size-adjust leaves text no height.
func zeroAspect(value string) bool {
	l, ok := css.ParseLength(value[strings.LastIndexByte(value, ' ')+1:])
	return ok && l.N <= 0.05
}

// undoes reports whether a descendant's declarations show its text again.
func (k inheritedHiding) undoes(c *css.Style) bool {
	if !c.Has(k.property()) || k.reason(c) != "" {
		return false
	}
	value := c.Value[k.property()]
	switch value {
	case "inherit", "unset", "revert", "revert-layer":
		return false
	}
	if k == tinyFont { // a multiple of nothing is nothing
		l, ok := css.ParseLength(value)
		return ok && l.Unit != css.Ems && l.Unit != css.Percent || !ok && value != "smaller" && value != "larger"
	}
	return true
}

// inheritedHidings is a set of them.
type inheritedHidings uint8

func (t inheritedHidings) has(k inheritedHiding) bool { return t>>k&1 != 0 }

// inheritance is what an element on the path has of each trait, by its own
// declarations or from the element around it.
type inheritance struct {
	partial inheritedHidings // it stands in a part that hides its text by these, but not all of it
	scanned inheritedHidings // what shows its text again below it is known of these
	known   inheritedHidings // the rest is set for these
	reason  [numTraits]string
	from    [numTraits]int32 // the index of the element that decided, -1 for none
}

// inherits returns what is known of the element at i of the path.
func (s *Checker) inherits(i int) *inheritance {
	for k := len(s.heirs); k <= i; k++ {
		n := s.node(k)
		h := inheritance{partial: s.page.partial[n], scanned: s.page.scanned[n]}
		if k > 0 {
			h.partial |= s.heirs[k-1].partial
			h.scanned |= s.heirs[k-1].scanned
		}
		s.heirs = append(s.heirs, h)
	}
	return &s.heirs[i]
}

// settle makes known what the element at i of the path has of a trait, on the way
// down from where that is known.
func (s *Checker) settle(i int, k inheritedHiding) *inheritance {
	s.inherits(i)
	j := i
	for j >= 0 && !s.heirs[j].known.has(k) {
		j--
	}
	for j++; j <= i; j++ {
		s.decide(j, k)
	}
	return &s.heirs[i]
}

// decide does so for one element, whose parent is settled. Nothing is inherited
// from body or html, which a script shows.
func (s *Checker) decide(i int, k inheritedHiding) {
	n := s.node(i)
	h := &s.heirs[i]
	h.known |= 1 << k
	h.reason[k], h.from[k] = "", -1
	if n.Data == "body" || n.Data == "html" {
		return
	}
	if len(n.Attr) > 0 || !s.sheet.Empty() {
		s.sheet.Spend(1)
		if reason, decided := s.ownTrait(i, k); decided {
			h.reason[k], h.from[k] = reason, int32(i)
			return
		}
	}
	if i > 0 {
		up := &s.heirs[i-1]
		h.reason[k], h.from[k] = up.reason[k], up.from[k]
	}
}

// ownTrait says how the declarations of the element at i of the path hide its text
// by a trait, and whether they decide that.
func (s *Checker) ownTrait(i int, k inheritedHiding) (reason string, decided bool) {
	var c css.Style
	if k == contrast {
		s.sheet.Compute(i, inks, &c)
		if !c.Has(css.Color) && !c.Has(css.TextFill) && !c.Has(css.BackgroundColor) && !c.Has(css.Background) && !c.Has(css.Filter) && !isLink(s.node(i)) {
			return "", false
		}
		return s.contrastReason(i, &c), true
	}
	s.sheet.Compute(i, 1<<k.property(), &c)
	s.scaleRem(&c)
	reason = k.reason(&c)
	return reason, reason != "" || k.undoes(&c)
}

// maxLooked bounds the nodes that are looked at to find text that shows itself
// again, for one page. What is beyond is taken for hidden.
const maxLooked = 1_000_000

// reshown reports whether text below the element at i of the path undoes what hides
// that. A subtree is looked through once for each trait.
func (s *Checker) reshown(i int, k inheritedHiding) bool {
	if !s.inherits(i).scanned.has(k) {
		s.scan(i, k)
	}
	return s.page.shows[s.node(i)].has(k)
}

// scan notes all elements from that at i of the path on with text below them that
// undoes a trait, or with pictures that it doesn't touch.
func (s *Checker) scan(i int, k inheritedHiding) {
	n := s.node(i)
	put(&s.page.scanned, n, s.page.scanned[n]|1<<k)
	s.inherits(i).scanned |= 1 << k
	for d := n.FirstChild; d != nil && s.page.looked < maxLooked; d = htmltree.Next(d, n) {
		s.page.looked++
		switch {
		case d.Type == html.ElementNode:
			if at := s.enter(d); k != invisible && isPicture(d) {
				s.markShown(i, at+1, k)
			}
		case d.Type == html.TextNode && !blankText(d.Data):
			at := s.enter(d.Parent)
			if h := s.settle(at, k); h.reason[k] == "" && int(h.from[k]) > i {
				s.markShown(i, int(h.from[k]), k)
			}
		}
	}
	s.cut(i + 1)
}

// markShown notes that the element at from of the path undoes a trait, for those
// above it from the one at i on.
func (s *Checker) markShown(i, from int, k inheritedHiding) {
	for from--; from >= i; from-- {
		n := s.node(from)
		if s.page.shows[n].has(k) {
			return
		}
		put(&s.page.shows, n, s.page.shows[n]|1<<k)
	}
}

// isPicture reports whether n shows something that the size and the colour of text
// have no part in.
func isPicture(n *html.Node) bool {
	switch n.Data {
	case "img", "picture", "svg":
		return true
	}
	return false
}

func blankText(s string) bool {
	for i := 0; i < len(s); i++ {
		if !css.IsBlank(s[i]) {
			return false
		}
	}
	return true
}

// notePartial remembers that the element at i of the path hides its own text but
// not that of all its descendants.
func (s *Checker) notePartial(i int, k inheritedHiding) {
	if s.alone {
		return
	}
	put(&s.page.partial, s.node(i), s.page.partial[s.node(i)]|1<<k)
	s.inherits(i).partial |= 1 << k
	s.cut(i + 1)
}

// inherited says how n, inside of an element that is partly hidden, takes part
// in that; for its own text, or for all that is in it.
func (s *Checker) inherited(n *html.Node, ownText bool) string {
	i := s.enter(n)
	partial := s.inherits(i).partial
	for k := range numTraits {
		if !partial.has(k) {
			continue
		}
		if reason := s.settle(i, k).reason[k]; reason != "" && (ownText || !s.reshown(i, k)) {
			return reason
		}
	}
	return ""
}
