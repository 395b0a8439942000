package visibility

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Text with aria-hidden is seen: the attribute keeps it from being spoken, mostly because a
// twin says the same in other words, which is not seen:
//
//	<span class="sr-only">4 euros 20</span><span aria-hidden="true">4<sup>20</sup> €</span>
//
// So of two twins the seen one stays; the spoken one may be the aria-label of the element around it. Pages set the attribute on menus, dialogs and slides
// too that other style sheets or scripts hide, and on icons, whose text is the name of a sign.

// seen returns how certain it is that an element with aria-hidden, which no declaration
// hides, is text that a reader sees. It is certain for phrasing that is in a line of text or on a page whose style sheets are all known,
// and likely for other text if no external style sheet may hide it, or if it has a spoken twin.
func (s *Checker) seen(n *html.Node) certainty {
	if n.Namespace != "" || hasWord(htmltree.Attr(n, "class"), "icon material-symbols glyph") || isMenuOrDialog(n) || isControl(n) {
		return unknown
	}
	isTwin := func(other *html.Node) bool { return other != nil && isSpokenName(htmltree.Attr(other, "class")) }
	hasWords := htmltree.Find(n, maxSearched, isWords) != nil
	spoken := hasWords && htmltree.Attr(n.Parent, "aria-label") != "" && !isControl(n.Parent) || isTwin(neighbour(n, false)) || isTwin(neighbour(n, true))
	switch {
	case !hasWords && !spoken:
		return unknown
	case inlineElement(n.Data) && (!s.external(n) || standsInText(n)):
		return certain
	case !s.external(n), spoken:
		return likely
	}
	return unknown
}

// isWords reports whether n is text with a letter or a digit.
func isWords(n *html.Node) bool {
	return n.Type == html.TextNode && strings.ContainsFunc(n.Data, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

func isControl(n *html.Node) bool {
	return n.Data == "a" || n.Data == "button" || n.Data == "label" || htmltree.Has(n, "tabindex") || css.HasToken("button link tab checkbox switch", htmltree.Attr(n, "role"))
}

// isSpokenTwin reports whether the class of n says that it is for screen readers only, and an
// element beside it is its seen twin.
func isSpokenTwin(n *html.Node) bool {
	isSeen := func(other *html.Node) bool {
		return other != nil && isTrue(htmltree.Attr(other, "aria-hidden")) && hasText(other)
	}
	return isSpokenName(htmltree.Attr(n, "class")) && (isSeen(neighbour(n, false)) || isSeen(neighbour(n, true)))
}

func isTrue(value string) bool { return strings.EqualFold(strings.TrimSpace(value), "true") }

func isSpokenName(class string) bool {
	// These substrings rule out nearly all classes before the slower test of words.
	return (strings.IndexByte(class, 'y') >= 0 && (strings.Contains(class, "sr") || strings.Contains(class, "isual") || strings.Contains(class, "a11y")) ||
		strings.IndexByte(class, 's') >= 0 && (strings.Contains(class, "creen") || strings.Contains(class, "ssist"))) &&
		hasWord(class, "sr-only sronly sr_only offscreen off-screen visuallyhidden visually-hidden visually_hidden hidden-visually hidden_visually "+
			"screenreader screen-reader screen_reader a11y assistive")
}

// neighbour returns the element next to n, with no text between them; nil for none.
func neighbour(n *html.Node, after bool) *html.Node {
	for step := 0; step < 4; step++ {
		if after {
			n = n.NextSibling
		} else {
			n = n.PrevSibling
		}
		if n == nil || n.Type == html.TextNode && !blankText(n.Data) {
			return nil
		}
		if n.Type == html.ElementNode {
			return n
		}
	}
	return nil
}

func standsInText(n *html.Node) bool {
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if isWords(c) {
			return true
		}
	}
	return false
}

func hasText(n *html.Node) bool {
	return htmltree.Find(n, maxSearched, func(d *html.Node) bool { return d.Type == html.TextNode && !blankText(d.Data) }) != nil
}
