package measure

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// collapsedBy returns Folded if an attribute, hidden or style, hides an element until the
// reader or a script acts: a tab panel, a closed section. It returns Stream for a piece
// of streamed content that a script would move into place, and 0 for all else.
func collapsedBy(n *html.Node, a *html.Attribute) ElementKinds {
	if a.Key == "hidden" {
		if strings.HasPrefix(htmltree.Attr(n, "id"), "S:") {
			return Stream
		}
		return Folded
	}
	if i := strings.Index(a.Val, "display"); i >= 0 && strings.HasPrefix(strings.TrimLeft(a.Val[i+len("display"):], " :"), "none") {
		return Folded
	}
	return 0
}

// minRevealedWords is how many words a text has at least that counts as visible for its length alone.
// Labels for screen readers and hidden instructions to a model are shorter.
const minRevealedWords = 100

// isRevealedLater reports whether text that a reader can't see for this reason counts as visible. That
// is so for the body of an accordion or a tab, for a slide of a carousel and for an element that
// animates into view. Text hidden other than by display or the hidden attribute counts from
// minRevealedWords on: a page may hide its content behind a modal at first.
func (w *walker) isRevealedLater(n *html.Node, e int32, reason string) bool {
	switch reason {
	case "aria-hidden", "visibility", "zero size":
		return isLong(n) || w.isCollapsible(n, e) || reason == "aria-hidden" && (w.isCarouselSlide(n, e) || w.repeatsLink(n))
	case "display:none", "hidden":
		return w.isCollapsible(n, e)
	case "opacity":
		style := htmltree.Attr(n, "style") // one that a script moves into view is shifted as well as transparent
		return isLong(n) || strings.Contains(style, "transform:") && (strings.Contains(style, "translate") || strings.Contains(style, "matrix")) || w.isCollapsible(n, e)
	}
	return false
}

// isCollapsible reports whether n is the body of an accordion, an answer of a list of questions, or a
// tab panel: its role says so, or a short visible label stands before it and classes around say
// so, or isUnnamedCollapsible does. An element hidden within a collapsible one counts only if it
// holds all text of that one, or by isUnnamedCollapsible. Nothing counts in parts of the page such as
// nav, footer and form.
func (w *walker) isCollapsible(n *html.Node, e int32) bool {
	el := &w.Elements[e]
	if el.AnyKinds&(Nav|Header|Footer|Form|Dialog|Menu|Search|Aside) != 0 {
		return false
	}
	if el.Kinds&Panel != 0 {
		return true
	}
	if el.AnyKinds&Folded != 0 {
		return el.Parent >= 0 && w.Elements[el.Parent].Kinds&Folded != 0 && holdsAllText(n) || w.isUnnamedCollapsible(n, el)
	}
	if _, class := w.Near(e); class&(ClassFold|ClassTab|ClassQuestion) != 0 && w.hasVisibleLabel(n, class&ClassTab != 0) {
		return true
	}
	return w.isUnnamedCollapsible(n, el)
}

// maxLabelWords bounds the words of the label of a collapsible element.
const maxLabelWords = 30

// maxPassedPanes bounds the panes between a pane and its label.
const maxPassedPanes = 12

// hasVisibleLabel reports whether a short visible text is directly before n or before its
// parent. If n is one of several panes, other panes may be in between.
func (w *walker) hasVisibleLabel(n *html.Node, pane bool) bool {
	for range 2 { // n, then its parent
		for s, hop := previousElement(n), 0; s != nil && hop < maxPassedPanes; s, hop = previousElement(s), hop+1 {
			if words := countWords(s, maxLabelWords).words; words > 0 && words < maxLabelWords && w.sheet.HiddenReason(s) == "" {
				return true
			}
			if !pane {
				return false
			}
		}
		if n = n.Parent; n == nil {
			return false
		}
	}
	return false
}

func isLong(n *html.Node) bool { return countWords(n, minRevealedWords).words >= minRevealedWords }

// subtreeCounts counts what is in an element.
type subtreeCounts struct{ words, linked, fields, nodes int }

// maxCountedNodes bounds the nodes that are counted.
const maxCountedNodes = 1000

// countWords counts what is below n, until there are enough words.
func countWords(n *html.Node, enough int) (t subtreeCounts) {
	t.count(n, false, enough)
	return t
}

func (t *subtreeCounts) count(n *html.Node, link bool, enough int) {
	for c := n.FirstChild; c != nil && t.nodes < maxCountedNodes && t.words < enough; c = c.NextSibling {
		t.nodes++
		switch {
		case c.Type == html.TextNode:
			for range strings.FieldsSeq(c.Data) {
				if t.words++; link {
					t.linked++
				}
			}
		case c.DataAtom == atom.Script || c.DataAtom == atom.Style || c.DataAtom == atom.Template:
		case c.DataAtom == atom.Input || c.DataAtom == atom.Select || c.DataAtom == atom.Textarea:
			t.fields++
		default:
			t.count(c, link || c.DataAtom == atom.A, enough)
		}
	}
}
