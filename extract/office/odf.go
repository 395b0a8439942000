package office

import (
	"bytes"
	"encoding/xml"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// odfReader reads the content of an OpenDocument text, spreadsheet or presentation.
type odfReader struct {
	paragraphBuilder
	styles     odfStyles
	lists      odfLists
	concealed  hiddenSubtree
	around     []odfParagraph
	inText     int // open p and h elements
	heading    int
	block      blockStyle // of the open paragraph
	code       []byte     // of a line of code
	formulas   int
	looks      []textLook // of the open p, h and span elements
	note       *odfNote
	value      cellValue
	cellStruck bool // by the style of the cell
	repeat     int  // of the cell
	rows       int  // how often the row repeats
	slide      odfSlide
}

// odfParagraph is the state of the paragraph that contains a text box.
type odfParagraph struct {
	inText, heading int
	block           blockStyle
}

// odfNote is a footnote that is being read, with the paragraph it is in.
type odfNote struct {
	odfParagraph
	raw []byte
}

// openDocument reads content.xml.
func (r *reader) openDocument() error {
	r.format = "odt"
	o := odfReader{paragraphBuilder: paragraphBuilder{r: r}, styles: odfStyles{byName: map[string]*odfStyle{}, lists: map[string]*numberLevels{}, outline: bulletLevels()}, lists: odfLists{last: map[string]*counter{}, byID: map[string]*counter{}}}
	o.styles.named = true
	_ = r.tokens("styles.xml", o.styles.token)
	o.styles.named = false
	err := r.tokens("content.xml", func(token xml.Token) error {
		_ = o.styles.token(token)
		o.token(token)
		return nil
	})
	for len(o.tables) > 0 {
		o.closeTable()
	}
	return err
}

func (o *odfReader) token(token xml.Token) {
	switch token := token.(type) {
	case xml.StartElement:
		if token.Name.Local == "page" && token.Name.Space == "draw" {
			o.startSlide() // one that is hidden counts, too
		}
		if !o.concealed.start(token, &o.styles) {
			o.startLook(token)
			o.start(token)
		}
	case xml.EndElement:
		if under, text := o.concealed.end(token.Name.Local); !under {
			o.end(token.Name)
			o.endLook(token.Name)
		} else if text != "" {
			o.r.hide(text, "hidden text")
		}
	case xml.CharData:
		if !o.concealed.write(token) && o.inText > 0 {
			o.write(string(token))
		}
	}
}

// write appends text to the footnote, the line of code or the paragraph that is open.
func (o *odfReader) write(text string) {
	if o.note != nil {
		o.note.raw = append(o.note.raw, text...)
		return
	}
	if o.inCode() {
		o.writeCode(text)
		return
	}
	o.paragraphBuilder.write(text)
}

func (o *odfReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "spreadsheet":
		o.r.format = "ods"
	case "presentation":
		o.r.format = "odp"
	case "frame":
		o.slide.title = attr(e, "class") == "title"
	case "notes":
		o.slide.notes = true
	case "h":
		o.inText++
		o.heading, _ = strconv.Atoi(attr(e, "outline-level"))
		o.heading = max(o.heading, 1)
	case "p":
		if e.Name.Space == "text" {
			o.inText++
			o.block = o.styles.blockOf(attr(e, "style-name"))
			if attr(e, "style-name") == "Title" && len(o.tables) == 0 {
				o.heading = 1
			}
		}
	case "s", "tab", "line-break":
		if o.inText > 0 {
			o.space(e)
		}
	case "ruby-text":
		o.write("(")
	case "note-body":
		o.note = &odfNote{odfParagraph: odfParagraph{o.inText, o.heading, o.block}}
	case "text-box":
		o.startBox()
	case "object":
		if e.Name.Space == "draw" {
			o.formula(attr(e, "href"))
		}
	case "a":
		if e.Name.Space == "text" {
			o.openLink(attr(e, "href"))
		}
	case "list":
		o.openList(e)
	case "list-item", "list-header":
		o.openItem(e)
	default:
		o.startTable(e)
	}
}

// startTable begins what tables are made of.
func (o *odfReader) startTable(e xml.StartElement) {
	switch e.Name.Local {
	case "table":
		if e.Name.Space == "table" {
			o.table(mdwriter.Fold(attr(e, "name")))
		}
	case "table-row":
		o.openRow()
		o.rows, _ = strconv.Atoi(attr(e, "number-rows-repeated"))
	case "table-cell", "covered-table-cell":
		o.repeat, _ = strconv.Atoi(attr(e, "number-columns-repeated"))
		if o.r.format == "ods" {
			o.value = readCellValue(e)
			var look textLook
			o.styles.apply(attr(e, "style-name"), &look)
			o.cellStruck = look.struck
		}
	}
}

