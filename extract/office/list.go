package office

import (
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// noNumber is the number of an item that has none.
const noNumber = -1

// The bounds of lists. CommonMark reads numbers of nine digits.
const (
	maxListDepth = 9
	maxNumber    = 999_999_999
)

// list is the Markdown of a list that is being written, with the levels that are
// open. The zero value is an empty list.
type list struct {
	md   mdwriter.ListBuilder
	open []listLevel
}

// listLevel is an open list within a list.
type listLevel struct {
	level  int
	number int // of its last item
	delim  byte
	indent int // of its items
	inside int // of the content of its last item
}

// item adds an item with a number or bullet. Levels may begin anywhere and leave
// some out: an item stands within the last one of a lower level.
func (l *list) item(level, number int, md string) {
	if md == "" {
		return
	}
	if number < 0 || number > maxNumber {
		number = noNumber
	}
	top := l.enter(min(max(level, 0), maxListDepth-1), number)
	marker := string(top.delim)
	if number != noNumber {
		marker = strconv.Itoa(number) + marker
	}
	top.number, top.inside = number, top.indent+max(4, len(marker)+1)
	l.md.Item(top.indent, marker)
	l.md.WriteString(md)
}

// enter opens the list of a level for an item, or goes back to it. A number that
// doesn't follow begins a new list, which another delimiter keeps apart.
func (l *list) enter(level, number int) *listLevel {
	for n := len(l.open); n > 0 && l.open[n-1].level > level; n-- {
		if n > 1 && l.open[n-2].level < level {
			break // the level between them was left out
		}
		l.open = l.open[:n-1]
	}
	n := len(l.open)
	if n == 0 || l.open[n-1].level < level {
		top := listLevel{level: level, delim: firstDelim(number)}
		if n > 0 {
			top.indent = l.open[n-1].inside
			if number != noNumber && number != 1 {
				l.md.WriteByte('\n') // it would go on the paragraph
			}
		}
		l.open = append(l.open, top)
		return &l.open[n]
	}
	top := &l.open[n-1]
	top.level = level
	switch {
	case (top.number == noNumber) != (number == noNumber):
		top.delim = firstDelim(number)
	case number != noNumber && number != top.number+1:
		top.delim ^= '.' ^ ')'
	}
	return top
}

func firstDelim(number int) byte {
	if number == noNumber {
		return '-'
	}
	return '.'
}

// paragraph adds a further paragraph to the last item of a level, or of one
// above it.
func (l *list) paragraph(level int, md string) {
	for n := len(l.open); n > 1 && l.open[n-1].level > level; n-- {
		l.open = l.open[:n-1]
	}
	if n := len(l.open); n > 0 && md != "" {
		l.md.WriteString("\n\n" + strings.Repeat(" ", l.open[n-1].inside) + md)
	}
}

// item adds an item to the open list, as long as there is room for it.
func (r *reader) item(level, number int, md string) {
	r.flushCode()
	if r.list.md.Len()+len(md) > r.w.Room() {
		r.cut = true
		return
	}
	r.list.item(level, number, md)
}

// itemParagraph adds a further paragraph to the last item, or writes it where no list is open.
func (r *reader) itemParagraph(level int, md string) {
	if len(r.list.open) == 0 {
		r.w.Paragraph(md)
		return
	}
	r.list.paragraph(level, md)
}

// flushList ends the open list, or the open code.
func (r *reader) flushList() {
	r.flushCode()
	r.writeList()
}

func (r *reader) writeList() {
	r.w.List(&r.list.md)
	r.list.open = r.list.open[:0]
}
