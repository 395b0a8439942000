package compact

import "github.com/webfetch-mcp/webfetch-go/chunk"

// leadOf returns the unit that introduces the list of item i: it ends in a colon or is a
// label, such as a term above its definition. For a paragraph of an item it is the label at
// the beginning of the item: "2. **Columns**". It returns -1 if no unit does.
func (m *docIndex) leadOf(i int) int {
	u := &m.units[i]
	if u.Kind != chunk.ItemUnit {
		return m.itemLabel(i)
	}
	k := m.starts[u.group] - 1
	if k < 0 || m.units[k].Kind == headingKind || !m.leadsIn(k) && !m.isLabel(k) {
		return -1
	}
	return k
}

// itemLabel returns the item that paragraph i is in, if that begins with a few words that
// are no sentence; else -1.
func (m *docIndex) itemLabel(i int) int {
	k := m.places()[i].item
	if k < 0 || m.units[k].words > mostLabelWords || endsSentence(m.text(&m.units[k])) {
		return -1
	}
	return k
}
