package visibility

import (
	"strings"

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

// undoes reports whether a declaration of a descendant shows its text again. The declaration must not hide by itself.
func (k trait) undoes(v *css.Value) bool {
	switch {
	case v.Form == css.Absent || v.Keeps():
		return false
	case k != tinyFont:
		return true
	case v.Form == css.Number: // 2em of a tiny font is tiny
		return v.Unit != css.Ems && v.Unit != css.Percent
	}
	return !v.Is("smaller") && !v.Is("larger")
}

type traits uint8

func (t traits) has(k trait) bool { return t>>k&1 != 0 }

// settle returns the state of the element at i of the path, with the fields for trait k set.
func (s *Checker) settle(i int, k trait) *state {
	h, n := s.at(i), s.Node(i)
	if h.known.has(k) {
		return h
	}
	reason, from := "", int32(-1)
	if n.Data != "body" && n.Data != "html" { // a script shows a hidden html or body, so nothing is inherited from them
		if i > 0 {
			up := s.settle(i-1, k)
			reason, from = up.reason[k], up.from[k]
		}
		if len(n.Attr) > 0 || !s.Empty() {
			s.Spend(1)
			if own, _, decided := s.ownTrait(i, k); decided {
				reason, from = own, int32(i)
			}
		}
	}
	h.known |= 1 << k
	h.reason[k], h.from[k] = reason, from
	return h
}

// ownTrait returns why the element at i of the path itself hides its text by a trait, or why it may. decided is false if the
// element leaves the trait as it is inherited.
func (s *Checker) ownTrait(i int, k trait) (reason, doubt string, decided bool) {
	if k == contrast {
		reason, doubt = s.contrastReason(i)
		return reason, doubt, s.colorsAt(i).decides
	}
	c := s.Style(i)
	v, r := c.Get(k.property()), &traitRows[k]
	switch hides, doubts := r.judge(c, v); {
	case hides:
		return r.reason, "", true
	case doubts:
		doubt = r.reason
	}
	return "", doubt, k.undoes(v)
}

// maxLooked bounds the nodes that reshown visits on one page. Text beyond counts as hidden.
const maxLooked = 1_000_000

// reshown reports whether the element at i of the path, which a trait hides, has a descendant that is
// visible: text that undoes the trait, or a picture that the trait doesn't affect. It searches a subtree
// once for each trait.
func (s *Checker) reshown(i int, k trait) bool {
	n := s.Node(i)
	own, st := s.notesOf(n), s.at(i)
	if st.scanned.has(k) {
		return own.shows.has(k)
	}
	own.scanned |= 1 << k
	st.scanned |= 1 << k
	// show records for the ancestors that the element at from of the path shows text.
	show := func(from int) {
		for from--; from >= i; from-- {
			above := s.notesOf(s.Node(from))
			if above.shows.has(k) {
				break
			}
			above.shows |= 1 << k
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
	return own.shows.has(k)
}

// isPicture reports whether n is an element whose visibility doesn't depend on the size and colour of text.
func isPicture(n *html.Node) bool { return css.HasToken("img picture svg video canvas", n.Data) }

func blankText(s string) bool { return strings.TrimLeft(s, " \t\r\n\f") == "" }

// inherited returns why n is hidden if an ancestor is partly hidden. With ownText it judges the text of n alone, else all of n.
func (s *Checker) inherited(n *html.Node, ownText bool) string {
	i := s.enter(n)
	partial := s.at(i).partial
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

// remaining returns the product of the opacities of the element at i of the path and of its ancestors, without html and body. An
// ancestor that is invisible by its own opacity doesn't count: the walk enters it only if a script is expected to show it.
func (s *Checker) remaining(i int) float64 {
	st := s.at(i)
	if st.opacity > 0 {
		return st.opacity
	}
	rest := 1.0
	if n := s.Node(i); n.Data != "body" && n.Data != "html" {
		if i > 0 {
			rest = s.remaining(i - 1)
		}
		if s.Spend(1) {
			if v := s.Style(i).Get(css.Opacity); v.Form == css.Number && v.Fraction() > leastOpacity {
				rest *= min(v.Fraction(), 1)
			}
		}
	}
	st.opacity = rest
	return rest
}
