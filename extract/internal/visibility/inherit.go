package visibility

import (
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
	contrast
	numTraits
)

// property returns the property that a descendant sets to undo the trait.
func (k inheritedHiding) property() css.Property {
	return [...]css.Property{invisible: css.Visibility, tinyFont: css.FontSize, indented: css.TextIndent, squeezed: css.LetterSpacing, secured: css.TextSecurity, contrast: css.Color}[k]
}

// undoes reports whether a descendant's declaration, which doesn't hide, shows its text again.
func (k inheritedHiding) undoes(v *css.Value) bool {
	switch {
	case v.Form == css.Absent || v.Keeps():
		return false
	case k != tinyFont:
		return true
	case v.Form == css.Number: // a multiple of nothing is nothing
		return v.Unit != css.Ems && v.Unit != css.Percent
	}
	return !v.Is("smaller") && !v.Is("larger")
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
	if k == contrast {
		p := s.colorsAt(i)
		if p.textIs == unknown && !p.backSet && !p.backOdd && !p.current && !p.link {
			return "", false
		}
		reason, _ = s.contrastReason(i)
		return reason, true
	}
	var c css.Style
	s.sheet.Compute(i, 1<<k.property(), &c)
	v := c.Get(k.property())
	if traitRows[k].hides(v) {
		return traitRows[k].reason, true
	}
	return "", k.undoes(v)
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
	case "img", "picture", "svg", "video", "canvas":
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
