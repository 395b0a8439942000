package office

import (
	"encoding/xml"
	"strconv"
)

// odfLists are the lists of an OpenDocument text: those that are open, one
// within another, and the counts that later ones may go on from.
type odfLists struct {
	open    []odfList
	count   *counter
	last    map[string]*counter // by style
	byID    map[string]*counter
	outline counter // of the headings
}

// odfList is an open list.
type odfList struct {
	style   string
	levels  *numberLevels
	begun   bool // the open item has a paragraph
	unnamed bool // the open item is a header
}

// openList begins a list (19.880, 19.780): it has the style of the one around it
// unless it names another, and counts from its start unless it goes on.
func (o *odfReader) openList(e xml.StartElement) {
	l, n := &o.lists, len(o.lists.open)
	list := odfList{style: attr(e, "style-name")}
	if list.style == "" && n > 0 {
		list.style = l.open[n-1].style
	}
	list.levels = o.styles.lists[list.style]
	goesOn := attr(e, "continue-numbering") == "true"
	switch {
	case n > 0:
		if n < maxListDepth && !goesOn {
			l.count.begun[n] = false
		}
	case attr(e, "continue-list") != "" && l.byID[attr(e, "continue-list")] != nil:
		l.count = l.byID[attr(e, "continue-list")]
	case goesOn && l.last[list.style] != nil:
		l.count = l.last[list.style]
	default:
		l.count = &counter{}
	}
	if n == 0 && len(l.byID) < maxNumberings {
		l.last[list.style], l.byID[attr(e, "id")] = l.count, l.count
	}
	l.open = append(l.open, list)
}

// closeList ends a list; the last one that is open is written. On slides the next one
// may go on with it: programs begin one for each kind of bullet.
func (o *odfReader) closeList() {
	if n := len(o.lists.open); n > 0 {
		if o.lists.open = o.lists.open[:n-1]; n == 1 && o.r.format != "odp" {
			o.r.flushList()
		}
	}
}

// openItem begins an item, or the header of the list.
func (o *odfReader) openItem(e xml.StartElement) {
	n := len(o.lists.open)
	if n == 0 {
		return
	}
	list := &o.lists.open[n-1]
	list.begun, list.unnamed = false, e.Name.Local == "list-header"
	if start, err := strconv.Atoi(attr(e, "start-value")); err == nil && n <= maxListDepth {
		o.lists.count.set(n-1, start-1)
	}
}

// place is the level of a paragraph in its lists, their numbers, and whether it
// is the first one of its item.
func (l *odfLists) place() (level int, levels *numberLevels, first bool) {
	n := len(l.open)
	if n == 0 {
		return 0, nil, false
	}
	list := &l.open[n-1]
	first, list.begun = !list.begun && !list.unnamed, true
	return min(n, maxListDepth) - 1, list.levels, first
}

// item ends a paragraph of a list: the first one of an item has its number.
func (o *odfReader) item(md string) {
	level, levels, first := o.lists.place()
	switch {
	case !first && len(o.r.list.open) == 0:
		o.r.w.Paragraph(md)
	case !first:
		o.r.list.paragraph(level, md)
	case levels == nil:
		o.r.item(level, noNumber, md)
	default:
		o.lists.count.advance(levels, level)
		number, label := o.lists.count.marker(levels, level)
		o.r.item(level, number, prependLabel(label, md, true))
	}
}

// label returns the number shown before a paragraph that is not written as a list item, such
// as a heading or a paragraph in a cell. It returns "" without a number.
func (o *odfReader) label() string {
	level, levels, first := o.lists.place()
	switch {
	case first && levels != nil:
		o.lists.count.advance(levels, level)
		return o.lists.count.label(levels, level)
	case o.heading > 0 && o.heading <= maxListDepth && len(o.lists.open) == 0:
		o.lists.outline.advance(&o.styles.outline, o.heading-1)
		return o.lists.outline.label(&o.styles.outline, o.heading-1)
	}
	return ""
}
