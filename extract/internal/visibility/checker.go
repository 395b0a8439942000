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
//
// If Exceeded reports true when all elements are judged, what HiddenReason says of those that
// are not hidden by an attribute or by inline style is not to be relied on.
type Checker struct {
	css.Sheet
	box    css.Style // of the element that is judged
	states []state   // of the first elements of the path, made when they are asked for
	page   page

	asked   *html.Node // the element that suspectsOf was asked for last
	watched css.PropertySet
}

type page struct {
	notes     map[*html.Node]*notes
	isPartial bool // one has a trait in partial
	looked    int
	ofBody    traits // by which the body hides its text

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

// notes hold the results of searching an element that hides by traits for text that shows itself again.
type notes struct {
	partial traits // they hide its own text, but not that of all its descendants
	scanned traits // the text below was searched for elements that undo these
	shows   traits // some of it shows itself again
}

func (s *Checker) notesOf(n *html.Node) *notes {
	if s.page.notes == nil {
		s.page.notes = map[*html.Node]*notes{}
	}
	if s.page.notes[n] == nil {
		s.page.notes[n] = new(notes)
	}
	return s.page.notes[n]
}

// Add reads the text of a style sheet, see [css.Sheet.Add].
func (s *Checker) Add(text string) {
	s.Watch = watch
	s.Sheet.Add(text)
}

// AddPageStyles adds the style elements below root to s, see [css.Sheet.AddPage]: s judges
// these elements alone. It panics on a nil root.
func AddPageStyles(s *Checker, root *html.Node) {
	s.Watch = watch
	s.AddPage(root)
}

// Reset empties s, for another page, in the memory that it has, unless that is a lot.
// Nothing of the page before is held on to.
func (s *Checker) Reset() {
	s.Sheet.Reset()
	*s = Checker{Sheet: s.Sheet, states: s.states[:0]}
}

// state holds the traits and colours of an element of the path.
type state struct {
	// Its own and those of the elements around it, see notes.
	partial, scanned traits

	known  traits // the rest is set for these
	reason [numTraits]string
	from   [numTraits]int32 // the index of the element that decided, -1 for none

	colors  elementColors
	opacity float64 // what opacity leaves of it, 0 if it is not known yet
}

func (s *Checker) at(i int) *state {
	for k := len(s.states); k <= i; k++ {
		var st state
		if k > 0 {
			st.partial, st.scanned = s.states[k-1].partial, s.states[k-1].scanned
		}
		if own := s.page.notes[s.Node(k)]; own != nil {
			st.partial, st.scanned = st.partial|own.partial, st.scanned|own.scanned
		}
		s.states = append(s.states, st)
	}
	return &s.states[i]
}

func (s *Checker) enter(n *html.Node) int {
	i, kept := s.Enter(n)
	s.states = s.states[:min(kept, len(s.states))]
	return i
}

func (s *Checker) cut(k int) {
	s.Leave(k)
	s.states = s.states[:min(k, len(s.states))]
}
