package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// ReadAttributes are the attributes that this package asks for by name, apart by
// spaces, besides those that a style sheet selects by: a parser must not leave them
// out.
const ReadAttributes = "aria-controls aria-hidden aria-label aria-labelledby background bgcolor checked class color data-animate data-animation data-aos " +
	"data-bs-target data-ng-cloak data-sal data-scroll-reveal data-sr-id data-target data-w-id data-wf-page data-wf-site dir disabled hidden href id lang " +
	"media ng-cloak ng-hide ng-if ng-show open popover rel role selected shadowrootmode slot style tabindex text type v-cloak v-if v-show x-cloak x-if x-show"

// isExempt reports whether a reader or a script is to show a hidden element, so that it is content.
func (s *Checker) isExempt(n *html.Node, reason string) bool {
	switch reason {
	case "transparent text", "colour of the background", "off-screen", "clip", "font-size", "text-security":
		return false
	case "aria-hidden":
		return s.isDisclosure(n) || s.wrapsPage(n)
	case "opacity", "visibility", "transform":
		if s.animated(n, reason) {
			return true
		}
	}
	// React moves a segment of its streamed rendering to its placeholder.
	streamed := n.Data == "div" && htmltree.Has(n, "hidden") && strings.HasPrefix(htmltree.Attr(n, "id"), "S:") && s.readPage(n).streamed
	isUndefined := s.AsksForDefined() && strings.IndexByte(n.Data, '-') > 0 && !isMenuOrDialog(n)
	return isUndefined || s.isNote(n) || streamed || s.isDisclosure(n) || cloaked(n) || s.wrapsPage(n)
}

// Words of names, divided by spaces.
const (
	scrollAttributes = "data-aos data-sal data-sr-id data-scroll-reveal data-animate data-animation data-w-id"
	scrollClasses    = "elementor-invisible wow et-waypoint et_animated animate-on-scroll scroll-reveal aos-init fadeInUp wpb_animate_when_almost_visible"
	// Parts that stay closed until a reader asks for them and are no content then: menus, dialogs, notices of consent.
	closedTags  = "nav form dialog menu select footer aside"
	closedRoles = "dialog alertdialog menu menubar menuitem navigation search tooltip listbox alert status toolbar tablist"
	closedNames = "cookie consent gdpr modal popup popover dialog lightbox drawer offcanvas tooltip menu nav dropdown search cart login signin newsletter subscribe toast"
	openedNames = "accordion collaps tab faq panel toggle expand spoiler answer disclosure"
)

// animated reports whether a script moves n into view when a reader scrolls to it.
func (s *Checker) animated(n *html.Node, reason string) bool {
	for i := range n.Attr {
		a := &n.Attr[i]
		isToken := func(class string) bool { return css.HasToken(scrollClasses, class) }
		if css.HasToken(scrollAttributes, a.Key) || a.Key == "class" && slices.ContainsFunc(strings.Fields(a.Val), isToken) {
			return true
		}
	}
	return reason == "opacity" && strings.Contains(htmltree.Attr(n, "style"), "opacity") && !isMenuOrDialog(n) && s.readPage(n).animates
}

// cloaked reports whether a framework takes the cloak off n when it starts, and
// nothing else of n decides whether it is shown.
func cloaked(n *html.Node) bool {
	cloak := false
	for i := range n.Attr {
		switch a := &n.Attr[i]; {
		case css.HasToken("v-cloak x-cloak ng-cloak data-ng-cloak", a.Key), a.Key == "class" && (css.HasToken(a.Val, "ng-cloak") || css.HasToken(a.Val, "v-cloak")):
			cloak = true
		case css.HasToken("x-show x-if v-show v-if ng-show ng-hide ng-if", a.Key):
			return false
		}
	}
	return cloak && !isMenuOrDialog(n)
}

// maxNoteElements bounds the elements in a part that are looked at for the first note.
const maxNoteElements = 8

