package htmlmd

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// dashList returns the index of the item that begins a list which the author has typed: the last two
// or more lines of the current paragraph, ended by <br>, each of which begins with a dash or a
// bullet and a space. The lines before it stay a paragraph. It returns -1 if there is no such list.
func (w *writer) dashList() int {
	if w.fragment || w.cell > 0 || w.heading > 0 || w.container().isList || w.tooDeep() {
		return -1
	}
	first, lines, depth := -1, 0, 0
	for i, line := 0, true; i < len(w.Items); i++ {
		it := &w.Items[i]
		if line && bulletSize(it, w.Text) > 0 && depth == 0 {
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
			return -1 // emphasis or a link goes around several lines
		}
	}
	if lines < 2 {
		return -1
	}
	return first
}

// bulletSize returns how many bytes the dash or bullet has that an item over text begins with, with the
// spaces after it. It returns 0 if there is none, or no space.
func bulletSize(it *mdinline.Item, text []byte) int {
	if it.Kind != mdinline.Text {
		return 0
	}
	t := text[it.Start:it.End]
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

// writeDashList writes the current paragraph: the items from first on as a list, those before as a
// paragraph. first is what dashList returned.
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
		items[first].Start += int32(bulletSize(&items[first], text))
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
