package visibility

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Checker judges the elements of one page by its style rules. The zero Checker has no rules and
// judges by attributes and inline style. Add all style sheets before you ask about an element. A
// Checker caches results while it judges, so only one goroutine may use it. It serves one page after
// the other if Reset is called in between. It is fastest if you ask in document order.
//
// If Exceeded returns true after all elements were judged, elements that HiddenReason reported as
// visible may be hidden by a rule that was ignored.
type Checker struct {
	css.Sheet
	states []state // of the first elements of the path; the others are made on demand
	page   page

	asked   *html.Node // the element for which lookAt has set watched
	watched css.PropertySet
}

type page struct {
	notes     map[*html.Node]*notes
	isPartial bool // some element has a trait in notes.partial
	looked    int
	ofBody    traits // traits by which the body hides its text

	slots map[*html.Node]map[string]*html.Node // the slots of shadow trees, by name

	external, externalKnown bool

	controlled map[string]control // kind of control by the id of the element that it opens; nil before readPage
	streamed   bool               // the page has placeholders of React's streaming
	animates   bool               // scripts of a site builder move sections into view
	fading     int                // elements with opacity 0 in their style attribute
	sections   int                // headings, pictures and sections among these
	text       int                // bytes of text in the body
	counted    bool               // text is set
	steps      int                // nodes whose text was counted
}

// notes holds the results of reshown for an element that hides its text by some traits.
type notes struct {
	partial traits // traits that hide its own text, but not that of all descendants
	scanned traits // traits for which the descendants were searched
	shows   traits // traits that some descendant undoes
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

// AddPageStyles adds the style elements below root to s, see [css.Sheet.AddPage]. Ask s about
// elements below root only. It panics on a nil root.
func AddPageStyles(s *Checker, root *html.Node) {
	s.Watch = watch
	s.AddPage(root)
}

// Reset empties s for another page, see [css.Sheet.Reset].
func (s *Checker) Reset() {
	s.Sheet.Reset()
	*s = Checker{Sheet: s.Sheet, states: s.states[:0]}
}

// state holds the traits and colours of an element of the path.
type state struct {
	partial, scanned traits // as in notes, of the element and its ancestors

	known  traits // traits for which reason and from are set
	reason [numTraits]string
	from   [numTraits]int32 // the index of the element that decided, -1 for none

	colors  elementColors
	opacity float64 // cached result of remaining; 0: not computed yet
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
	s.Watch = watch // a Checker without style sheets needs it for style attributes
	i, kept := s.Enter(n)
	s.states = s.states[:min(kept, len(s.states))]
	return i
}

func (s *Checker) cut(k int) {
	s.Leave(k)
	s.states = s.states[:min(k, len(s.states))]
}

// HiddenReason returns why a reader can't see n and its descendants; "" means that they are
// visible or that n is not an element or text. The reasons are "not rendered" (elements that
// browsers don't show), "hidden", "aria-hidden", "popover", "spoken twin", "transparent
// text", "colour of the background" and those of table.go.
//
// Content that a reader opens or a script shows counts as visible here, and so does doubtful
// text, see [Checker.ConcealedReason].
//
// HiddenReason judges n itself; a walker calls it for each element on its way down and skips
// hidden ones. For most elements it only reads the attributes. It judges text nodes too, for
// ancestors that hide their own text while some of their descendants show theirs.
func (s *Checker) HiddenReason(n *html.Node) (reason string) {
	reason, shown := s.ConcealedReason(n)
	if shown {
		return ""
	}
	return reason
}

// ConcealedReason is like [Checker.HiddenReason], and also reports text that is kept though a reader
// may not see it. If shown is true, n is content, and reason says why it is concealed at first or may
// be hidden. Callers scan such text like hidden text. Elements within n are judged by calls of their
// own. If reason is empty, shown is false.
func (s *Checker) ConcealedReason(n *html.Node) (reason string, shown bool) {
	switch {
	case n.Type == html.TextNode && s.shadowed(n), n.Parent != nil && (n.Parent.DataAtom == atom.Progress || n.Parent.DataAtom == atom.Meter):
		return "not rendered", false
	case n.Type == html.TextNode && s.page.isPartial && n.Parent != nil && !blankText(n.Data):
		return s.inherited(n.Parent, true), false
	case n.Type != html.ElementNode:
		return "", false
	case unrendered(n), s.shadowed(n):
		if n.DataAtom == atom.Template && IsShadowTree(n) && shadowTree(n.Parent) != n {
			s.Exceed() // the nodes before it were judged without it
		}
		return "not rendered", false
	case n.Data == "html" || n.Data == "body":
		s.readRoot(n)
		return "", false
	}
	doubt := ""
	look := s.lookAt(n)
	if look.suspected != 0 || look.ariaHidden {
		reason, doubt = s.hidingReason(n, look)
		shown = reason != "" && s.isExempt(n, reason)
	}
	if (reason == "" || shown) && s.page.isPartial {
		if inherits := s.inherited(n, false); inherits != "" {
			return inherits, false
		}
	}
	switch {
	case reason != "":
		return reason, shown
	case isSpokenTwin(n):
		return "spoken twin", false
	case doubt != "":
		return doubt, true
	case look.closed, n.Data == "details" && !htmltree.Has(n, "open"):
		return "closed", true
	case n.Data == "object" && htmltree.Has(n, "data"): // the data replaces its content
		return "replaced content", true
	case s.page.ofBody != 0 && s.hiddenByBody(n):
		return "body", true
	}
	return "", false
}

type look struct {
	suspected  css.PropertySet // properties that may hide the element
	ariaHidden bool            // aria-hidden=true
	closed     bool            // hidden=until-found
}

func (s *Checker) lookAt(n *html.Node) (l look) {
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "hidden":
			l.closed = strings.EqualFold(a.Val, "until-found")
			l.suspected |= 1 << css.Display
		case "popover":
			l.suspected |= 1 << css.Display
		case "aria-hidden":
			l.ariaHidden = a.Namespace == "" && isTrue(a.Val)
		case "color":
			if n.Data == "font" {
				l.suspected |= 1 << css.Color
			}
		case "style":
			l.suspected |= s.InlineWatched(s.enter(n)) &^ textual
		}
	}
	if s.Watches() {
		s.asked, s.watched = n, s.Watched(s.enter(n))
		l.suspected |= s.watched &^ textual
	}
	return l
}

