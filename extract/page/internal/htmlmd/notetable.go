package htmlmd

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// noteTable is a call-out that is laid out as a table, as the style sheets of
// DocBook do it: an image and the label in the first row, the text in the second.
type noteTable struct{ label, text *html.Node }

// noteTableOf finds the parts of a division that is such a call-out.
func (w *writer) noteTableOf(n *html.Node, class string) (noteTable, bool) {
	table := onlyElement(n)
	if w.fragment || w.cell > 0 || table == nil || table.DataAtom != atom.Table || labelOf(class) == "" {
		return noteTable{}, false
	}
	head := firstRow(table)
	if head == nil {
		return noteTable{}, false
	}
	icon, row := nextContent(head.FirstChild), contentAfter(head)
	if icon == nil || onlyImage(icon) == nil || row == nil || row.DataAtom != atom.Tr || contentAfter(row) != nil {
		return noteTable{}, false
	}
	t := noteTable{label: contentAfter(icon), text: onlyElement(row)}
	if t.label == nil || t.label.DataAtom != atom.Th || contentAfter(t.label) != nil || t.text == nil || t.text.DataAtom != atom.Td {
		return noteTable{}, false
	}
	const longest = 60 // bytes, of a label
	said := strings.TrimSpace(shortText(t.label, longest))
	return t, said != "" && len(said) <= longest
}

// noteTable writes a call-out as a quote that begins with its label.
func (w *writer) noteTable(t noteTable) {
	w.writeContainer(extract.Quote, quoteBlock, "> ", "> ", func() {
		if !w.skips(t.label) {
			w.strongLine(t.label)
		}
		if !w.skips(t.text) {
			w.children(t.text)
		}
	})
}

// onlyElement is the element that is all that n holds, nil if there is anything else.
func onlyElement(n *html.Node) *html.Node {
	c := nextContent(n.FirstChild)
	if c == nil || c.Type != html.ElementNode || nextContent(c.NextSibling) != nil {
		return nil
	}
	return c
}