// table begins a table, which in a spreadsheet is a sheet with a name.
func (o *odfReader) table(name string) {
	if o.r.format == "ods" && name != "" {
		o.r.w.Heading(2, mdwriter.Inline(name), name)
	}
	o.headSlide("", "")
	o.openTable()
}

func (o *odfReader) end(name xml.Name) {
	switch name.Local {
	case "p", "h":
		if o.inText > 0 && name.Space == "text" {
			o.inText--
			o.endParagraph()
		}
	case "frame":
		o.slide.title = false
	case "page":
		o.r.flushList()
	case "notes":
		o.slide.notes = false
	case "ruby-text":
		o.write(")")
	case "note-body":
		o.endNote()
	case "text-box":
		o.endBox()
	case "a":
		o.closeLink()
	case "list":
		o.closeList()
	case "table-cell", "covered-table-cell":
		o.endCell()
	case "table-row":
		o.closeRow(o.rows)
	case "table":
		if name.Space == "table" {
			o.closeTable()
		}
	}
}

func (o *odfReader) endCell() {
	if n := len(o.tables); n > 0 && o.value.text != "" {
		if cell := &o.tables[n-1].cell; o.value.instead || cell.Len() == 0 {
			cell.Reset()
			md := mdwriter.Inline(o.value.text)
			if o.cellStruck {
				md = strikeOut(md)
			}
			cell.WriteString(md)
		}
	}
	o.closeCell(o.repeat)
	o.repeat, o.value, o.cellStruck = 0, cellValue{}, false
}

// endParagraph ends a paragraph: of the document, or of a footnote, which stands
// in a paragraph itself.
func (o *odfReader) endParagraph() {
	if o.note != nil {
		o.note.raw = append(o.note.raw, ' ')
		return
	}
	o.paragraph()
}

func (o *odfReader) endNote() {
	if o.note == nil {
		return
	}
	o.inText, o.heading, o.block = o.note.inText, o.note.heading, o.note.block
	mark := o.r.note(string(o.note.raw))
	o.text.markdown(mark, mark)
	o.note = nil
}

// startBox begins a text box. Its paragraphs are written before the one that contains it.
func (o *odfReader) startBox() {
	if o.note == nil && o.openBox() {
		o.around = append(o.around, odfParagraph{o.inText, o.heading, o.block})
		o.inText, o.heading, o.block = 0, 0, plainBlock
	}
}

func (o *odfReader) endBox() {
	if n := len(o.around); n > 0 && o.note == nil {
		o.closeBox()
		around := o.around[n-1]
		o.inText, o.heading, o.block = around.inText, around.heading, around.block
		o.around = o.around[:n-1]
	}
}

func (o *odfReader) paragraph() {
	o.closeLink()
	if o.inCode() {
		o.r.codeLine(string(o.code))
		o.code, o.block = o.code[:0], plainBlock
		if o.text.blank() {
			o.take()
			return
		}
	}
	if o.text.blank() {
		o.take()
		o.heading = 0
		return
	}
	switch {
	case o.inTable():
		o.labelCell(o.label())
		o.take()
	case o.r.format == "odp":
		o.slideParagraph()
	case o.heading > 0:
		label := o.label()
		md := prependLabel(label, o.takeHeading(), false)
		o.r.flushList()
		o.r.w.Heading(o.heading, md, label+" "+o.taken)
	case len(o.lists.open) > 0:
		o.item(o.take())
	case o.block == quoteBlock:
		o.r.quote(o.take())
	default:
		o.r.flushCode()
		o.r.w.Paragraph(displayed(o.take()))
	}
	o.heading = 0
}

// isStyled reports whether the style of a text element describes its look.
func isStyled(name xml.Name) bool {
	return name.Space == "text" && (name.Local == "p" || name.Local == "h" || name.Local == "span")
}

// startLook takes the look of an element; a span within another one has what its own style
// doesn't say from that one.
func (o *odfReader) startLook(e xml.StartElement) {
	if !isStyled(e.Name) {
		return
	}
	o.looks = append(o.looks, o.look)
	if e.Name.Local != "span" {
		o.look = textLook{struck: o.cellStruck}
	}
	o.styles.apply(attr(e, "style-name"), &o.look)
}