// isNote reports whether n is a note or a list of such, which a page shows when a mark is
// pointed at: by its role (DPUB-ARIA 1.1) or type (EPUB 3), or since the link of a raised mark leads to it or into it.
func (s *Checker) isNote(n *html.Node) bool {
	switch {
	case css.HasToken("doc-footnote doc-endnote doc-endnotes note", htmltree.Attr(n, "role")), css.HasToken("footnote footnotes endnote endnotes rearnote rearnotes", htmltree.Attr(n, "epub:type")):
		return true
	case isMenuOrDialog(n):
		return false
	case s.opens(htmltree.Attr(n, "id"), n) == noted:
		return true
	}
	seen := 0
	for d := n.FirstChild; d != nil && seen < maxNoteElements; d = htmltree.Next(d, n) {
		if id := htmltree.Attr(d, "id"); id != "" && d.Type == html.ElementNode {
			if seen++; s.opens(id, n) == noted {
				return true
			}
		}
	}
	return false
}

func isMenuOrDialog(n *html.Node) bool {
	return css.HasToken(closedTags, n.Data) || css.HasToken(closedRoles, htmltree.Attr(n, "role")) ||
		hasWord(n.Data+" "+htmltree.Attr(n, "class")+" "+htmltree.Attr(n, "id"), closedNames)
}

// hasWord reports whether names, in any case, contain one of some words, which are apart by one space.
func hasWord(names, words string) bool {
	names = css.Lower(names)
	for word := range strings.SplitSeq(words, " ") {
		if strings.Contains(names, word) {
			return true
		}
	}
	return false
}

type control uint8

const (
	linked     control = 1 + iota // a link or a trigger names it
	controlled                    // aria-controls does
	noted                         // a raised mark does, as of a note
)

// opens returns what on the page of n opens the element with an id, 0 for nothing.
func (s *Checker) opens(id string, n *html.Node) control {
	if id == "" {
		return 0
	}
	return s.readPage(n).controlled[id]
}

// isDisclosure reports whether a reader can open n: a tab panel, a labelled region, what a control of the page names.
func (s *Checker) isDisclosure(n *html.Node) bool {
	switch htmltree.Attr(n, "role") {
	case "tabpanel":
		return true
	case "region":
		return htmltree.Has(n, "aria-labelledby") || htmltree.Has(n, "aria-label")
	}
	if n.Data == "header" || isMenuOrDialog(n) {
		return false
	}
	id := htmltree.Attr(n, "id")
	switch how := s.opens(id, n); {
	case how == controlled && s.isProse(n),
		how != 0 && hasWord(htmltree.Attr(n, "class")+" "+id, openedNames):
		return true
	}
	// Its parent may be what moves, if n is all there is in it.
	return css.IsElement(n.Parent) && htmltree.Has(n.Parent, "id") && alone(n) && !isMenuOrDialog(n.Parent) && s.opens(htmltree.Attr(n.Parent, "id"), n) == controlled && s.isProse(n)
}

// alone reports whether n has neither elements nor text beside it.
func alone(n *html.Node) bool {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c != n && (c.Type == html.ElementNode || c.Type == html.TextNode && !blankText(c.Data)) {
			return false
		}
	}
	return true
}

// maxPageNodes bounds the one walk over a page that looks for controls.
const maxPageNodes = 300_000

func (s *Checker) readPage(n *html.Node) *page {
	if s.page.controlled != nil {
		return &s.page
	}
	s.page.controlled = map[string]control{}
	root, seen := htmltree.Root(n), 0
	for d := root.FirstChild; d != nil && seen < maxPageNodes; d = htmltree.Next(d, root) {
		if seen++; d.Type == html.ElementNode {
			s.readControl(d)
		}
	}
	return &s.page
}

