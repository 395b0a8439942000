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

// odfReader reads the content of an OpenDocument text, spreadsheet or presentation (OpenDocument 1.3, part 3).
type odfReader struct {
	builder
	styles
	lists     odfLists
	concealed []xml.Name // open elements that are not shown, the outermost first
	groups    int        // open groups of rows or columns, which a reader folds away
	columns   []bool     // of the sheet: those that are hidden
	column    int        // of the next cell
	value     cellValue
	cell      textLook
	repeat    int // of the cell
	rows      int // how often the row repeats
	slide     odfSlide
}

// odfLists are the lists of a document: those that are open, one within another, and the counts that later ones may go on from.
type odfLists struct {
	open    []odfList
	count   *counter
	last    map[string]*counter // by style
	byID    map[string]*counter
	levels  map[string]*numberLevels // by style
	outline numberLevels
	heads   counter // of the headings
}

// odfList is an open list.
type odfList struct {
	style   string
	levels  *numberLevels
	begun   bool // the open item has a paragraph
	unnamed bool // the open item is a header
}

// odfSlide is the slide of a presentation that is being read (10.2.4).
type odfSlide struct {
	number int  // from 1, those that are hidden included
	headed bool // its heading is written
	title  bool // the frame holds the title
	notes  bool // of the speaker
}

// openDocument reads styles.xml and content.xml.
func (r *reader) openDocument() error {
	r.format = "odt"
	o := odfReader{builder: builder{r: r}, styles: newStyles(),
		lists: odfLists{last: map[string]*counter{}, byID: map[string]*counter{}, levels: map[string]*numberLevels{}, outline: newLevels("bullet", 1)}}
	r.all("styles.xml", "style list-style outline-style", func(e *node) { o.style(e, true) })
	err := r.visit("content.xml", o.visitor())
	for len(o.tables) > 0 {
		o.closeTable()
	}
	return err
}

func (o *odfReader) visitor() visitor {
	return visitor{whole: "p h style list-style outline-style", start: o.start, end: o.endElement}
}

// style takes a style. Those in styles.xml are named by people.
func (o *odfReader) style(e *node, named bool) {
	switch name := e.attr("name"); e.Local {
	case "style":
		o.define(name, &style{base: e.attr("parent-style-name"), itemLevel: -1, lookChange: odfLook(e, !named || e.attr("family") == "text")})
	case "list-style":
		if levels := odfLevels(e); len(o.lists.levels) < maxNumberings {
			o.lists.levels[name] = &levels
		}
	case "outline-style":
		o.lists.outline = odfLevels(e)
	}
}

func (o *odfReader) start(e *node) error {
	style := o.of(e.attr("style-name"))
	isShown := style.on&hidden == 0
	if e.Local == "page" && e.Space == "draw" {
		o.startSlide() // one that is hidden counts, too
	}
	switch e.Local {
	case "p", "h":
		o.paragraph(e, style)
		return nil
	case "style", "list-style", "outline-style":
		o.style(e, false)
		return nil
	case "annotation", "tracked-changes":
		return errSkip
	case "frame":
		class := e.attr("class")
		if isOneOf(class, "footer header date-time page-number") {
			return errSkip // all slides have them
		}
		o.slide.title = class == "title"
	case "table-row-group", "table-column-group":
		o.groups++
	case "table-column":
		isShown = true
		for range min(max(e.number("number-columns-repeated", 1), 1), maxRowCells-len(o.columns)) {
			o.columns = append(o.columns, o.groups == 0 && e.attr("visibility") == "collapse")
		}
	case "table-cell", "covered-table-cell":
		isShown = o.columnsShown(e)
	case "section":
		isShown = e.attr("display") != "none"
	case "table", "page":
	case "table-row":
		isShown = o.groups > 0 || e.attr("visibility") != "collapse"
	default:
		isShown = true
	}
	if !isShown || len(o.concealed) > 0 && e.Name == o.concealed[0] {
		o.concealed = append(o.concealed, e.Name)
	}
	if len(o.concealed) == 0 {
		o.startShown(e)
	}
	return nil
}

// columnsShown counts the columns of a cell, and reports whether one of them is shown. Tables of texts have none that are hidden.
func (o *odfReader) columnsShown(e *node) bool {
	first, n := o.column, max(e.number("number-columns-repeated", 1), 1)
	o.column, o.repeat = min(first+n, maxRowCells), n
	if o.r.format != "ods" || first >= len(o.columns) {
		return true
	}
	for _, isHidden := range o.columns[first:min(first+n, len(o.columns))] {
		if isHidden {
			o.repeat--
		}
	}
	return o.repeat > 0
}

