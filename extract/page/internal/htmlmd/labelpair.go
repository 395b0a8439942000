package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Specifications, hours and the like are often rows of a label and a value, each a block of its own:
//
//	<div><div>Weight</div><div>2 kg</div></div> <div><div>Width</div><div>20 cm</div></div>
//
// They are written on one line each, "Weight: 2 kg", for blocks one below the other don't show which value is that of
// which label. A label is one by its colon, or by another row beside it.

// The bytes that a label and its value have at most.
const (
	maxLabel = 40
	maxValue = 100
)

func (w *writer) labelled(n *html.Node) bool {
	label, value := rowOf(n.Parent)
	if label == nil || n != label && n != value {
		return false
	}
	colon := strings.HasSuffix(strings.TrimSpace(shortText(label, 2*maxLabel)), ":")
	if !colon && !isAmongRows(n.Parent, label) {
		return false
	}
	if n == label {
		w.flush()
	} else if len(w.Items) > 0 && !w.pendingBreak {
		if !colon {
			w.withoutLeadingSpace(func() { w.writeText(":") })
		}
		w.pendingSpace = true
	}
	w.children(n)
	if n == value {
		w.flush()
	}
	return true
}

// rowOf returns the label and the value that are all of the division or item n, nil if it holds something else.
func rowOf(n *html.Node) (label, value *html.Node) {
	if n == nil || n.DataAtom != atom.Div && n.DataAtom != atom.Li {
		return nil, nil
	}
	if label = nextContent(n.FirstChild); label == nil || label.DataAtom != atom.Div && label.DataAtom != atom.P {
		return nil, nil
	}
	if value = contentAfter(label); value == nil || value.DataAtom != label.DataAtom || contentAfter(value) != nil {
		return nil, nil
	}
	name := strings.TrimSpace(shortText(label, 2*maxLabel))
	first, _ := utf8.DecodeRuneInString(name)
	last, _ := utf8.DecodeLastRuneInString(name)
	if len(name) < 2 || len(name) > maxLabel || !unicode.IsLetter(first) || !isWordRune(last) && last != ')' && last != ':' || !onlyText(label) || !onlyText(value) {
		return nil, nil
	}
	if said := strings.TrimSpace(shortText(value, 2*maxValue)); said == "" || len(said) > maxValue {
		return nil, nil
	}
	return label, value
}

// isAmongRows reports whether a sibling next to n is a row with the same classes. label is the label of n.
func isAmongRows(n, label *html.Node) bool {
	for _, s := range [...]*html.Node{contentAfter(n), contentBefore(n)} {
		if s != nil && s.DataAtom == n.DataAtom && htmltree.Attr(s, "class") == htmltree.Attr(n, "class") {
			if l, _ := rowOf(s); l != nil && htmltree.Attr(l, "class") == htmltree.Attr(label, "class") {
				return true
			}
		}
	}
	return false
}
