package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// place is where a unit stands inside of its block.
type place struct {
	paragraph int    // the first unit of its paragraph
	item      int    // the item of a list that it is in, not itself; -1 for none
	indent    string // white space before the line of its paragraph, in lists
}

// places returns the place of each unit. Items go by their indentation: a paragraph is in
// the last item before it that is indented less.
func (m *docIndex) places() []place {
	if m.placed != nil {
		return m.placed
	}
	m.placed = make([]place, len(m.units))
	var open []int // items around the next unit
	for i := range m.units {
		u, p := &m.units[i], &m.placed[i]
		if i == 0 || m.units[i-1].group != u.group {
			open = open[:0]
		}
		if i > 0 && m.goesOnWith(i) {
			*p = m.placed[i-1]
			continue
		}
		*p = place{paragraph: i, item: -1}
		if u.Block < 0 || m.doc.Blocks[u.Block].Kind != extract.List {
			continue
		}
		p.indent = m.lineStart(i)
		for len(open) > 0 && len(m.placed[open[len(open)-1]].indent) >= len(p.indent) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			p.item = open[len(open)-1]
		}
		if u.Kind == chunk.ItemUnit {
			open = append(open, i)
		}
	}
	return m.placed
}

// goesOnWith reports a sentence in the same paragraph as the unit before it.
func (m *docIndex) goesOnWith(i int) bool {
	u, v := &m.units[i-1], &m.units[i]
	return u.Kind == chunk.SentenceUnit && v.Kind == chunk.SentenceUnit && u.group == v.group &&
		strings.Count(m.md[u.End:v.Start], "\n") < 2 && !strings.HasPrefix(m.text(v), ">")
}

// lineStart returns what is before unit i on its line, if that is white space.
func (m *docIndex) lineStart(i int) string {
	from := 0
	if i > 0 {
		from = m.units[i-1].End
	}
	space := m.md[from:m.units[i].Start]
	return space[strings.LastIndexByte(space, '\n')+1:]
}
