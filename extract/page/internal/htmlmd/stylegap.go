package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Words that only style sets apart: neighbours of different classes, such that are
// put in places of their own, and code beside a link.

// isStyleGap reports whether n and the element right before it are apart to a reader
// though no space is between them: both begin and end with words, and a style puts
// one of them elsewhere, or their classes say that they are different things
// (`<span class=name>Kim H.</span><span class=role>Buyer</span>`). Pieces of a word,
// such as an initial, have one letter or classes without a meaning ("c3"), which a program numbers
// ("span1", "span2").
func isStyleGap(n *html.Node) bool {
	before := n.PrevSibling
	if before == nil || !spanOrLink(before) || !spanOrLink(n) || !wordsTouch(edgeRune(before, true), edgeRune(n, false)) {
		return false
	}
	if isPlaced(before) || isPlaced(n) {
		return true
	}
	const digits = "0123456789"
	a := strings.TrimRight(htmltree.Attr(before, "class"), digits)
	b := strings.TrimRight(htmltree.Attr(n, "class"), digits)
	text := shortText(before, 64)
	if edgeRune(before, true) == '.' && !strings.Contains(strings.TrimSpace(text), " ") {
		return false // the name of a module
	}
	if a != b && a != "" && b != "" && len(text) > 2 && unicode.IsLetter(edgeRune(before, true)) && unicode.IsDigit(edgeRune(n, false)) {
		return true // a label and a number
	}
	return a != b && tellsKind(a) && tellsKind(b) && len(text) > 1 && len(shortText(n, 3)) > 1
}

// tellsKind reports whether a class has a word of four letters or more.
func tellsKind(class string) bool {
	letters := 0
	for i := 0; i < len(class) && letters < 4; i++ {
		if letters++; !ascii.IsLetter(class[i]) {
			letters = 0
		}
	}
	return letters >= 4
}

// wordsTouch reports whether two characters would run two words into one: letters and
// digits of a script that sets its words apart, or the end of a sentence and a
// capital.
func wordsTouch(last, first rune) bool {
	if last == '.' || last == '!' || last == '?' {
		return unicode.IsUpper(first)
	}
	return isWordRune(last) && isWordRune(first) && !isUnspaced(last) && !isUnspaced(first)
}

// isUnspaced reports whether a character is of a script that sets no spaces between
// words.
func isUnspaced(r rune) bool {
	return isIdeographic(r) || unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isPlaced reports whether the style of an element gives it a place of its own.
func isPlaced(n *html.Node) bool {
	style := htmltree.Attr(n, "style")
	for style != "" {
		var d string
		d, style, _ = strings.Cut(style, ";")
		name, value, _ := strings.Cut(d, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(name) {
		case "display":
			return strings.HasPrefix(value, "block") || strings.HasPrefix(value, "flex") || strings.HasPrefix(value, "grid") || strings.HasPrefix(value, "table")
		case "position":
			return strings.HasPrefix(value, "absolute") || strings.HasPrefix(value, "fixed")
		case "left", "right", "top", "bottom":
			return value != "" && value != "0" && value != "auto"
		case "float":
			return value == "left" || value == "right"
		}
	}
	return false
}

// isWordGap reports whether a text and a phrase in a span with a class touch, the one
// right before the other: a small letter and a capital (`Lamp<span class=tagline>
// Light for all</span>`). A phrase has a space in it, which parts of names have not.
func isWordGap(before, n *html.Node) bool {
	if before == nil || before.Type == n.Type {
		return false
	}
	span, last, first := n, before, n
	if n.Type == html.TextNode {
		span = before
	}
	if class := htmltree.Attr(span, "class"); span.DataAtom != atom.Span || !tellsKind(class) {
		return false
	}
	return unicode.IsLower(edgeRune(last, true)) && unicode.IsUpper(edgeRune(first, false)) &&
		strings.Contains(strings.TrimSpace(shortText(span, 64)), " ")
}

// codeGap sets code apart from a link or other code right before it that it is no
// part of: a word of text and one of code, or two codes in different elements.
func (w *writer) codeGap(n *html.Node) {
	k := len(w.Items) - 1
	if w.fragment || k < 1 && (k < 0 || w.Items[k].Kind != mdinline.Code) || w.pendingSpace || w.pendingBreak || w.trimNext {
		return
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(shortText(n, 8)))
	switch w.Items[k].Kind {
	case mdinline.Code:
		w.pendingSpace = isWordRune(first) && !isCodeSpan(n.PrevSibling)
	case mdinline.LinkEnd:
		if it := &w.Items[k-1]; it.Kind == mdinline.Text {
			last, _ := utf8.DecodeLastRune(w.Text[it.Start:it.End])
			w.pendingSpace = isWordRune(first) && isWordRune(last)
		}
	}
}

func isCodeSpan(n *html.Node) bool {
	if n == nil {
		return false
	}
	switch n.DataAtom {
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		return true
	}
	return false
}

// isSpokenTwin reports whether an element that is only heard repeats the text beside it.
func isSpokenTwin(n *html.Node, class string) bool {
	if !wordList("heard only").inTokens(strings.ToLower(class)) {
		return false
	}
	const most = 200 // bytes
	text := squeezed(shortText(n, most))
	if text == "" || len(text) > most {
		return false
	}
	return squeezed(siblingText(n.PrevSibling, most)) == text || squeezed(siblingText(n.NextSibling, most)) == text
}

func siblingText(n *html.Node, most int) string {
	switch {
	case n == nil:
		return ""
	case n.Type == html.TextNode:
		return n.Data[:min(len(n.Data), most+1)]
	}
	return shortText(n, most)
}

// squeezed is a text without white space.
func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }
