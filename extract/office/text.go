package office

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// textReader reads the text of the formats of XML: WordprocessingML, DrawingML (slides) and OpenDocument. Their elements have names of
// their own, so that one walk of blocks and one of inline content know all of them.
type textReader struct {
	builder
	part      // whose relationships links and figures name
	styles    styles
	numbering wordNumbering
	notes     map[string]string // of Word, by the name of their element and identifier
	marks     map[string]string // of those that were referred to
	fields    []field
	lists     odfLists
	slide     slide
}

func newTextReader(r *reader) textReader {
	return textReader{builder: builder{r: r}, styles: newStyles(),
		lists: odfLists{last: map[string]*counter{}, byID: map[string]*counter{}, levels: map[string]*numberLevels{}, outline: newLevels("bullet", 1)}}
}

func (t *textReader) blocks(n *node) { n.walk(t.block) }

// block reads an element outside of paragraphs.
func (t *textReader) block(e *node) {
	switch e.Local {
	case "p", "h":
		t.paragraph(e)
		return
	case "style", "list-style", "outline-style":
		t.odfStyle(e, false)
		return
	case "annotation", "tracked-changes":
		return
	case "frame":
		if class := e.attr("class"); !isOneOf(class, "footer header date-time page-number") { // all slides have them
			t.slide.title = class == "title"
			t.blocks(e)
			t.slide.title = false
		}
		return
	case "page":
		if e.Space == "draw" {
			t.r.w.EndList()
			t.slide = slide{number: t.slide.number + 1} // one that is hidden counts, too
			t.r.meta.PageCount = t.slide.number
			kids := e.content()
			if at := slices.IndexFunc(kids, func(kid *node) bool { return kid.attr("class") == "title" }); at > 0 { // drawn late
				title := kids[at]
				copy(kids[1:], kids[:at])
				kids[0] = title
			}
		}
	}
	if t.concealed != "" {
		t.blocks(e)
		return
	}
	if t.isHidden(e) {
		t.conceal(e)
		return
	}
	switch e.Local {
	case "r", "hyperlink": // outside of paragraphs, in damaged files
		t.paragraph(&node{kids: []*node{e}})
	case "tbl", "table":
		t.readTable(e)
	case "tr", "table-row":
		table := t.table()
		first := table.first
		if table.first = nil; first == nil && len(table.rows) == 0 && len(t.tables) == 1 && (t.r.format == "docx" || t.r.format == "odt") {
			table.first = e.keep()
			return
		}
		t.row(first)
		t.row(e)
	case "tc", "table-cell", "covered-table-cell":
		t.cell(e)
	case "tcPr":
		t.table().columns = e.child("gridSpan").number("val", 0)
	case "trPr":
		if before := e.child("gridBefore").number("val", 0); before > 0 {
			t.closeCell(before, false)
		}
	case "table-column":
		table := t.table()
		repeat := min(max(e.number("number-columns-repeated", 1), 1), maxRowCells-len(table.hidden))
		table.hidden = append(table.hidden, slices.Repeat([]bool{table.groups == 0 && e.attr("visibility") == "collapse"}, repeat)...)
	case "table-row-group", "table-column-group":
		t.table().groups++
		t.blocks(e)
		t.table().groups--
	case "spreadsheet", "presentation":
		t.r.format = map[string]string{"spreadsheet": "ods", "presentation": "odp"}[e.Local]
		t.blocks(e)
	case "list":
		t.list(e)
	case "list-item", "list-header":
		t.listItem(e)
	case "notes":
		t.slide.notes = true
		t.blocks(e)
		t.slide.notes = false
	case "page":
		t.blocks(e)
		t.r.w.EndList()
	case "chart", "relIds", "object":
		if t.inline(e); !t.blank() || len(t.figures) > 0 {
			t.headSlide("", "")
		}
		t.endJoined()
		t.writeFigures()
	case "altChunk":
		t.altChunk(e)
	default:
		t.blocks(e)
	}
}

// isHidden reports whether an element of OpenDocument and what is in it is not shown.
func (t *textReader) isHidden(e *node) bool {
	switch e.Local {
	case "table", "page":
		return t.styles.of(e.attr("style-name")).marks&hidden != 0
	case "table-row":
		return t.table().groups == 0 && e.attr("visibility") == "collapse"
	case "section":
		return e.attr("display") == "none"
	case "content-validations": // what a program says while a cell is edited
		return true
	}
	return false
}