func (o *odfReader) startShown(e *node) {
	switch e.Local {
	case "spreadsheet":
		o.r.format = "ods"
	case "presentation":
		o.r.format = "odp"
	case "notes":
		o.slide.notes = true
	case "list":
		o.openList(e)
	case "list-item", "list-header":
		o.openItem(e)
	case "table":
		if name := mdwriter.Fold(e.attr("name")); o.r.format == "ods" && name != "" {
			o.r.w.Heading(2, mdwriter.Inline(name), name)
		}
		o.headSlide("", "")
		if o.openTable(); o.r.format == "ods" {
			o.columns = o.columns[:0]
		}
	case "table-row":
		o.openRow()
		o.rows, o.column = e.number("number-rows-repeated", 0), 0
	case "table-cell", "covered-table-cell":
		if o.r.format == "ods" {
			o.value, o.cell = readCellValue(e), textLook{}
			o.of(e.attr("style-name")).apply(&o.cell)
		}
	}
}

func (o *odfReader) endElement(name xml.Name) {
	if isOneOf(name.Local, "table-row-group table-column-group") {
		o.groups = max(0, o.groups-1)
	}
	if n := len(o.concealed); n > 0 {
		if name == o.concealed[0] {
			o.concealed = o.concealed[:n-1]
		}
		return
	}
	switch name.Local {
	case "frame":
		o.slide.title = false
	case "page":
		o.r.flushList()
	case "notes":
		o.slide.notes = false
	case "list":
		o.closeList()
	case "table-cell", "covered-table-cell":
		o.endCell()
	case "table-row":
		o.closeRow(o.rows)
	case "table":
		o.closeTable()
	}
}

func (o *odfReader) endCell() {
	if t := o.table(); t != nil && o.value.text != "" {
		if cell := &t.cell; o.value.instead || cell.Len() == 0 {
			cell.Reset()
			md := mdwriter.Inline(o.value.text)
			if o.cell.marks&struck != 0 {
				md = strikeOut(md)
			}
			cell.WriteString(md)
		}
	}
	o.closeCell(o.repeat)
	o.repeat, o.value, o.cell = 0, cellValue{}, textLook{}
}

// paragraph reads a paragraph or a heading.
func (o *odfReader) paragraph(e *node, s *style) {
	p := paragraph{block: s.block}
	switch {
	case e.Local == "h":
		p.level = max(e.number("outline-level", 1), 1)
		p.block = plainBlock
	case s.title && len(o.tables) == 0:
		p.level = 1
	}
	o.inCode = p.block == codeBlock && p.level == 0 && o.r.format == "odt" && len(o.lists.open)+len(o.tables) == 0
	o.look = textLook{marks: o.cell.marks & struck}
	s.apply(&o.look)
	if len(o.concealed) > 0 {
		o.look.marks |= hidden
	}
	o.inline(e)
	if !o.blank() && len(o.concealed) == 0 {
		p.item = o.item(p.level)
	}
	if o.r.format != "odp" || o.inTable() || o.blank() {
		o.end(p)
		return
	}
	o.slideParagraph(p)
}

// inline reads what is within a paragraph.
func (o *odfReader) inline(n *node) {
	for _, e := range n.kids {
		switch e.Local {
		case "":
			o.characters(e.text)
		case "s":
			o.space(strings.Repeat(" ", min(max(e.number("c", 1), 1), maxBlanks)))
		case "tab":
			o.space("\t")
		case "line-break":
			o.space("\n")
		case "span":
			around := o.look
			o.of(e.attr("style-name")).apply(&o.look)
			o.inline(e)
			o.look = around
		case "a":
			around := o.link
			o.linkTo(e.attr("href"))
			o.inline(e)
			o.link = around
		case "ruby-text":
			o.write("(")
			o.inline(e)
			o.write(")")
		case "note-body":
			open, count := o.lists.open, o.lists.count
			o.lists.open = nil
			md := o.note(e, o.visitor())
			o.lists.open, o.lists.count = open, count
			if o.look.marks&hidden == 0 {
				mark := o.r.addNote(md)
				o.markdown(mark, o.link)
			}
		case "text-box":
			if !o.box(e, o.visitor()) {
				o.inline(e)
			}
		case "object":
			o.formula(e.attr("href"))
		case "annotation", "note-citation", "title", "desc":
		default:
			o.inline(e)
		}
	}
}