// hidingReason returns why the suspected declarations of n hide it or, if they don't, why they may.
func (s *Checker) hidingReason(n *html.Node, l look) (reason, doubt string) {
	seen := certain
	if l.ariaHidden {
		seen = s.seen(n) // it moves the path to another element
	}
	i := s.enter(n)
	c := s.Style(i)
	reason, doubt = judgeBox(n, c)
	moving := animated(c)
	switch {
	case reason != "":
		return reason, ""
	case c.Has(css.Opacity) && !moving.Has(css.Opacity) && !unfit(n, c).Has(css.Opacity) && s.remaining(i) <= leastOpacity:
		return "opacity", ""
	case c.Get(css.Filter).Effect != nil && c.Get(css.Filter).Effect.Blur >= leastBlur && !holdsPicture(n): // pages blur the preview of a picture until it is loaded
		return "filter", ""
	case seen == unknown:
		return "aria-hidden", ""
	case !c.Has(css.Display) && htmltree.Has(n, "popover"):
		return "popover", ""
	}
	if doubt == "" && seen == likely {
		doubt = "aria-hidden"
	}
	for k := range numTraits {
		if k == contrast && l.suspected&paints == 0 || k == indented && unfit(n, c).Has(css.Width) { // an inline element has no first line to indent
			continue
		}
		switch why, may, _ := s.ownTrait(i, k); {
		case may != "":
			doubt = may
		case why == "":
		case moving.Has(k.property()):
			doubt = why
		case s.reshown(i, k):
			s.page.isPartial = true
			s.notesOf(n).partial |= 1 << k
			s.at(i).partial |= 1 << k
			s.cut(i + 1)
		default:
			return why, ""
		}
	}
	return "", doubt
}

// maxSearched bounds the depth of a search, as html.Parse bounds that of the tree.
const maxSearched = 512

func holdsPicture(n *html.Node) bool {
	return isPicture(n) || htmltree.Find(n, maxSearched, func(d *html.Node) bool { return d.Type == html.ElementNode && isPicture(d) }) != nil
}

// If the body hides its text, a script mostly shows it later. So nothing is inherited from it, see
// Checker.settle, and text that no descendant shows again is doubtful.

// readRoot records by which traits n hides its text if it is the body. A tiny font of html makes
// fonts in rem tiny as well. The checker doesn't follow that, so readRoot reports the style sheets
// as exceeded.
func (s *Checker) readRoot(n *html.Node) {
	if s.Empty() && len(n.Attr) == 0 {
		return
	}
	i := s.enter(n)
	if n.Data == "html" {
		if why, may, _ := s.ownTrait(i, tinyFont); why != "" || may != "" {
			s.Exceed()
		}
		return
	}
	for k := range numTraits {
		if reason, _, _ := s.ownTrait(i, k); reason != "" {
			s.page.ofBody |= 1 << k
		}
	}
}

// hiddenByBody reports whether the body hides the text of n, and neither n nor an ancestor of n undoes that.
func (s *Checker) hiddenByBody(n *html.Node) bool {
	i := s.enter(n)
	for k := range numTraits {
		if s.page.ofBody.has(k) && s.settle(i, k).from[k] < 0 {
			return true
		}
	}
	return false
}

// unrendered reports whether browsers never render an element, regardless of its style.
func unrendered(n *html.Node) bool {
	switch {
	case n.Namespace == "svg":
		return css.HasToken("metadata title desc defs script style symbol", n.Data)
	case n.Data == "input":
		return strings.EqualFold(htmltree.Attr(n, "type"), "hidden")
	case n.Data == "dialog":
		return !htmltree.Has(n, "open")
	}
	switch n.Data {
	case "script", "style", "template", "head", "title", "meta", "link", "base", "param", "source", "track", "area",
		"noembed", "noframes", "iframe", "embed", "applet", "portal", "datalist", "rp", "audio", "video", "canvas",
		"annotation", "annotation-xml", "mphantom", "xml":
		return true
	}
	return false
}