// conceal reads an element that is not shown.
func (t *textReader) conceal(e *node) {
	t.concealed = "hidden text"
	t.blocks(e)
	t.concealed = ""
}

func (t *textReader) readTable(e *node) {
	t.endJoined()
	if t.r.format == "ods" {
		t.r.w.Heading(2, mdwriter.Inline(e.attr("name")), e.attr("name"))
	}
	t.headSlide("", "")
	isOpen := t.openTable()
	t.blocks(e)
	first := t.table().first
	if t.table().first = nil; isLayout(first) {
		t.tables = nil
		first.each("tc table-cell", func(cell *node) {
			t.blocks(cell)
			t.endJoined()
		})
		return
	}
	t.row(first)
	if isOpen {
		t.closeTable()
	}
}

// maxCellBlocks is how many blocks a cell of data has: two lines of a name, a text with its list.
const maxCellBlocks = 2

// isLayout reports whether the only row of a table arranges blocks: it is a box around them, or puts them side by side.
func isLayout(row *node) bool {
	most := 0
	row.each("tc table-cell", func(cell *node) {
		blocks := 0
		cell.each("p h tbl table", func(e *node) {
			if strings.TrimSpace(e.string()) != "" {
				blocks++
			}
		})
		most = max(most, blocks)
	})
	return most > maxCellBlocks
}

func (t *textReader) row(e *node) {
	if e == nil {
		return
	}
	t.openRow()
	t.table().next = 0
	t.blocks(e)
	t.closeRow(e.number("number-rows-repeated", 0))
}

// cell reads a cell. Of repeated cells those in hidden columns of a spreadsheet are left out.
func (t *textReader) cell(e *node) {
	table, repeat := t.table(), max(e.number("number-columns-repeated", 1), 1)
	first := table.next
	table.next = min(first+repeat, maxRowCells)
	value, instead := "", false
	if t.r.format == "ods" {
		for _, isHidden := range table.hidden[min(first, len(table.hidden)):min(table.next, len(table.hidden))] {
			if isHidden {
				repeat--
			}
		}
		if repeat == 0 {
			t.conceal(e)
			return
		}
		if value, instead = readCellValue(e); !instead && e.child("p") != nil {
			value = "" // the cell shows its text, which is empty for a format such as ;;;
		}
		t.styles.of(e.attr("style-name")).apply(&table.look)
	}
	t.blocks(e)
	t.endJoined()
	t.cellValue(value, instead)
	t.closeCell(max(repeat, table.columns), table.columns > 0)
	table.columns, table.look = 0, textLook{}
}

// endJoined ends a paragraph whose end was deleted, so that another one was to go on with it.
func (t *textReader) endJoined() {
	if !t.blank() {
		t.end(paragraph{})
	}
}

// paragraph reads a paragraph or a heading: into the open cell, or as a block.
func (t *textReader) paragraph(e *node) {
	if t.r.meter.Spend(ctxio.PerItem) != nil {
		return
	}
	var pPr *node
	t.unseen = false
	t.startText(t.styles.of(e.attr("style-name")), e.Local)
	e.walk(func(kid *node) {
		if kid.Local != "pPr" {
			t.inline(kid)
			return
		}
		pPr = kid.keep()
		t.startText(t.styles.of(pPr.child("pStyle").val()), e.Local)
	})
	switch t.r.format {
	case "docx":
		t.endWord(pPr)
	case "pptx", "xlsx":
		p := paragraph{isNote: t.slide.notes}
		if !t.blank() && !t.inTable() && !t.slide.notes {
			p.item = t.slide.count(pPr)
		}
		t.end(p)
	default:
		t.endODF(e)
	}
}

// startText begins the text of a paragraph or heading, by the name of its element, that has a style.
func (t *textReader) startText(s *style, name string) {
	t.style = s
	t.base = textLook{marks: t.table().look.marks & struck}
	s.apply(&t.base)
	t.look = t.base
	t.inCode = s.block == extract.Code && len(t.tables) == 0 && (t.r.format == "docx" || t.r.format == "odt" && name == "p" && s.level == 0 && t.lists.open == nil)
}

