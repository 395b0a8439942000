package office

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// startLink begins the result of a field, which is a link if its instruction
// says so.
func (t *rtfReader) startLink() {
	target := fieldLink(t.instruction.String())
	t.instruction.Reset()
	if target == "" || t.inLink {
		return
	}
	t.openLink(target)
	t.depth = len(t.stack)
}

func (t *rtfReader) cell() {
	if len(t.tables) == 0 {
		t.r.flushList()
		t.openTable()
		t.openRow()
	}
	t.take()
	t.closeCell(1)
}

// paragraph ends a paragraph.
func (t *rtfReader) paragraph() {
	if t.group.ignored {
		return
	}
	if t.inRow || t.group.note {
		t.put(" ")
		return
	}
	t.closeLink()
	if t.text.blank() {
		t.text.take()
		t.before.Reset()
		return
	}
	t.endTable()
	level := t.group.outline
	if level >= 0 && level < 9 { // programs write the look of its style too
		t.text.unmark(mdinline.Strong)
		t.text.unmark(mdinline.Emphasis)
	}
	md, label := t.take(), strings.TrimSpace(t.before.String())
	t.before.Reset()
	switch {
	case level >= 0 && level < 9:
		t.heading(level+1, label, md)
	case label != "" || t.bullet:
		number, label := itemMarker(label)
		t.r.item(t.level, number, prependLabel(label, md, true))
	default:
		t.r.flushList()
		if t.r.meta.Title == "" && t.r.w.Empty() {
			t.r.meta.Title = t.taken
		}
		t.r.w.Paragraph(md)
	}
	t.bullet = false
}

// startBox begins a box of text within a shape, whose paragraphs come before the one that it
// stands in. One within a box or a cell is a part of that.
func (t *rtfReader) startBox() {
	if t.group.box || t.group.note || t.inRow || !t.openBox() {
		return
	}
	t.group.box, t.group.ignored = true, false
}

func (t *rtfReader) endBox() {
	t.paragraph()
	t.closeBox()
	t.inRow = false
}

// heading writes a heading with its number, if it has one.
func (t *rtfReader) heading(level int, label, md string) {
	text := t.taken
	if number, sign := itemMarker(label); number != noNumber || sign != "" {
		md, text = prependLabel(label, md, false), label+" "+text
	}
	t.r.flushList()
	t.r.w.Heading(level, md, text)
}

// itemMarker reads what stands before an item: a number with signs around it, a
// bullet, or a label. Bullets may be letters of a font of signs.
func itemMarker(label string) (number int, text string) {
	digits := strings.TrimFunc(label, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if n, err := strconv.Atoi(digits); err == nil && n <= maxNumber {
		return n, ""
	}
	if digits == "" || utf8.RuneCountInString(label) == 1 {
		return noNumber, ""
	}
	return noNumber, label
}
