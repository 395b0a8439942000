package visibility

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Text with aria-hidden is visible. The attribute keeps screen readers from reading it aloud, mostly
// because an invisible twin says the same in other words:
//
//	<span class="sr-only">4 euros 20</span><span aria-hidden="true">4<sup>20</sup> €</span>
//
// The visible twin stays. The spoken one may be the aria-label of the parent. Pages also set the
// attribute on menus, dialogs and slides that external style sheets or scripts hide, and on icons,
// whose text is the name of a sign.

// seen returns how certain it is that a reader sees an element with aria-hidden, which no declaration
// hides. It is certain for inline elements that have a spoken twin or are part of a line of text, and
// likely for other text if no external style sheet may hide it.
func (s *Checker) seen(n *html.Node) certainty {
	if n.Namespace != "" || hasWord(htmltree.Attr(n, "class"), "icon material-symbols glyph") || isMenuOrDialog(n) {
		return unknown
	}
	words := phrase(n)
	inline := inlineElement(n.Data)
	isPiece := words != "" || hasText(n) && (htmltree.Attr(n.Parent, "role") == "img" || pieceOf(n, false) || pieceOf(n, true))
	spoken := isPiece && htmltree.Attr(n.Parent, "aria-label") != "" && !isControl(n.Parent)
	for _, after := range [...]bool{false, true} {
		const most = 8 // pieces of a text, as in <b aria-hidden=true>$</b><b aria-hidden=true>12</b><b class=sr-only>12 dollars</b>
		other := neighbour(n, after)
		for piece := 0; isPiece && inline && other != nil && isAriaHidden(other) && piece < most; piece++ {
			other = neighbour(other, after)
		}
		switch {
		case other == nil:
		case IsSpokenName(htmltree.Attr(other, "class")) || !isAriaHidden(other) && phrase(other) != "" && css.HasToken("clip off-screen zero-size", strings.ReplaceAll(s.HiddenReason(other), " ", "-")):
			spoken = true
		case words != "" && phrase(other) == words && !isAriaHidden(other) && s.HiddenReason(other) == "":
			return unknown // the twin is visible, too
		}
	}
	switch {
	case n.Data == "rb" || n.Data == "ruby" || n.Data == "rt":
		return certain
	case isControl(n):
		return unknown
	}
	switch {
	case isCell(n), inline && (spoken || joinsText(n) || (isCell(n.Parent) || n.Parent.Data == "kbd") && alone(n)):
		return certain
	case words == "" && !spoken, strings.Contains(htmltree.Attr(n, "class"), "clone"):
		return unknown
	case inline && (!s.external(n) || standsInText(n)):
		return certain
	case !s.external(n), spoken:
		return likely
	}
	return unknown
}

// pieceOf reports whether a sign such as € is part of the visible text next to it.
func pieceOf(n *html.Node, after bool) bool {
	other := neighbour(n, after)
	return other != nil && isAriaHidden(other) && phrase(other) != ""
}

// joinsText reports whether letters or digits touch n on both sides: nan<span aria-hidden=true>@</span>mill.
func joinsText(n *html.Node) bool {
	before, after := n.PrevSibling, n.NextSibling
	if before == nil || after == nil || before.Type != html.TextNode || after.Type != html.TextNode {
		return false
	}
	last, _ := utf8.DecodeLastRuneInString(before.Data)
	first, _ := utf8.DecodeRuneInString(after.Data)
	isOfWord := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return isOfWord(last) && isOfWord(first)
}

func isCell(n *html.Node) bool { return n.Data == "td" || n.Data == "th" }

func isControl(n *html.Node) bool {
	return n.Data == "a" || n.Data == "button" || n.Data == "label" || htmltree.Has(n, "tabindex") || css.HasToken("button link tab checkbox switch", htmltree.Attr(n, "role"))
}

// isSpokenTwin reports whether the class of n is for screen readers only and a neighbour is its visible
// twin, which has aria-hidden or the same words. The neighbour may also be one of a parent that holds n
// alone.
func isSpokenTwin(n *html.Node) bool {
	if n.Parent == nil || !IsSpokenName(htmltree.Attr(n, "class")) {
		return false
	}
	words := phrase(n)
	isSeenTwin := func(other *html.Node) bool {
		return other != nil && (isAriaHidden(other) && hasText(other) || words != "" && len(words) < maxPhrase && phrase(other) == words)
	}
	beside := func(n *html.Node) bool { return isSeenTwin(neighbour(n, false)) || isSeenTwin(neighbour(n, true)) }
	return beside(n) || css.IsElement(n.Parent) && alone(n) && beside(n.Parent)
}

func isAriaHidden(n *html.Node) bool { return isTrue(htmltree.Attr(n, "aria-hidden")) }

func isTrue(value string) bool { return strings.EqualFold(strings.TrimSpace(value), "true") }

// IsSpokenName reports whether a class such as sr-only marks text for screen readers only.
func IsSpokenName(class string) bool {
	// Most classes lack these substrings, so that the slower test of words is skipped.
	return (strings.IndexByte(class, 'y') >= 0 && (strings.Contains(class, "sr") || strings.Contains(class, "isual") || strings.Contains(class, "a11y")) ||
		strings.IndexByte(class, 's') >= 0 && (strings.Contains(class, "creen") || strings.Contains(class, "ssist"))) &&
		hasWord(class, "sr-only sronly sr_only offscreen off-screen visuallyhidden visually-hidden visually_hidden hidden-visually hidden_visually "+
			"screenreader screen-reader screen_reader a11y assistive")
}

// neighbour returns the element next to n; nil if n has none or text separates the two.
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
		if c.Type == html.TextNode && phrase(c) != "" {
			return true
		}
	}
	return false
}

// maxPhrase bounds the text of twins that is compared, in bytes.
const maxPhrase = 200

func phrase(n *html.Node) string {
	var b strings.Builder
	add := func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}
	if n.Type == html.TextNode {
		return strings.Map(add, n.Data[:min(len(n.Data), maxPhrase)])
	}
	for d := n.FirstChild; d != nil && b.Len() < maxPhrase; d = htmltree.Next(d, n) {
		if d.Type == html.TextNode {
			b.WriteString(strings.Map(add, d.Data[:min(len(d.Data), maxPhrase)]))
		}
	}
	return b.String()
}

func hasText(n *html.Node) bool {
	return htmltree.Find(n, maxSearched, func(d *html.Node) bool { return d.Type == html.TextNode && !blankText(d.Data) }) != nil
}
