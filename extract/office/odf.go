package office

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/xhtml"
)

// odfLists are the lists of an OpenDocument text: the innermost open one, and the counts that later ones may go on from.
type odfLists struct {
	open    *odfList
	last    map[string]*counter // by style
	byID    map[string]*counter
	levels  map[string]*numberLevels // by style
	outline numberLevels
	heads   counter // of the headings
}

// odfList is an open list.
type odfList struct {
	depth    int // from 1
	style    string
	count    *counter // of it and those around it
	begun    bool     // the open item has a paragraph, or is a header
	override string   // the style of the open item, "" for that of the list
}

// odfStyle takes a style. Those in styles.xml are named by people.
func (t *textReader) odfStyle(e *node, named bool) {
	switch name := e.attr("name"); e.Local {
	case "style":
		numID := "" // that of people's headings means nothing, for the outline numbers them
		if !named && slices.ContainsFunc(e.attrs, func(a xml.Attr) bool { return a.Name.Local == "list-style-name" && a.Value == "" }) {
			numID = "0"
		}
		t.styles.define(name, &style{numID: numID, base: e.attr("parent-style-name"), itemLevel: -1, lookChange: odfLook(e, !named || e.attr("family") == "text")})
	case "list-style":
		if levels := odfLevels(e); len(t.lists.levels) < maxNumberings {
			t.lists.levels[name] = &levels
		}
	case "outline-style":
		t.lists.outline = odfLevels(e)
	}
}

// cellValue writes the value of a cell, if any, instead of its text or where it has none.
func (t *textReader) cellValue(value string, instead bool) {
	table := t.table()
	if value == "" || !instead && table.cell.Len() > 0 {
		return
	}
	md := mdwriter.Inline(value)
	if table.look.marks&struck != 0 {
		md = strikeOut(md)
	}
	table.cell.Reset()
	table.cell.WriteString(md)
}

// endODF ends a paragraph or heading.
func (t *textReader) endODF(e *node) {
	p := paragraph{block: t.style.block, isNote: t.slide.notes}
	switch {
	case e.Local == "h":
		p.level = max(e.number("outline-level", 1), 1)
	case len(t.tables) == 0:
		p.level = t.style.level
	}
	isUnlisted := p.level > 0 && (t.style.numID == "0" || e.attr("is-list-header") == "true")
	if !isUnlisted && (!t.blank() || len(t.tables) > 0) && t.concealed == "" {
		outline := p.level
		if e.Local == "p" { // such as the title of the document
			outline = 0
		}
		p.item = t.item(outline)
	}
	if t.r.format == "odp" && !t.inTable() && !t.blank() {
		if t.slide.title && !t.slide.headed {
			t.headSlide(t.takeHeading(), t.taken)
			return
		}
		t.headSlide("", "")
		p.level, p.block = 0, ""
	}
	t.end(p)
}

// whiteSpace is a run of what is one blank of code (6.1.2).
var whiteSpace = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[ \t\r\n]+`) })

// noteBody reads a note, which has lists of its own, and writes its mark.
func (t *textReader) noteBody(e *node) {
	open := t.lists.open
	t.lists.open = nil
	md := t.note(func() { t.blocks(e) })
	t.lists.open = open
	if !t.isConcealed() {
		t.markdown(t.r.addNote(md), t.link)
	}
}

// list reads a list (19.880, 19.780): it has the style of the one around it unless it names another, and counts from its start unless
// it goes on. On slides the next list may go on with it: programs begin one for each kind of bullet.
func (t *textReader) list(e *node) {
	l, around := &t.lists, t.lists.open
	list := &odfList{depth: 1, style: e.attr("style-name")}
	goesOn := e.attr("continue-numbering") == "true"
	if around != nil {
		list.depth, list.count, list.style = around.depth+1, around.count, cmp.Or(list.style, around.style)
		if list.depth <= maxListDepth && !goesOn {
			list.count.begun[list.depth-1] = false
		}
	} else {
		if goesOn {
			list.count = l.last[list.style]
		}
		list.count = cmp.Or(l.byID[e.attr("continue-list")], list.count, &counter{})
		if len(l.byID) < maxNumberings {
			l.last[list.style], l.byID[e.attr("id")] = list.count, list.count
			delete(l.byID, "")
		}
	}
	l.open = list
	t.blocks(e)
	if l.open = around; around == nil && t.r.format != "odp" {
		t.r.w.EndList()
	}
}

// listItem reads an item, or the header of the list.
func (t *textReader) listItem(e *node) {
	if list := t.lists.open; list != nil {
		list.begun, list.override = e.Local == "list-header", e.attr("style-override")
		if start := e.number("start-value", 0); e.attr("start-value") != "" && list.depth <= maxListDepth {
			list.count.set(list.depth-1, start-1)
		}
	}
	t.blocks(e)
}

// item returns the place of a paragraph in its lists, of a heading in the outline. The first paragraph of an item has its number.
func (t *textReader) item(heading int) *item {
	list := t.lists.open
	if list == nil {
		if heading > 0 && heading <= maxListDepth {
			return t.lists.heads.count(&t.lists.outline, heading-1)
		}
		return nil
	}
	level, isFirst := min(list.depth, maxListDepth)-1, !list.begun
	list.begun = true
	levels := t.lists.levels[cmp.Or(list.override, list.style)]
	if !isFirst || levels == nil {
		return &item{level: level, number: mdwriter.NoNumber, follows: !isFirst}
	}
	return list.count.count(levels, level)
}

// headSlide writes the heading of a slide of OpenDocument before its first text, with its title
// in Markdown and as text or, for "", its number alone.
func (t *textReader) headSlide(title, text string) {
	if t.slide.number == 0 || t.slide.headed {
		return
	}
	t.slide.headed = true
	number := "Slide " + strconv.Itoa(t.slide.number)
	if title != "" {
		number += ": "
		t.r.meta.Title = cmp.Or(t.r.meta.Title, text)
	}
	t.r.w.Heading(2, number+title, number+text)
}

// maxMathML bounds the bytes of MathML of one formula.
const maxMathML = 64 << 10

// object reads an embedded document (10.4.6.2): a formula, which is one of MathML, stands at its place in the text, the tables of any other
// after the paragraph.
func (t *textReader) object(e *node) {
	part := path.Join(path.Clean(e.attr("href")), "content.xml")
	in := t.r.open(part)
	if in == nil || part == "content.xml" { // a document can't embed itself
		return
	}
	body, _ := io.ReadAll(io.LimitReader(in, maxMathML+1))
	switch _, tag, isMath := bytes.Cut(xhtml.PlainMath(body), []byte("<math")); {
	case !isMath:
		t.addFigure(part, embedded)
	case t.r.html == nil || t.r.formulas == maxFormulas || t.isConcealed():
	case len(body) > maxMathML:
		t.r.cut = true
	default:
		t.r.formulas++
		_, content, _ := bytes.Cut(tag, []byte(">"))
		t.markdown(t.r.formula(strings.ToValidUTF8(string(content), "")), t.link)
	}
}
