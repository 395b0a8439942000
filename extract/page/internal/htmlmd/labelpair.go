package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Specifications, hours and the like are often rows of a label and a value, each a
// block of its own:
//
//	<div><div>Weight</div><div>2 kg</div></div> <div><div>Width</div><div>20 cm</div></div>
//
// They are written on one line each, "Weight: 2 kg", for blocks one below the other
// don't show which value is that of which label. A label is one by its colon, or by
// another row beside it.

// The bytes that a label and its value have at most.
const (
	maxLabel = 40
	maxValue = 100
)

// labelled writes n if it is the label or the value of a row.
func (w *writer) labelled(n *html.Node) bool {
	label, value := rowOf(n.Parent)
	if label == nil {
		return false
	}
	colon := strings.HasSuffix(strings.TrimSpace(shortText(label, 2*maxLabel)), ":")
	if !colon && !isAmongRows(n.Parent, label) {
		return false
	}
	if n == label {
		w.flush()
		w.children(n)
		return true
	}
	if n != value {
		return false
	}
	if len(w.Items) > 0 && !w.pendingBreak {
		if !colon {
			w.withoutLeadingSpace(func() { w.writeText(":") })
		}
		w.pendingSpace = true
	}
	w.children(n)
	w.flush()
	return true
}

// rowOf returns the label and the value that are all of the division or item n, nil
// if it holds something else.
func rowOf(n *html.Node) (label, value *html.Node) {
	if n == nil || n.DataAtom != atom.Div && n.DataAtom != atom.Li {
		return nil, nil
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.CommentNode || c.Type == html.TextNode && isBlank(c.Data):
		case c.DataAtom != atom.Div && c.DataAtom != atom.P || value != nil:
			return nil, nil
		case label == nil:
			label = c
		default:
			value = c
		}
	}
	if value == nil || label.DataAtom != value.DataAtom || !isRowLabel(label) || !isRowValue(value) {
		return nil, nil
	}
	return label, value
}

// isRowLabel tells a few words that begin with a letter and end in one, a figure, a
// bracket or a colon.
func isRowLabel(n *html.Node) bool {
	text := strings.TrimSpace(shortText(n, 2*maxLabel))
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	return len(text) > 1 && len(text) <= maxLabel && unicode.IsLetter(first) && (isWordRune(last) || last == ')' || last == ':') && onlyText(n)
}

func isRowValue(n *html.Node) bool {
	text := strings.TrimSpace(shortText(n, 2*maxValue))
	return text != "" && len(text) <= maxValue && onlyText(n)
}

// isAmongRows reports whether a row like n, whose label is, stands beside it.
func isAmongRows(n, label *html.Node) bool {
	class := htmltree.Attr(n, "class")
	kind := htmltree.Attr(label, "class")
	for _, s := range [...]*html.Node{contentAfter(n), contentBefore(n)} {
		if s == nil || s.DataAtom != n.DataAtom {
			continue
		}
		if c := htmltree.Attr(s, "class"); c != class {
			continue
		}
		if l, _ := rowOf(s); l != nil {
			if k := htmltree.Attr(l, "class"); k == kind {
				return true
			}
		}
	}
	return false
}
