package htmlmd

import (
	"cmp"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

// The items of a list that a page numbers with letters or Roman numerals are items of a list without
// numbers, each of which begins with its letter: Markdown counts in decimal, and the text of the
// page refers to "rule B".

// numbering is how the items of a list are counted.
type numbering uint8

const (
	unsaid numbering = iota
	decimal
	leadingZero
	lowerLetters
	upperLetters
	lowerRoman
	upperRoman
	lowerGreek
)

// numberingOf is how a list or an item says by its style or its type (HTML, 4.4.5) that it is counted.
func (w *writer) numberingOf(n *html.Node) numbering {
	if style := w.style(n); strings.Contains(style, "list-style") {
		for word := range strings.FieldsSeq(cmp.Or(declared(style, "list-style-type"), declared(style, "list-style"))) {
			switch word {
			case "decimal":
				return decimal
			case "decimal-leading-zero":
				return leadingZero
			case "lower-alpha", "lower-latin":
				return lowerLetters
			case "upper-alpha", "upper-latin":
				return upperLetters
			case "lower-roman":
				return lowerRoman
			case "upper-roman":
				return upperRoman
			case "lower-greek":
				return lowerGreek
			}
		}
	}
	switch strings.TrimSpace(htmltree.Attr(n, "type")) {
	case "1":
		return decimal
	case "a":
		return lowerLetters
	case "A":
		return upperLetters
	case "i":
		return lowerRoman
	case "I":
		return upperRoman
	}
	return unsaid
}

// label is what stands before an item.
func (k numbering) label(number int) string {
	const latin = "abcdefghijklmnopqrstuvwxyz"
	s := strconv.Itoa(number)
	switch k {
	case leadingZero:
		if number >= 0 && number < 10 {
			s = "0" + s
		}
	case lowerLetters:
		s = ordinal.Letters(number, latin)
	case upperLetters:
		s = strings.ToUpper(ordinal.Letters(number, latin))
	case lowerRoman:
		s = strings.ToLower(ordinal.Roman(number))
	case upperRoman:
		s = ordinal.Roman(number)
	case lowerGreek:
		s = ordinal.Letters(number, "αβγδεζηθικλμνξοπρστυφχψω")
	}
	return s + "."
}

// itemLabelOf is the label of an item in the list l, "" where Markdown writes its number, or where
// the text begins with it.
func (w *writer) itemLabelOf(n *html.Node, l *list) string {
	k := l.numbering
	if own := w.numberingOf(n); own != unsaid && k != unsaid {
		k = own
	}
	if l.ordered || k == unsaid {
		return ""
	}
	label := k.label(l.number)
	const most = 24 // bytes
	word, rest := cutToken(shownText(n, most))
	if strings.Trim(word, "().:") == strings.TrimSuffix(label, ".") && !isBlank(rest) && word != strings.Trim(word, "().:") {
		return ""
	}
	return label
}

// numbers reads the attributes of a list whose items are counted.
func (l *list) numbers(n *html.Node) {
	if htmltree.Has(n, "reversed") {
		l.step = -1
		l.number = 0
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Data == "li" {
				l.number++
			}
		}
	}
	if v, ok := number(n, "start"); ok {
		l.number = v
	}
}
