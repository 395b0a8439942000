package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// Lists and tables look complete, and text below an item looks like a part of it. So items
// and rows that are left out are marked: "- …", "7. …" and "| … |".

// marksBefore returns what to write between units a, the last one that is written, and
// b: the white space, and marks of items that are left out. A is -1 at the beginning.
func (m *docIndex) marksBefore(s *selection, a, b int) string {
	var out strings.Builder
	if a >= 0 && m.units[a].group != m.units[b].group {
		out.WriteString(m.marksBehind(s, a))
	}
	last := a
	mark := func(i int) {
		out.WriteString(m.gap(last, i))
		out.WriteString(itemMarker(m.text(&m.units[i])) + " " + ellipsis)
		last = i
	}
	around := m.itemsAround(b)
	for k := len(around) - 1; k >= 0; k-- {
		if i := around[k]; i > a && !s.kept[i] {
			mark(i)
		}
	}
	out.WriteString(m.gap(last, b))
	return out.String()
}

// itemsAround returns the items that unit i is in, innermost first.
func (m *docIndex) itemsAround(i int) []int {
	var out []int
	places := m.places()
	for k := places[i].item; k >= 0; k = places[k].item {
		out = append(out, k)
	}
	return out
}

// marksBehind returns the mark of what is left out of a list or a table whose last unit
// that is written is a.
func (m *docIndex) marksBehind(s *selection, a int) string {
	u := &m.units[a]
	switch {
	case s.room < leastMarked || m.preserving:
		return ""
	case u.table >= 0:
		return m.rowsMark(s, u.table)
	}
	places := m.places()
	top := a
	for _, k := range m.itemsAround(a) {
		top = k
	}
	if m.units[top].Kind != chunk.ItemUnit {
		return ""
	}
	omitted := -1
	for k := m.starts[u.group]; k < m.groupEnd(u.group); k++ {
		if v := &m.units[k]; v.Kind == chunk.ItemUnit && places[k].item < 0 && !s.kept[k] && !v.boilerplate && !s.said[v.sum] {
			omitted = k
		}
	}
	if omitted >= 0 {
		gap := "\n" + places[omitted].indent
		if omitted > m.starts[u.group] {
			gap = m.gap(omitted-1, omitted)
		}
		return gap + itemMarker(m.text(&m.units[omitted])) + " " + ellipsis
	}
	return ""
}

// leastMarked is the room below which a mark would take that of a fact. Where facts are to
// be preserved, they need it all.
const leastMarked = 100

// rowsMark returns the mark of rows that are left out of a table with this header.
func (m *docIndex) rowsMark(s *selection, header int) string {
	for k := header + 1; k < m.groupEnd(m.units[header].group); k++ {
		if v := &m.units[k]; v.table == header && !s.kept[k] && !v.boilerplate && !s.said[v.sum] {
			return "\n" + "| " + ellipsis + " |"
		}
	}
	return ""
}

// itemMarker returns the marker of an item with the signs of quotes before it, without
// space behind.
func itemMarker(text string) string {
	rest := strings.TrimLeft(text, "> ")
	digits := strings.TrimLeft(rest, "0123456789")
	switch {
	case digits == "" || len(digits) < len(rest) && digits[0] != '.' && digits[0] != ')',
		len(digits) == len(rest) && strings.IndexByte("-*+", rest[0]) < 0:
		return ""
	}
	return text[:len(text)-len(digits)+1]
}
