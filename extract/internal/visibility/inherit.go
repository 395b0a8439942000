package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

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

func (k trait) property() css.Property {
	return [...]css.Property{invisible: css.Visibility, tinyFont: css.FontSize, indented: css.TextIndent, squeezed: css.LetterSpacing, secured: css.TextSecurity, contrast: css.Color}[k]
}

// undoes reports whether a descendant's declaration, which doesn't hide, shows its text again.
func (k trait) undoes(v *css.Value) bool {
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

type traits uint8

func (t traits) has(k trait) bool { return t>>k&1 != 0 }

// inheritance holds the traits of an element on the path, by its own declarations or from
// the elements around it.
type inheritance struct {
	partial traits // it, or an element around it, hides its own text by these, but not that of all its descendants
	scanned traits // the text below was searched for elements that undo these
	known   traits // the rest is set for these
	reason  [numTraits]string
	from    [numTraits]int32 // the index of the element that decided, -1 for none
}

func (s *Checker) inherits(i int) *inheritance {
	for k := len(s.heirs); k <= i; k++ {
		n := s.sheet.Node(k)
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
func (s *Checker) settle(i int, k trait) *inheritance {
	s.inherits(i)
	j := i
	for j >= 0 && !s.heirs[j].known.has(k) {
		j--
	}
	for j++; j <= i; j++ {
		n, h := s.sheet.Node(j), &s.heirs[j]
		h.known |= 1 << k
		h.reason[k], h.from[k] = "", -1
		if n.Data == "body" || n.Data == "html" {
			continue // nothing is inherited from body or html, which a script shows
		}
		if j > 0 {
			h.reason[k], h.from[k] = s.heirs[j-1].reason[k], s.heirs[j-1].from[k]
		}
		if len(n.Attr) > 0 || !s.sheet.Empty() {
			s.sheet.Spend(1)
			if reason, decided := s.ownTrait(j, k); decided {
				h.reason[k], h.from[k] = reason, int32(j)
			}
		}
	}
	return &s.heirs[i]
}

// ownTrait says how the declarations of the element at i of the path hide its text
// by a trait, and whether they decide that.
func (s *Checker) ownTrait(i int, k trait) (reason string, decided bool) {
	if k == contrast {
		if !s.colorsAt(i).decides() {
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
// that, or a picture does that the trait doesn't touch. A subtree is looked through once for
// each trait.
func (s *Checker) reshown(i int, k trait) bool {
	n := s.sheet.Node(i)
	if s.inherits(i).scanned.has(k) {
		return s.page.shows[n].has(k)
	}
	put(&s.page.scanned, n, s.page.scanned[n]|1<<k)
	s.heirs[i].scanned |= 1 << k
	// show notes that the element at from of the path shows text, for those above it.
	show := func(from int) {
		for from--; from >= i && !s.page.shows[s.sheet.Node(from)].has(k); from-- {
			put(&s.page.shows, s.sheet.Node(from), s.page.shows[s.sheet.Node(from)]|1<<k)
		}
	}
	for d := n.FirstChild; d != nil && s.page.looked < maxLooked; d = htmltree.Next(d, n) {
		s.page.looked++
		switch {
		case d.Type == html.ElementNode:
			if at := s.enter(d); k != invisible && isPicture(d) {
				show(at + 1)
			}
		case d.Type == html.TextNode && !blankText(d.Data):
			at := s.enter(d.Parent)
			if h := s.settle(at, k); h.reason[k] == "" && int(h.from[k]) > i {
				show(int(h.from[k]))
			}
		}
	}
	s.cut(i + 1)
	return s.page.shows[n].has(k)
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
func (s *Checker) notePartial(i int, k trait) {
	n := s.sheet.Node(i)
	put(&s.page.partial, n, s.page.partial[n]|1<<k)
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

// fades reports whether the element at i of the path is invisible by the product of its own opacity and
// those of the elements around it. html and body don't count. An element that is invisible by its
// own opacity doesn't count either: it was judged before, and the walk only goes into it if a script is
// expected to show it. s.left keeps the product at each element of the path.
func (s *Checker) fades(i int) bool {
	for k := len(s.left); k <= i; k++ {
		rest := 1.0
		if n := s.sheet.Node(k); n.Data != "body" && n.Data != "html" {
			if k > 0 {
				rest = s.left[k-1]
			}
			if s.sheet.Spend(1) {
				var c css.Style
				s.sheet.Compute(k, 1<<css.Opacity, &c)
				if v := c.Get(css.Opacity); v.Form == css.Number && v.Fraction() > leastOpacity {
					rest *= min(v.Fraction(), 1)
				}
			}
		}
		s.left = append(s.left, rest)
	}
	return s.left[i] <= leastOpacity
}
