package office

import (
	"encoding/xml"
	"path"
	"strconv"
	"strings"
)

// wordReader reads the body of a Word document (WordprocessingML).
type wordReader struct {
	paragraphBuilder
	wordParagraph
	relations map[string]string
	folder    string // of the part
	styles    map[string]wordStyle
	numbering wordNumbering
	footnotes map[string]*wordNote
	endnotes  map[string]*wordNote
	around    []wordParagraph
	fields    fieldStack
	span      int // columns of the cell
	code      []byte
	inText    bool
	inField   bool // in the instruction of one
	deleted   int  // open elements whose text is deleted or moved away
	skipped   int  // open elements that say the same again, or what once was
	hiddenRun bool // the run is hidden text
	math      *equation
	mathDepth int    // open equations, one within the other
	reading   []byte // of the base of ruby text, which follows it
	inReading bool
	form      formField
	formulas  int
	figures   []figure // of the paragraph
	display   bool     // the equation has a line of its own
}

// word reads the main part of a document, word/document.xml as a rule.
func (r *reader) word() error {
	part := r.main.name
	w := wordReader{paragraphBuilder: paragraphBuilder{r: r}, relations: r.relations(relationsOf(part)), folder: path.Dir(part), styles: r.wordStyles(), numbering: r.wordNumbering()}
	w.level = -1
	w.footnotes, w.endnotes = r.wordNotes(r.main.part("footnotes"), "footnote"), r.wordNotes(r.main.part("endnotes"), "endnote")
	err := r.tokens(part, func(token xml.Token) error {
		switch token := token.(type) {
		case xml.StartElement:
			w.start(token)
		case xml.EndElement:
			w.end(token.Name.Local)
		case xml.CharData:
			w.chars(string(token))
		}
		return nil
	})
	w.paragraph()
	for len(w.tables) > 0 {
		w.closeTable()
	}
	return err
}

func (w *wordReader) chars(text string) {
	switch {
	case w.skipped > 0 || w.deleted > 0:
	case w.inField:
		w.fields.write(text)
	case w.inText || w.math != nil:
		w.put(text)
	}
}

// put adds text that the document shows.
func (w *wordReader) put(text string) {
	switch {
	case w.deleted > 0:
	case w.hiddenRun:
		w.r.hide(text, "hidden text")
	case w.inCode && w.math == nil:
		w.code = append(w.code, text...)
	case w.math != nil:
		w.math.write(text)
	case w.inReading:
		w.reading = append(w.reading, text...)
	default:
		w.write(text)
	}
}

// space writes a tab or a line break, which only code keeps.
func (w *wordReader) space(sign string) {
	switch {
	case w.deleted > 0 || w.hiddenRun:
	case w.inCode:
		w.code = append(w.code, sign...)
	default:
		w.write(" ")
	}
}

// isAlternate reports whether nothing of an element is read: it is there for old
// programs, or holds the properties before a change that is tracked.
func isAlternate(name string) bool { return name == "Fallback" || strings.HasSuffix(name, "PrChange") }

func (w *wordReader) start(e xml.StartElement) {
	if isAlternate(e.Name.Local) {
		w.skipped++
	}
	if w.skipped > 0 {
		return
	}
	if w.math != nil {
		w.startMath(e)
		return
	}
	switch e.Name.Local {
	case "oMathPara":
		w.display = true
	case "oMath":
		w.openMath()
	case "p":
		w.wordParagraph = wordParagraph{level: -1}
	case "pStyle":
		w.style = attr(e, "val")
		w.inCode = w.blockStyle(w.style) == codeBlock && len(w.tables) == 0
	case "outlineLvl":
		w.outline = outlineLevel(attr(e, "val"))
	case "ilvl":
		w.level = levelOf(attr(e, "val"))
	case "numId":
		w.numID = attr(e, "val")
	case "txbxContent":
		w.openBox()
	case "tbl":
		w.paragraph()
		w.openTable()
	case "tr":
		w.openRow()
	case "gridSpan":
		w.span, _ = strconv.Atoi(attr(e, "val"))
	default:
		w.startRun(e)
	}
}

