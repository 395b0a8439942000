package htmlmd

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// dashList is where the lines of the paragraph at hand begin that are a list drawn
// with signs: two or more to its end that <br> parts and that begin with a dash or a
// bullet and a space. The lines before it stay a paragraph. It is -1 for none.
func (w *writer) dashList() int {
	if w.fragment || w.cell > 0 || w.heading > 0 || w.container().isList || w.tooDeep() {
		return -1
	}
	first, lines, depth := -1, 0, 0
	for i, line := 0, true; i < len(w.Items); i++ {
		it := &w.Items[i]
		if line && w.bullet(it) > 0 && depth == 0 {
			if lines++; first < 0 {
				first = i
			}
		} else if line {
			first, lines = -1, 0
		}
		switch it.Kind {
		case mdinline.Open, mdinline.Link:
			depth++
		case mdinline.Close, mdinline.LinkEnd:
			depth--
		}
		if line = it.Kind == mdinline.Break; line && depth > 0 {
			return -1 // a mark goes around lines
		}
	}
	if lines < 2 {
		return -1
	}
	return first
}

// bullet is the length of the sign of a list that an item begins with, and of the
// spaces after it; 0 if there is none.
func (w *writer) bullet(it *mdinline.Item) int {
	if it.Kind != mdinline.Text {
		return 0
	}
	t := w.Text[it.Start:it.End]
	r, n := utf8.DecodeRune(t)
	if r != '-' && r != '•' {
		return 0
	}
	rest := bytes.TrimLeft(t[n:], " \u00a0")
	if spaces := len(t) - n - len(rest); spaces > 0 {
		return n + spaces
	}
	return 0
}

// writeDashList writes the paragraph at hand, from item first on as a list.
func (w *writer) writeDashList(first int) {
	items, text, seen := slices.Clone(w.Items), w.Text, w.Specials
	take := func(from, to int) {
		w.Items, w.Text, w.Specials = append(w.Items[:0], items[from:to]...), text, seen
		for i := range w.Items {
			w.Items[i].Pair -= int32(from)
		}
	}
	if first > 0 {
		take(0, first-1)
		w.end()
	}
	w.reset()
	w.openList(list{delim: '-', number: 1, step: 1})
	for first < len(items) {
		end := first
		for end < len(items) && items[end].Kind != mdinline.Break {
			end++
		}
		items[first].Start += int32(w.bulletOf(&items[first], text))
		w.openItem(&html.Node{}, func() {
			if items[first].Start == items[first].End {
				first++
			}
			take(first, end)
		})
		first = end + 1
	}
	w.closeList()
	w.Text = text[:0]
}

// bulletOf is bullet for an item over a given text.
func (w *writer) bulletOf(it *mdinline.Item, text []byte) int {
	saved := w.Text
	w.Text = text
	n := w.bullet(it)
	w.Text = saved
	return n
}