// inline reads an element or a text in a paragraph.
func (t *textReader) inline(e *node) {
	switch e.Local {
	case "": // text stands in elements of its own but in OpenDocument
		if strings.HasPrefix(t.r.format, "od") {
			text := e.text
			if t.inCode {
				text = whiteSpace().ReplaceAllString(text, " ")
			}
			t.write(text)
		}
	case "pPr", "sdtPr", "rt", "ruby-text", "annotation", "note-citation", "title", "desc":
	case "del", "moveFrom":
		t.unseen = true
	case "r", "fld":
		look, link := t.look, t.link
		t.look, t.clicked = t.base, false
		e.walk(t.inline)
		if t.look = look; t.clicked {
			t.link, t.clicked = link, false
		}
	case "rPr":
		t.styles.of(e.child("rStyle").val()).apply(&t.look)
		lookOf(e).apply(&t.look)
		if click := t.targets[e.child("hlinkClick").attr("id")]; strings.Contains(click, ":") {
			t.clicked = true
			t.linkTo(click)
		}
	case "span":
		around := t.look
		t.styles.of(e.attr("style-name")).apply(&t.look)
		e.walk(t.inline)
		t.look = around
	case "t":
		// the result of a field within the instruction of another one is a part of that: IF { MERGEFIELD Sex } = "m" "Sr." "Sra."
		if i := slices.IndexFunc(t.fields, func(f field) bool { return !f.shown }); i >= 0 && t.fields[len(t.fields)-1].shown {
			t.fields[i].add(e.string())
			return
		}
		t.write(e.string())
	case "sym":
		if code, err := strconv.ParseUint(e.attr("char"), 16, 16); err == nil {
			t.write(symbolfont.Text(e.attr("font"), string(rune(code))))
		}
	case "s":
		t.space(strings.Repeat(" ", min(max(e.number("c", 1), 1), maxBlanks)))
	case "tab", "ptab":
		t.space("\t")
	case "br", "cr", "line-break":
		t.space("\n")
	case "noBreakHyphen":
		t.write("-")
	case "ruby":
		reading := e.child("rt ruby-text").string()
		e.walk(t.inline)
		t.write(withReading("", reading))
	case "checkBox": // 17.16.7
		t.write(checkBox[cmp.Or(e.child("checked"), e.child("default")).isOn()])
	case "fieldmark":
		if strings.HasSuffix(e.attr("type"), "FORMCHECKBOX") {
			t.write(checkBox[strings.Contains(e.find("param").attr("name"), "Checked") && e.find("param").attr("value") == "true"])
		}
	case "ddList":
		chosen := e.child("result").number("val", 0)
		e.each("listEntry", func(entry *node) {
			if chosen--; chosen == -1 {
				t.write(entry.val())
			}
		})
	case "chart":
		t.addFigure(t.targets[e.attr("id")], chart)
	case "relIds":
		t.addFigure(t.targets[e.attr("dm")], diagram)
	case "footnoteReference", "endnoteReference":
		t.noteMark(strings.TrimSuffix(e.Local, "Reference") + e.attr("id"))
	case "note-body":
		t.noteBody(e)
	case "a", "hyperlink", "fldSimple":
		around := t.link
		t.linkTo(map[string]string{"a": e.attr("href"), "hyperlink": t.targets[e.attr("id")], "fldSimple": fieldLink(e.attr("instr"))}[e.Local])
		e.walk(t.inline)
		t.link = around
	case "instrText":
		if i := len(t.fields) - 1; i >= 0 {
			t.fields[i].add(e.string())
		}
	case "fldChar":
		e.walk(t.inline) // a box or list of a form
		t.fieldChar(e.attr("fldCharType"))
	case "oMathPara":
		e.each("oMath", func(e *node) { t.equation(e, true) })
	case "oMath":
		t.equation(e, false)
	case "object":
		if e.Space == "draw" {
			t.object(e)
			return
		}
		e.walk(t.inline)
	case "txbxContent", "text-box", "custom-shape":
		if t.enterBox() {
			t.blocks(e)
			t.leaveBox()
			return
		}
		e.walk(t.inline)
	default:
		e.walk(t.inline)
	}
}

// maxBlanks bounds the blanks of one element.
const maxBlanks = 200
