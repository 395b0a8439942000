package visibility

import (
	"strings"
	"unicode"
	"unicode/utf8"

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
// hides, is text that a reader sees. It is certain for phrasing that has a spoken twin or is
// in a line of text, and likely for other text if no external style sheet may hide it.
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
			return unknown // the twin is seen, too
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

// pieceOf reports whether a sign is a part of the seen text whose words are beside it.
func pieceOf(n *html.Node, after bool) bool {
	other := neighbour(n, after)
	return other != nil && isAriaHidden(other) && phrase(other) != ""
}

// joinsText reports whether n stands within a word, between letters or digits that touch it: nan<span aria-hidden=true>@</span>mill.
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

// isSpokenTwin reports whether the class of n says that it is for screen readers only, and an
// element beside it, or beside one that holds n alone, is its seen twin: it has aria-hidden, or the same words.
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

// IsSpokenName reports whether a class keeps an element for readers who hear the page.
func IsSpokenName(class string) bool {
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
		if c.Type == html.TextNode && phrase(c) != "" {
			return true
		}
	}
	return false
}

// maxPhrase bounds the bytes of text of twins that are compared.
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