func (s *Checker) readControl(n *html.Node) {
	opens := func(ids string, how control) {
		for id := range strings.FieldsSeq(ids) {
			id = strings.TrimPrefix(id, "#")
			s.page.controlled[id] = max(s.page.controlled[id], how)
		}
	}
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "id":
			s.page.streamed = s.page.streamed || n.Data == "template" && (strings.HasPrefix(a.Val, "B:") || strings.HasPrefix(a.Val, "P:"))
		case "aria-controls":
			opens(a.Val, controlled)
		case "data-target", "data-bs-target":
			opens(a.Val, linked)
		case "href":
			switch {
			case len(a.Val) < 2 || a.Val[0] != '#':
			case n.Data == "a" && (isRaised(n) || css.HasToken(htmltree.Attr(n, "role"), "doc-noteref") || css.HasToken(htmltree.Attr(n, "class"), "noteref")):
				opens(a.Val, noted)
			default:
				opens(a.Val, linked)
			}
		case "data-wf-page", "data-wf-site":
			s.page.animates = true
		case "style":
			if !strings.Contains(a.Val, "opacity") {
				continue
			}
			var c css.Style
			css.Inline(a.Val, &c)
			if v := c.Get(css.Opacity); (v.Form == css.Varies || isAtMost(v, leastOpacity)) && !isMenuOrDialog(n) {
				if s.page.fading++; css.HasToken("img picture video section h1 h2 h3 h4 h5 h6", n.Data) {
					s.page.sections++
				}
				s.page.animates = s.page.animates || s.page.fading >= minFading && s.page.sections >= minSections
			}
		}
	}
}

func isRaised(n *html.Node) bool {
	first := n.FirstChild
	return n.Parent != nil && n.Parent.Data == "sup" || first != nil && first.Data == "sup" && first.NextSibling == nil
}

// Signs that scripts move the sections of a page into view: so many elements are
// transparent by their own style, so many of them headings, pictures or sections.
const (
	minFading   = 4
	minSections = 2
)

const (
	minPageText = 200       // bytes of text that a page has, at least, for a part of it to be its wrapper
	maxSteps    = 2_000_000 // nodes whose text is counted, for one page
)

// wrapsPage reports whether n holds most of the text of the page, and not as the
// menu or the dialog of it: pages hide themselves so until a script has run.
func (s *Checker) wrapsPage(n *html.Node) bool {
	if isMenuOrDialog(n) {
		return false
	}
	var t textCounts
	s.survey(n, &t, false)
	// n holds most of the text if there are less than enough bytes of it.
	enough := 10 * t.all / 6
	if enough <= minPageText || s.page.counted && s.page.text >= enough || !t.isProse() {
		return false
	}
	a := n
	for a.Data != "body" {
		if a = a.Parent; !css.IsElement(a) || a != n && isMenuOrDialog(a) && a.Data != "form" {
			return false
		}
	}
	if !s.page.counted {
		var all textCounts
		s.survey(a, &all, false)
		s.page.text, s.page.counted = all.all, true
	}
	return s.page.text > minPageText && enough > s.page.text && s.page.steps < maxSteps
}

type textCounts struct {
	all, linked int
	fields      int // to be filled in
}

// isProse reports whether a part is something to read, not a menu or a form.
func (t *textCounts) isProse() bool { return 2*t.linked <= t.all && 40*t.fields <= t.all }

func (s *Checker) isProse(n *html.Node) bool {
	var t textCounts
	s.survey(n, &t, false)
	return t.isProse()
}

func (s *Checker) survey(n *html.Node, t *textCounts, link bool) {
	for c := n.FirstChild; c != nil && s.page.steps < maxSteps; c = c.NextSibling {
		s.page.steps++
		switch {
		case c.Type == html.TextNode:
			size := len(strings.TrimSpace(c.Data))
			if t.all += size; link {
				t.linked += size
			}
		case c.Type != html.ElementNode || c.Data == "noscript" || unrendered(c):
		case c.Data == "select" || c.Data == "textarea" || c.Data == "input":
			t.fields++
		default:
			s.survey(c, t, link || c.Data == "a")
		}
	}
}
