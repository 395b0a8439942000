package visibility

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// ReadAttributes lists the attributes that this package reads by name, separated by spaces. A
// parser must keep them, and those that the page's style sheets select by.
const ReadAttributes = "aria-controls aria-hidden aria-label aria-labelledby background bgcolor checked class color data-animate data-animation data-aos " +
	"data-bs-target data-ng-cloak data-sal data-scroll-reveal data-sr-id data-target data-w-id data-wf-page data-wf-site dir disabled hidden href id lang " +
	"media ng-cloak ng-hide ng-if ng-show open popover rel role selected shadowrootmode slot style tabindex text type v-cloak v-if v-show x-cloak x-if x-show"

// isExempt reports whether a hidden element is content because a reader can open it or a script shows it.
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

// Words of names, separated by spaces.
const (
	scrollAttributes = "data-aos data-sal data-sr-id data-scroll-reveal data-animate data-animation data-w-id"
	scrollClasses    = "elementor-invisible wow et-waypoint et_animated animate-on-scroll scroll-reveal aos-init fadeInUp wpb_animate_when_almost_visible"
	// Menus, dialogs and consent notices: a reader can open them, but they are not content.
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

// cloaked reports whether n has a cloak such as v-cloak, which a framework removes when it starts,
// and no condition such as v-if on which n is shown.
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

// maxNoteElements bounds the elements that isNote searches for the first note of a list.
const maxNoteElements = 8

// isNote reports whether n is a note or a list of notes, which a page shows when a reader points at a
// mark. Its role (DPUB-ARIA 1.1) or epub:type says so, or the link of a raised mark leads to it or into it.
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

// hasWord reports whether names contain one of the words, in any case. One space separates the words.
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
	linked     control = 1 + iota // a link or a trigger such as data-target names it
	controlled                    // aria-controls names it
	noted                         // the link of a raised mark names it
)

// opens returns the kind of control that opens the element with an id on the page of n, 0 for none.
func (s *Checker) opens(id string, n *html.Node) control {
	if id == "" {
		return 0
	}
	return s.readPage(n).controlled[id]
}

// isDisclosure reports whether a reader can open n: it is a tab panel, a labelled region, or named by a control of the page.
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
	// If n is alone in its parent, the control may name the parent.
	return css.IsElement(n.Parent) && htmltree.Has(n.Parent, "id") && alone(n) && !isMenuOrDialog(n.Parent) && s.opens(htmltree.Attr(n.Parent, "id"), n) == controlled && s.isProse(n)
}

// alone reports whether n has no sibling that is an element or text.
func alone(n *html.Node) bool {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if c != n && (c.Type == html.ElementNode || c.Type == html.TextNode && !blankText(c.Data)) {
			return false
		}
	}
	return true
}

// maxPageNodes bounds the walk of readPage, in nodes.
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

// Scripts move the sections of a page into view if at least minFading elements have opacity 0 in their
// style attribute, and minSections of them are headings, pictures or sections.
const (
	minFading   = 4
	minSections = 2
)

const (
	minPageText = 200       // least text of a page, in bytes, for a wrapper
	maxSteps    = 2_000_000 // most nodes whose text is counted, for one page
)

// wrapsPage reports whether n holds most of the text of the page and isn't a menu or dialog. Pages
// hide such a wrapper until a script has run.
func (s *Checker) wrapsPage(n *html.Node) bool {
	if isMenuOrDialog(n) {
		return false
	}
	var t textCounts
	s.survey(n, &t, false)
	// n holds most of the text if the page has fewer than enough bytes of it.
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
	fields      int // form fields
}

// isProse reports whether a part is text rather than a menu or a form.
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
