package contentstream

import (
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// maxActual is the maximum length of an ActualText in bytes.
const maxActual = 16 << 10

// markedContent is an open marked-content sequence.
type markedContent struct {
	mcid     int32  // its own, or that of one around it
	hidden   bool   // by a layer, or as one around it
	replaced bool   // it or one around it has an ActualText: glyphs without text count too
	actual   string // ActualText, which replaces the text of the glyphs
	glyphs   int    // how many there were before
}

// marked returns the innermost open sequence.
func (in *interpreter) marked() markedContent {
	if len(in.marks) == 0 {
		return markedContent{mcid: -1}
	}
	return in.marks[len(in.marks)-1]
}

// begin opens a sequence, with properties or without.
func (in *interpreter) begin(o []operand, properties bool) {
	if len(in.marks) >= maxMarks {
		in.unkept++
		return
	}
	m := in.marked()
	m.actual, m.glyphs = "", len(in.page.Glyphs)
	if properties && len(o) > 1 {
		in.properties(&m, nameOf(o[:1]), &o[len(o)-1])
	}
	m.replaced = m.replaced || m.actual != ""
	in.marks = append(in.marks, m)
}

func (in *interpreter) properties(m *markedContent, tag string, p *operand) {
	var id float64
	var known bool
	switch p.kind {
	case token.DictStart:
		number, text := p.entry("MCID"), p.entry("ActualText")
		id, known = number.num, number.kind == token.Number
		if text.kind == token.String {
			m.actual = in.actualText(text.text[:min(len(text.text), maxActual)], len(text.text) <= maxActual)
		}
	case token.Name:
		ref := in.d.Dict(in.resources["Properties"])[string(p.text)]
		if tag == "OC" {
			m.hidden = m.hidden || in.layers.Off(ref)
			return
		}
		dict := in.d.Dict(ref)
		id, known = in.d.Num(dict["MCID"])
		if text := dict["ActualText"]; text != nil && in.budget.Texts > 0 {
			m.actual = in.actualText(in.d.BytesUpTo(text, maxActual))
		}
	}
	if known && id >= 0 && id < 1<<30 && len(in.forms) == 0 { // a form has numbers of its own
		m.mcid = int32(id)
	}
}

// actualText decodes an ActualText. It returns "" if the budget is used up, or if the
// text is longer than maxActual (whole is false); then Page.Odd gets its beginning.
func (in *interpreter) actualText(raw []byte, whole bool) string {
	if in.budget.Texts -= len(raw); in.budget.Texts < 0 {
		return ""
	}
	if !whole {
		in.addInvisibleText(object.DecodeText(raw[:min(len(raw), maxNote)]))
		return ""
	}
	return object.DecodeText(raw)
}

// addInvisibleText adds an ActualText that the page does not show to Page.Odd, unless the
// last one recorded is the same.
func (in *interpreter) addInvisibleText(text string) {
	text = excerpt(text)
	if n := len(in.page.Odd); n < maxNotes && (n == 0 || in.page.Odd[n-1] != text) {
		in.page.Odd = append(in.page.Odd, text)
	}
}

// end closes the last sequence, and sets the text of its glyphs to their ActualText. If that has more than
// twice as many characters as the glyphs, plus 8, the glyphs stay and the ActualText is invisible.
func (in *interpreter) end() {
	if in.unkept > 0 {
		in.unkept--
		return
	}
	if len(in.marks) == 0 {
		return
	}
	m := in.marks[len(in.marks)-1]
	in.marks = in.marks[:len(in.marks)-1]
	if m.actual == "" || m.glyphs >= len(in.page.Glyphs) {
		return
	}
	glyphs, shown := in.page.Glyphs[m.glyphs:], 0
	for i := range glyphs {
		shown += max(1, utf8.RuneCountInString(glyphs[i].Text))
	}
	if utf8.RuneCountInString(m.actual) > 2*shown+8 {
		in.addInvisibleText(m.actual)
		return
	}
	for i := range glyphs {
		glyphs[i].Text = ""
	}
	glyphs[0].Text = m.actual
}
