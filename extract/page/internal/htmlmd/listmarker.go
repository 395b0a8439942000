package htmlmd

import (
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

// numberingOf is how an attribute of a list or of an item says that it is counted.
func numberingOf(n *html.Node) numbering {
	found := unsaid
	for i := range n.Attr {
		switch a := &n.Attr[i]; a.Key {
		case "type": // HTML, 4.4.5
			switch strings.TrimSpace(a.Val) {
			case "1":
				found = max(found, decimal)
			case "a":
				found = max(found, lowerLetters)
			case "A":
				found = max(found, upperLetters)
			case "i":
				found = max(found, lowerRoman)
			case "I":
				found = max(found, upperRoman)
			}
		case "style":
			if k := numberingOfStyle(a.Val); k != unsaid {
				return k
			}
		}
	}
	return found
}

// numberingOfStyle reads list-style-type, or the shorthand list-style, of declarations.
func numberingOfStyle(style string) numbering {
	_, rest, ok := strings.Cut(style, "list-style")
	if !ok {
		return unsaid
	}
	value, _, _ := strings.Cut(strings.TrimPrefix(rest, "-type"), ";")
	for word := range strings.FieldsSeq(strings.TrimLeft(value, ": ")) {
		switch strings.ToLower(word) {
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
	return unsaid
}

// isDecimal reports whether Markdown counts as a list does.
func (k numbering) isDecimal() bool { return k <= decimal }

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

// itemLabel is the label of an item in the list l, "" where Markdown writes its number, or where
// the text begins with it.
func (l *list) itemLabel(n *html.Node) string {
	k := l.numbering
	if own := numberingOf(n); own != unsaid && k != unsaid {
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
