package mdwriter

import (
	"github.com/webfetch-mcp/webfetch-go/extract"
)

// NoNumber is the number of an item of a list without numbers.
const NoNumber = -1

// Item appends an item, with inline Markdown, to the open list, or begins one. Levels count from 0; they may begin anywhere and leave some
// out: an item stands within the last one of a lower level. A number that does not follow that of the item before it begins another list.
// Any other block ends the list.
func (w *Writer) Item(level, number int, md string) {
	const frame = 40 + len("999999999. ") // the indentation and the marker
	if md == "" || w.fit(md, frame) != md {
		return
	}
	w.endCode()
	b, isOrdered := &w.body, number >= 0 && number <= MaxNumber
	w.endLevels(level)
	if n := len(w.levels) - 1; n >= 0 && w.levels[n] >= level {
		b.EndItem(false)
		w.levels[n] = level
		if l := &b.Container().List; l.Ordered != isOrdered || isOrdered && l.Number != number {
			b.Close()
			w.levels = w.levels[:n]
		}
	}
	if n := len(w.levels); n == 0 || w.levels[n-1] < level {
		b.OpenList(List{Ordered: isOrdered, Number: number, Step: 1})
		w.levels = append(w.levels, level)
	}
	b.BeginItem("")
	b.Begin(extract.Paragraph, 0)
	w.inline(md)
}

// ItemParagraph appends a further paragraph to the last item of a level, or of one above it. Without a list it is a paragraph.
func (w *Writer) ItemParagraph(level int, md string) {
	if len(w.levels) == 0 {
		w.Paragraph(md)
	} else if md != "" && w.fit(md, maxPrefix) == md {
		w.endLevels(level)
		w.body.Begin(extract.Paragraph, 0)
		w.inline(md)
	}
}

// endLevels ends the open lists of levels below one, but not the outermost, nor one that takes the place of a level that was left out.
func (w *Writer) endLevels(level int) {
	for n := len(w.levels); n > 1 && w.levels[n-1] > level && w.levels[n-2] >= level; n-- {
		w.endLevel()
	}
}

func (w *Writer) endLevel() {
	w.body.EndItem(false)
	w.body.Close()
	w.levels = w.levels[:len(w.levels)-1]
}

// EndList ends the open list.
func (w *Writer) EndList() {
	for len(w.levels) > 0 {
		w.endLevel()
	}
}

// ListSize returns the bytes of the open list, 0 without one.
func (w *Writer) ListSize() int {
	if len(w.levels) == 0 {
		return 0
	}
	return len(w.body.Out) - w.body.Blocks[len(w.body.Blocks)-1].Start
}
