package office

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
)

// The bounds of styles: of a document, and of those that one goes on from.
const (
	maxStyles = 5000
	maxBases  = 10
)

// style holds the properties of a style of Word or OpenDocument.
type style struct {
	name, base string       // for people, and the style that it goes on from
	level      int          // of the outline, 0 for text
	title      bool         // of the document
	block      extract.Kind // as of a paragraph
	numID      string       // the list of its paragraphs, "0" for none of those of its base
	itemLevel  int          // in that list, -1 for unsaid
	depth      int          // of items whose style is one of Word's own for nested lists, which are lists of one level
	listStyle  string       // the style that names the list
	lookChange
}

// styles are the styles of a document by their identifiers.
type styles struct{ defined, resolved map[string]*style }

func newStyles() styles { return styles{map[string]*style{}, map[string]*style{}} }

func (t styles) define(id string, s *style) {
	if len(t.defined) < maxStyles && id != "" {
		t.defined[id] = s
	}
}

// of returns a style with what those say that it goes on from. The names of those for headings, code and quotes are English in
// documents of every language, and say what their paragraphs are before anything else does.
func (t styles) of(id string) *style {
	if s := t.resolved[id]; s != nil {
		return s
	}
	out, first := &style{itemLevel: -1}, id
	for i := 0; i < maxBases && id != ""; i++ {
		s := t.defined[id]
		if s == nil {
			s = &style{}
		}
		for _, name := range [...]string{id, s.name} {
			out.takeName(name)
		}
		out.level = cmp.Or(out.level, s.level)
		if out.numID == "" && s.numID != "" {
			out.numID, out.itemLevel, out.listStyle = s.numID, s.itemLevel, id
		}
		base := s.lookChange // which has what the styles that go on from it don't set
		out.apply(&base.textLook)
		base.said |= out.said
		out.lookChange = base
		id = s.base
	}
	if len(t.resolved) < maxStyles {
		t.resolved[first] = out
	}
	return out
}

var foldStyleName = strings.NewReplacer(" ", "", "_20_", "", "-", "")

// takeName takes what the name of a style says of its paragraphs, unless another name has said it: that of Word, of LibreOffice or of
// pandoc. "List Bullet 2" stands within "List Bullet".
func (s *style) takeName(name string) {
	const digits = "0123456789"
	if strings.TrimLeft(name, digits) == "" {
		return // a number, as the styles of RTF have
	}
	name = strings.ToLower(foldStyleName.Replace(name))
	word := strings.TrimRight(name, digits)
	number, _ := strconv.Atoi(name[len(word):])
	switch {
	case name == "title" && s.level == 0:
		s.level, s.title = 1, true
	case word == "heading" && s.level == 0:
		s.level = min(number, 6)
	case isOneOf(word, "listbullet listnumber") && number <= 5:
		s.depth = max(s.depth, number-1)
	case s.block != "":
	case isOneOf(name, "htmlpreformatted preformattedtext sourcecode code codeblock listing verbatim macro macrotext"):
		s.block = extract.Code
	case isOneOf(name, "quote intensequote blocktext blockquote blockquotation quotations"):
		s.block = extract.Quote
	}
}

// outlineLevel is the level of a heading by its outline level, which counts from zero; 0 for text.
func outlineLevel(e *node) int {
	if n := e.number("val", -1); n >= 0 && n <= 8 {
		return min(n+1, 6)
	}
	return 0
}

// wordStyles reads the styles of a Word document.
func (r *reader) wordStyles() styles {
	t := newStyles()
	r.xml(r.main.of("styles")).each("style", func(e *node) {
		pPr := e.child("pPr")
		numPr := pPr.child("numPr")
		s := &style{name: e.child("name").val(), base: e.child("basedOn").val(), level: outlineLevel(pPr.child("outlineLvl")),
			numID: numPr.child("numId").val(), itemLevel: numPr.child("ilvl").level("val"), lookChange: lookOf(e.child("rPr"))}
		if e.attr("type") != "character" {
			s.said, s.marks = s.said&(hidden|offLine), s.marks&(hidden|offLine) // headings are bold as it is
		}
		t.define(e.attr("styleId"), s)
	})
	return t
}

// odfLook reads the properties of text of a style. Styles of paragraphs that have a name for people are not bold: their headings are.
func odfLook(e *node, looks bool) lookChange {
	c := lookOf(e.child("text-properties"))
	if !looks {
		c.said, c.marks = c.said&^(bold|italic), c.marks&^(bold|italic)
	}
	if e.child("drawing-page-properties").attr("visibility") == "hidden" || e.child("table-properties").attr("display") == "false" {
		c.set(hidden, true)
	}
	return c
}

// lookOf reads how text looks: of the elements of WordprocessingML and SpreadsheetML, or of the attributes of DrawingML and OpenDocument.
func lookOf(properties *node) (c lookChange) {
	if properties == nil {
		return c
	}
	for _, a := range properties.attrs {
		c.property(a.Name.Local, a.Value)
	}
	for _, p := range properties.content() {
		c.property(p.Local, cmp.Or(p.val(), p.attr("ascii"), p.attr("hAnsi"), p.attr("typeface")))
	}
	return c
}

func (c *lookChange) property(name, value string) {
	isOn := toggled(value) && !isOneOf(value, "none noStrike normal")
	switch name {
	case "b", "font-weight":
		c.set(bold, isOn)
	case "i", "font-style":
		c.set(italic, isOn)
	case "strike", "dstrike", "text-line-through-style":
		c.set(struck, isOn)
	case "vanish", "webHidden":
		c.set(hidden, isOn)
	case "display":
		if value == "none" {
			c.set(hidden, true)
		}
	case "vertAlign", "position", "text-position", "baseline": // by name, or by how far above the line, and the size
		where, _, _ := strings.Cut(value, " ")
		c.said, c.marks = c.said|offLine, c.marks&^offLine|shiftOf(where)
	case "rFonts", "rFont", "name", "latin", "sym", "font-name":
		if symbolfont.Is(value) {
			c.font, c.sym = value, name == "sym"
		}
	}
}
