package mdwriter

import (
	"cmp"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// ListBuilder collects the Markdown of a list: Item begins an item, and what is written
// after it belongs to that item. The zero value is an empty list.
type ListBuilder struct{ strings.Builder }

// Item begins an item on a line of its own, behind indent spaces. The marker of an ordered
// item is its number with a full stop or a parenthesis. "" means a bullet.
func (l *ListBuilder) Item(indent int, marker string) {
	if l.Len() > 0 {
		l.WriteByte('\n')
	}
	for range indent {
		l.WriteByte(' ')
	}
	l.WriteString(cmp.Or(marker, "-"))
	l.WriteByte(' ')
}

// List writes a list, nothing for one without items, and empties l.
func (w *Writer) List(l *ListBuilder) {
	w.Block(extract.List, l.String())
	l.Reset()
}