// maxBlanks bounds the blanks of one element.
const maxBlanks = 200

// characters writes text. A run of white space is one blank of code (6.1.2).
func (o *odfReader) characters(text string) {
	if o.inCode {
		blank := false
		text = strings.Map(func(c rune) rune {
			was := blank
			if blank = c == ' ' || c == '\t' || c == '\n' || c == '\r'; !blank {
				return c
			}
			if was {
				return -1
			}
			return ' '
		}, text)
	}
	o.write(text)
}

// openList begins a list (19.880, 19.780): it has the style of the one around it
// unless it names another, and counts from its start unless it goes on.
func (o *odfReader) openList(e *node) {
	l, n := &o.lists, len(o.lists.open)
	list := odfList{style: e.attr("style-name")}
	if list.style == "" && n > 0 {
		list.style = l.open[n-1].style
	}
	list.levels = l.levels[list.style]
	goesOn := e.attr("continue-numbering") == "true"
	switch earlier := l.byID[e.attr("continue-list")]; {
	case n > 0:
		if n < maxListDepth && !goesOn {
			l.count.begun[n] = false
		}
	case earlier != nil && e.attr("continue-list") != "":
		l.count = earlier
	case goesOn && l.last[list.style] != nil:
		l.count = l.last[list.style]
	default:
		l.count = &counter{}
	}
	if n == 0 && len(l.byID) < maxNumberings {
		l.last[list.style], l.byID[e.attr("id")] = l.count, l.count
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
func (o *odfReader) openItem(e *node) {
	n := len(o.lists.open)
	if n == 0 {
		return
	}
	list := &o.lists.open[n-1]
	list.begun, list.unnamed = false, e.Local == "list-header"
	if start := e.number("start-value", 0); e.attr("start-value") != "" && n <= maxListDepth {
		o.lists.count.set(n-1, start-1)
	}
}

// item returns the place of a paragraph in its lists, of a heading in the outline. The first paragraph of an item has its number.
func (o *odfReader) item(heading int) *item {
	l, n := &o.lists, len(o.lists.open)
	switch {
	case n > 0:
		list, level := &l.open[n-1], min(n, maxListDepth)-1
		first := !list.begun && !list.unnamed
		list.begun = true
		switch {
		case !first:
			return &item{level: level, follows: true}
		case list.levels == nil:
			return &item{level: level, number: noNumber}
		}
		return l.count.count(list.levels, level)
	case heading > 0 && heading <= maxListDepth:
		return l.heads.count(&l.outline, heading-1)
	}
	return nil
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
	o.heading(2, number+title, number+text)
}

// slideParagraph ends a paragraph of a slide: its title, a point of a list, or
// text; notes of the speaker say what they are.
func (o *odfReader) slideParagraph(p paragraph) {
	if o.slide.title && !o.slide.headed {
		o.headSlide(o.takeHeading(), o.taken)
		return
	}
	o.headSlide("", "")
	if o.slide.notes {
		md := o.take()
		o.r.flushList()
		o.r.w.Paragraph("Notes: " + md)
		return
	}
	o.end(paragraph{item: p.item})
}

// maxMathML bounds the bytes of MathML of one formula.
const maxMathML = 64 << 10

// formula writes a formula at its place in the text. OpenDocument embeds it as a MathML document (10.4.6.2).
func (o *odfReader) formula(href string) {
	if o.r.html == nil || o.r.formulas == maxFormulas {
		return
	}
	o.r.formulas++
	in := o.r.archive.open(path.Join(path.Clean(href), "content.xml"))
	if in == nil {
		return
	}
	body, _ := io.ReadAll(io.LimitReader(in, maxMathML+1))
	if len(body) > maxMathML {
		o.r.cut = true
		return
	}
	body = bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("<math:"), []byte("<")), []byte("</math:"), []byte("</"))
	if _, tag, found := bytes.Cut(body, []byte("<math")); found {
		_, content, _ := bytes.Cut(tag, []byte(">"))
		md := o.r.formula(strings.ToValidUTF8(string(content), ""))
		o.markdown(md, o.link)
	}
}