// startRun handles a start tag within a paragraph.
func (w *wordReader) startRun(e xml.StartElement) {
	switch e.Name.Local {
	case "r":
		w.resetRun()
	case "rStyle":
		s := w.styles[attr(e, "val")]
		w.look.bold, w.look.italic = s.bold, s.italic
	case "b":
		w.look.bold = toggled(attr(e, "val"))
	case "i":
		w.look.italic = toggled(attr(e, "val"))
	case "strike", "dstrike":
		w.look.struck = toggled(attr(e, "val"))
	case "vertAlign":
		w.look.shift = shiftOf(attr(e, "val"))
	case "position":
		w.look.shift = baselineShift(attr(e, "val"))
	case "vanish", "webHidden":
		w.hiddenRun = toggled(attr(e, "val"))
	case "rFonts":
		if w.look.font = ""; isSymbolFont(attr(e, "ascii")) {
			w.look.font = attr(e, "ascii")
		}
	case "sym":
		if code, err := strconv.ParseUint(attr(e, "char"), 16, 16); err == nil {
			w.put(symbolText(attr(e, "font"), string(rune(code))))
		}
	case "checkBox", "ddList", "checked", "default", "result", "listEntry":
		w.form.start(e.Name.Local, attr(e, "val"))
	case "rt":
		w.reading, w.inReading = w.reading[:0], true
	case "chart", "relIds":
		w.figures = append(w.figures, w.r.figure(w.folder, w.relations, e)...)
	case "t":
		w.inText = true
	case "instrText":
		w.inField = true
	case "tab":
		w.space("\t")
	case "br", "cr":
		w.space("\n")
	case "noBreakHyphen":
		w.write("-")
	case "footnoteReference":
		w.note(w.footnotes, attr(e, "id"))
	case "endnoteReference":
		w.note(w.endnotes, attr(e, "id"))
	case "del", "moveFrom":
		w.deleted++
		w.revised = true
	case "hyperlink":
		w.openLink(w.relations[attr(e, "id")])
	case "fldSimple":
		w.openLink(fieldLink(attr(e, "instr")))
	case "fldChar":
		w.fieldChar(attr(e, "fldCharType"))
	}
}

// resetRun forgets what the properties of a run said.
func (w *wordReader) resetRun() { w.hiddenRun, w.look = false, textLook{} }

// note writes the mark of a footnote: the same one for each reference to it.
func (w *wordReader) note(notes map[string]*wordNote, id string) {
	n := notes[id]
	if n == nil || w.deleted > 0 || w.hiddenRun {
		return
	}
	if n.mark == "" {
		n.mark = w.r.note(n.text)
	}
	w.text.markdown(n.mark, n.mark)
}

// toggled reads the value of a toggle property (ISO/IEC 29500-1, 17.17.4): on
// unless it says off.
func toggled(value string) bool { return value != "0" && value != "false" && value != "off" }

func (w *wordReader) end(name string) {
	if isAlternate(name) {
		w.skipped = max(0, w.skipped-1)
		return
	}
	if w.skipped > 0 {
		return
	}
	if w.math != nil && name != "p" {
		w.endMath(name)
		return
	}
	switch name {
	case "oMathPara":
		w.display = false
	case "r":
		w.resetRun()
	case "t":
		w.inText = false
	case "instrText":
		w.inField = false
	case "checkBox", "ddList":
		w.put(w.form.end(name))
	case "rt":
		w.inReading = false
	case "rubyBase":
		w.put("(" + string(w.reading) + ")")
	case "del", "moveFrom":
		w.deleted = max(0, w.deleted-1)
	case "hyperlink", "fldSimple":
		w.closeLink()
	case "txbxContent":
		w.closeBox()
	case "p":
		w.paragraph()
	case "tc":
		w.closeMerged(w.span)
		w.span = 0
	case "tbl":
		w.closeTable()
		w.endParagraph()
	}
}

