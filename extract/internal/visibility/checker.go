package visibility

import (
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// Checker judges the elements of one page by its style rules. The zero Checker
// has no rules and judges by attributes and inline style. Add all style
// sheets before the first question. A Checker keeps notes while it judges, so it
// serves one goroutine, and one page after the other with a Reset in between. It is
// fastest when it is asked in document order.
type Checker struct {
	sheet css.Sheet
	box   css.Style // of the element that is judged
	// Of the first elements of the path, made when they are asked for:
	heirs  []inheritance
	colors []elementColors
	left   []float64 // what opacity leaves of them, see fades
	page   page

	asked   *html.Node // the element that suspectsOf was asked for last
	watched css.PropertySet
}

type page struct {
	partial map[*html.Node]traits // elements that hide their own text, but not all below
	scanned map[*html.Node]traits // elements whose subtrees were looked through
	shows   map[*html.Node]traits // elements with text below them that shows itself again
	looked  int
	ofBody  traits // by which the body hides its text

	slots map[*html.Node]map[string]*html.Node // the slots of shadow trees, by their names

	external, externalKnown bool

	controlled map[string]control // by the ids of what controls open; nil until the page was read for them
	streamed   bool               // React placeholders exist
	animates   bool               // scripts of a site builder move sections into view
	fading     int                // elements that are transparent by their own style
	sections   int                // of these
	text       int                // bytes of text in the body
	counted    bool
	steps      int // nodes whose text was counted
}

// put sets a value in one of the maps of a page, which is made for the first: most pages
// need none of them.
func put[K comparable, V any](m *map[K]V, key K, value V) {
	if *m == nil {
		*m = map[K]V{}
	}
	(*m)[key] = value
}

// Add reads the text of a style sheet. Later sheets win over earlier ones, as in the
// document. Rules for other media than a desktop screen are left out, text that isn't CSS is
// skipped, and text beyond 64 MiB and rules beyond 60,000 that matter are ignored.
func (s *Checker) Add(text string) {
	s.sheet.Watch = watch
	s.sheet.Add(text)
}

// AddPageStyles adds the style elements below root to s, in document order, but for
// those whose media attribute or type excludes them. Rules that match no element
// below root are left out: s judges these elements alone. It panics on a nil
// root.
func AddPageStyles(s *Checker, root *html.Node) {
	s.sheet.Watch = watch
	s.sheet.AddPage(root)
}

// Exceeded reports whether style sheets of the page were too large, or too much
// work to match, for all of them to be taken into account: what HiddenReason says of
// elements that are not hidden by an attribute or by inline style is then not to
// be relied on. Ask it when all elements are judged.
func (s *Checker) Exceeded() bool { return s.sheet.Exceeded() }

// SetEnded sets a function that s calls about once in a millisecond of work. Once it returns
// true, no more rules are read or matched and Exceeded is true. Nil means that work never
// ends early. Reset forgets it.
func (s *Checker) SetEnded(ended func() bool) { s.sheet.SetEnded(ended) }

// Empty reports whether there are no rules.
func (s *Checker) Empty() bool { return s.sheet.Empty() }

// Reset empties s, for another page, in the memory that it has, unless that is a lot.
// Nothing of the page before is held on to.
func (s *Checker) Reset() {
	s.sheet.Reset()
	s.forget(0)
	*s = Checker{sheet: s.sheet, heirs: s.heirs, colors: s.colors, left: s.left}
}

// enter makes n the end of the path from the root down to the element that is judged,
// and returns its index.
func (s *Checker) enter(n *html.Node) int {
	i, kept := s.sheet.Enter(n)
	s.forget(kept)
	return i
}

func (s *Checker) cut(k int) {
	s.sheet.Leave(k)
	s.forget(k)
}

func (s *Checker) forget(k int) {
	s.heirs = s.heirs[:min(k, len(s.heirs))]
	s.colors = s.colors[:min(k, len(s.colors))]
	s.left = s.left[:min(k, len(s.left))]
}
