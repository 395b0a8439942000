package measure

import (
	_ "embed"
	"strings"
	"sync"

	"golang.org/x/net/html/atom"
)

// ElementKinds is a set of what an element is, by its tag, role and itemprop.
type ElementKinds uint64

// The kinds of elements that matter to the choice of content.
const (
	P ElementKinds = 1 << iota
	Li
	Cell // td, th
	Table
	Pre
	Blockquote
	Figure
	Figcaption
	Details
	Summary
	H1
	H2
	H3
	H456
	A
	Button
	Label
	Form
	Nav
	Header
	Footer
	Aside
	Main
	Article
	Section
	Dialog
	Definition // dl, dt, dd
	List       // ul, ol
	Div
	Inline
	Custom
	Noscript
	Address
	Time
	Folded // hidden until the reader opens a tab or an accordion
	Panel  // role=tabpanel or region
	Stream // a piece of streamed content that a script would move into place
	Body   // itemprop of the main text: articleBody, text, description
	Search
	Menu
	Status // role=alert, status
	Heading

	ElementKindCount = iota
)

// Headings are the elements that are headings, by their tag or role.
const Headings = H1 | H2 | H3 | H456 | Heading

type display uint8

const (
	block display = iota
	inline
	void    // nothing to read inside: img, input, hr
	nonText // something else than text inside: script, style, svg
)

// kindNames has a line for each of the kinds in the order of the constants: the tags, then the roles (WAI-ARIA 1.2) and the values
// of itemprop that make an element of it; and two lines for void elements and those without text.
//
//go:embed kinds.txt
var kindNames string

type vocabularyOfKinds struct {
	tags     map[atom.Atom]tagKind
	roles    map[string]ElementKinds
	itemprop map[string]ElementKinds
}

type tagKind struct {
	kinds   ElementKinds
	display display
}

var kindVocabulary = sync.OnceValue(func() vocabularyOfKinds {
	v := vocabularyOfKinds{map[atom.Atom]tagKind{}, map[string]ElementKinds{}, map[string]ElementKinds{}}
	kind := ElementKinds(1)
	for line := range strings.Lines(kindNames) {
		tags, roles, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "|")
		roles, props, _ := strings.Cut(roles, "|")
		of := tagKind{kind, block}
		switch kind {
		case Inline, A, Time:
			of.display = inline
		case 1 << ElementKindCount:
			of = tagKind{0, void}
		case 2 << ElementKindCount:
			of = tagKind{0, nonText}
		}
		for name := range strings.FieldsSeq(tags) {
			v.tags[atom.Lookup([]byte(name))] = of
		}
		for name := range strings.FieldsSeq(roles) {
			v.roles[name] = kind
		}
		for name := range strings.FieldsSeq(props) {
			v.itemprop[name] = kind
		}
		kind <<= 1
	}
	v.tags[0] = tagKind{Custom, block}
	return v
})