// wordParagraph holds the properties of a paragraph.
type wordParagraph struct {
	style   string
	outline int    // level of the heading, 0 for none
	numID   string // its list
	level   int    // in it, -1 for unsaid
	revised bool   // some of it is deleted or moved away
	inCode  bool   // it is a line of code
}

// openBox begins a text box. Its paragraphs are written before the one that contains it.
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

// The bounds of fields.
const (
	maxFields      = 50
	maxInstruction = 4096
)

// field is an open field, which shows the result of an instruction.
type field struct {
	instruction []byte
	link        bool
}

// fieldStack are the open fields, one within another.
type fieldStack []field

// write adds to the instruction that is open.
func (s fieldStack) write(text string) {
	if n := len(s); n > 0 && len(s[n-1].instruction)+len(text) <= maxInstruction {
		s[n-1].instruction = append(s[n-1].instruction, text...)
	}
}

// fieldChar takes a border of a field (ECMA-376 part 1, 17.16.18): the begin of
// the instruction, that of the result, or the end of both.
func (w *wordReader) fieldChar(kind string) {
	n := len(w.fields)
	switch {
	case kind == "begin" && n < maxFields:
		w.fields = append(w.fields, field{})
	case kind == "separate" && n > 0:
		f := &w.fields[n-1]
		if target := fieldLink(string(f.instruction)); target != "" && !w.inLink {
			f.link = true
			w.openLink(target)
		}
	case kind == "end" && n > 0:
		if w.fields[n-1].link {
			w.closeLink()
		}
		w.fields = w.fields[:n-1]
	}
}

// formField is a box of a form that is ticked or not, or a list to choose from (17.16.7, 17.16.9).
type formField struct {
	inBox, said, ticked bool
	chosen              int
	entries             []string
}

func (f *formField) start(name, value string) {
	switch {
	case name == "checkBox" || name == "ddList":
		*f = formField{inBox: name == "checkBox"}
	case name == "checked" && f.inBox:
		f.said, f.ticked = true, toggled(value)
	case name == "default" && f.inBox && !f.said:
		f.ticked = toggled(value)
	case name == "result":
		f.chosen, _ = strconv.Atoi(value)
	case name == "listEntry" && len(f.entries) < maxFields:
		f.entries = append(f.entries, value)
	}
}

// end returns what the field shows.
func (f *formField) end(name string) string {
	defer func() { *f = formField{} }()
	switch {
	case name == "checkBox" && f.ticked:
		return "☒"
	case name == "checkBox":
		return "☐"
	case f.chosen >= 0 && f.chosen < len(f.entries):
		return f.entries[f.chosen]
	}
	return ""
}

// fieldLink returns the target of the instruction HYPERLINK (17.16.5.25), "" for
// another one and for a place in the document.
func fieldLink(instruction string) string {
	const name = "HYPERLINK"
	instruction = strings.TrimSpace(instruction)
	if len(instruction) < len(name) || !strings.EqualFold(instruction[:len(name)], name) {
		return ""
	}
	target, switches := fieldArgument(instruction[len(name):])
	if _, place, found := strings.Cut(switches, `\l `); found && target != "" {
		anchor, _ := fieldArgument(place)
		return target + "#" + anchor
	}
	return target
}

// fieldArgument splits off the first argument, quoted or not. It returns "" at a switch.
func fieldArgument(text string) (argument, rest string) {
	text = strings.TrimSpace(text)
	if quoted, found := strings.CutPrefix(text, `"`); found {
		argument, rest, _ = strings.Cut(quoted, `"`)
		return argument, rest
	}
	if strings.HasPrefix(text, `\`) {
		return "", text
	}
	argument, rest, _ = strings.Cut(text, " ")
	return argument, rest
}
