package office

// wordParagraph is what a paragraph says of itself.
type wordParagraph struct {
	style   string
	outline int    // level of the heading, 0 for none
	numID   string // its list
	level   int    // in it, -1 for unsaid
	revised bool   // some of it is deleted or moved away
	inCode  bool   // it is a line of code
}

// openBox begins a box of text, whose paragraphs come before the one that it
// stands in.
func (w *wordReader) openBox() {
	if w.paragraphBuilder.openBox() {
		w.around = append(w.around, w.wordParagraph)
	}
}

func (w *wordReader) closeBox() {
	if n := len(w.around); n > 0 {
		w.paragraph()
		w.paragraphBuilder.closeBox()
		w.wordParagraph, w.around = w.around[n-1], w.around[:n-1]
	}
}

// paragraph ends a paragraph: into the open cell, or as a block.
func (w *wordReader) paragraph() {
	defer w.endParagraph()
	w.closeMath()
	w.closeLink()
	w.display = false
	if w.inCode {
		w.endCode()
		return
	}
	if w.text.blank() && w.revised {
		w.take()
		return
	}
	item, listed := w.item()
	if w.text.blank() {
		w.take()
		return
	}
	level, title := w.headingLevel(w.style)
	if w.outline > 0 {
		level = w.outline
	}
	switch {
	case w.inTable():
		w.cellItem(item)
	case level > 0:
		w.heading(level, title, item.label())
	case listed:
		number, label := item.marker()
		w.r.item(item.level, number, prependLabel(label, w.take(), true))
	case w.blockStyle(w.style) == quoteBlock:
		w.r.quote(w.take())
	default:
		md := w.take()
		w.r.flushList()
		w.r.w.Paragraph(md)
	}
}

// endParagraph forgets what the paragraph said of itself, since a table may begin before the next
// one, and writes the charts and diagrams in it.
func (w *wordReader) endParagraph() {
	w.wordParagraph = wordParagraph{level: -1}
	if len(w.tables) > 0 {
		return // they stand after the table
	}
	for _, f := range w.figures {
		w.r.writeFigure(f)
	}
	w.figures = nil
}

// endCode ends a line of code, or several where it has breaks. Links and notes in it stand
// after it.
func (w *wordReader) endCode() {
	w.r.codeLine(string(w.code))
	w.code = w.code[:0]
	w.inCode = false
	if md := w.take(); md != "" {
		w.r.flushList()
		w.r.w.Paragraph(md)
	}
}

// cellItem ends a paragraph of a cell, which keeps its number.
func (w *wordReader) cellItem(item wordItem) {
	w.labelCell(item.label())
	w.take()
}

func (w *wordReader) heading(level int, title bool, label string) {
	md := prependLabel(label, w.takeHeading(), false)
	w.r.flushList()
	w.r.w.Heading(level, md, label+" "+w.taken)
	if title && w.r.meta.Title == "" {
		w.r.meta.Title = w.taken
	}
}