// endLook goes back to the look of the element around.
func (o *odfReader) endLook(name xml.Name) {
	if n := len(o.looks); n > 0 && isStyled(name) {
		o.look, o.looks = o.looks[n-1], o.looks[:n-1]
	}
}

// inCode reports whether the paragraph is a line of code.
func (o *odfReader) inCode() bool {
	return o.block == codeBlock && o.note == nil && len(o.tables) == 0 && o.heading == 0 && o.r.format == "odt" && len(o.lists.open) == 0
}

// maxBlanks bounds the blanks of one element.
const maxBlanks = 200

// space writes blanks, a tab or a line break, which only code keeps as they are.
func (o *odfReader) space(e xml.StartElement) {
	if !o.inCode() {
		o.write(" ")
		return
	}
	if len(o.code) > o.r.w.Room() {
		return
	}
	switch e.Name.Local {
	case "tab":
		o.code = append(o.code, '\t')
	case "line-break":
		o.code = append(o.code, '\n')
	default:
		n, _ := strconv.Atoi(attr(e, "c"))
		o.code = append(o.code, strings.Repeat(" ", min(max(n, 1), maxBlanks))...)
	}
}

// writeCode adds text of code, in which a run of white space is one blank (OpenDocument
// 1.3, part 3, 6.1.2).
func (o *odfReader) writeCode(text string) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '\t' || c == '\n' || c == '\r' {
			c = ' '
		}
		if c != ' ' || i == 0 || text[i-1] > ' ' {
			o.code = append(o.code, c)
		}
	}
}

// odfSlide is the slide of an OpenDocument presentation that is being read
// (OpenDocument 1.3, part 3, 10.2.4).
type odfSlide struct {
	number int  // from 1, those that are hidden included
	headed bool // its heading is written
	title  bool // the frame holds the title
	notes  bool // of the speaker
}

// slideFiller reports whether all slides have frames of a class.
func slideFiller(class string) bool {
	return class == "footer" || class == "header" || class == "date-time" || class == "page-number"
}

func (o *odfReader) startSlide() {
	o.r.flushList()
	o.slide = odfSlide{number: o.slide.number + 1}
	o.r.meta.PageCount = o.slide.number
}

// headSlide writes the heading of the slide before its first text, with its title
// in Markdown and as text or, for "", its number alone.
func (o *odfReader) headSlide(title, text string) {
	if o.slide.number == 0 || o.slide.headed {
		return
	}
	o.slide.headed = true
	number := "Slide " + strconv.Itoa(o.slide.number)
	if title != "" {
		number += ": "
		if o.r.meta.Title == "" {
			o.r.meta.Title = text
		}
	}
	o.r.flushList()
	o.r.w.Heading(2, number+title, number+text)
}

// slideParagraph ends a paragraph of a slide: its title, a point of a list, or
// text; notes of the speaker say what they are.
func (o *odfReader) slideParagraph() {
	if o.slide.title && !o.slide.headed {
		o.headSlide(o.takeHeading(), o.taken)
		return
	}
	o.headSlide("", "")
	switch {
	case o.slide.notes:
		md := o.take()
		o.r.flushList()
		o.r.w.Paragraph("Notes: " + md)
	case len(o.lists.open) > 0:
		o.item(o.take())
	default:
		md := o.take()
		o.r.flushList()
		o.r.w.Paragraph(md)
	}
}

// The bounds of embedded formulas: how many are read, and bytes of MathML of one.
const (
	maxFormulas = 5000
	maxMathML   = 64 << 10
)

// formula writes a formula at its place in the text. OpenDocument embeds it as a MathML
// document (part 3, 10.4.6.2).
func (o *odfReader) formula(href string) {
	if o.r.html == nil || o.note != nil || o.inText == 0 || o.formulas == maxFormulas {
		return
	}
	o.formulas++
	in := o.r.archive.open(path.Join(resolvePart("", href), "content.xml"))
	if in == nil {
		return
	}
	body, _ := io.ReadAll(io.LimitReader(in, maxMathML+1))
	if len(body) > maxMathML {
		o.r.cut = true
		return
	}
	body = bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("<math:"), []byte("<")), []byte("</math:"), []byte("</"))
	start := bytes.Index(body, []byte("<math"))
	if start < 0 {
		return
	}
	end := bytes.IndexByte(body[start:], '>')
	if end < 0 {
		return
	}
	md := o.r.formula(strings.ToValidUTF8(string(body[start+end+1:]), ""))
	o.text.markdown(md, md)
}
