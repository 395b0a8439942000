package contentstream

import (
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

func (in *interpreter) operator(name string, o []operand) {
	switch name {
	case "q":
		in.push()
	case "Q":
		in.pop()
	case "cm":
		if m, ok := matrixOf(last(o, 6)); ok {
			if m = m.mul(in.state.ctm); m.usable() {
				in.state.ctm = m
			}
		}
	case "gs":
		in.graphicsState(nameOf(o))
	case "Do":
		in.paintXObject(nameOf(o))
	case "sh":
		in.shade()
	case "BDC", "BMC":
		in.begin(name, o)
	case "EMC":
		in.end()
	default:
		if !in.textOperator(name, o) && !in.pathOperator(name, o) {
			in.colorOperator(name, o)
		}
	}
}

func (in *interpreter) push() {
	if len(in.stack) >= maxStates {
		in.lost++
		return
	}
	in.stack = append(in.stack, in.state)
}

func (in *interpreter) pop() {
	switch {
	case in.lost > 0:
		in.lost--
	case len(in.stack) > 0:
		in.state = in.stack[len(in.stack)-1]
		in.stack = in.stack[:len(in.stack)-1]
	}
}

func matrixOf(o []operand) (m matrix, ok bool) {
	if len(o) < 6 {
		return m, false
	}
	for i := range m {
		m[i] = o[i].num
	}
	return m, true
}

func nameOf(o []operand) string {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].kind == token.Name {
			return string(o[i].text)
		}
	}
	return ""
}

// colorOperator keeps track of white fills.
func (in *interpreter) colorOperator(name string, o []operand) {
	s := &in.state
	switch name {
	case "g":
		s.space = 1
		s.setColor(1, numbers(o))
	case "rg":
		s.space = 3
		s.setColor(3, numbers(o))
	case "k":
		s.space = 4
		s.setColor(4, numbers(o))
	case "cs":
		s.white = false
		switch nameOf(o) {
		case "DeviceGray", "CalGray", "G":
			s.space = 1
		case "DeviceRGB", "CalRGB", "RGB":
			s.space = 3
		case "DeviceCMYK", "CMYK":
			s.space = 4
		default:
			s.space = 0
		}
	case "sc", "scn":
		s.setColor(s.space, numbers(o))
	}
}

func (in *interpreter) graphicsState(name string) {
	gs := in.d.Dict(in.d.Dict(in.resources["ExtGState"])[name])
	if gs == nil {
		return
	}
	if a, ok := in.d.Num(gs["ca"]); ok {
		in.state.transparent, in.state.translucent = a <= 0.01, a < 1
	}
	if mode := in.d.Name(gs["BM"]); mode != "" && mode != "Normal" && mode != "Compatible" || in.d.Dict(gs["SMask"]) != nil || in.d.Array(gs["BM"]) != nil {
		in.state.translucent = true
	}
	if list := in.d.Array(gs["Font"]); len(list) == 2 {
		in.state.text.font = in.fonts.get(list[0])
		in.state.text.size, _ = in.d.Num(list[1])
	}
}

func (in *interpreter) begin(name string, o []operand) {
	if len(in.marks) >= maxMarks {
		in.unkept++
		return
	}
	m := markedContent{mcid: -1, glyphs: len(in.page.Glyphs)}
	if len(o) > 0 && o[0].kind == token.Name {
		m.artifact = string(o[0].text) == "Artifact"
	}
	if name == "BDC" && len(o) > 1 {
		in.properties(&m, o)
	}
	if len(in.forms) > 0 {
		m.mcid = -1 // of the form, whose numbers are others than those of the page
	}
	in.marks = append(in.marks, m)
}

func (in *interpreter) properties(m *markedContent, o []operand) {
	switch p := o[len(o)-1]; p.kind {
	case token.DictStart:
		if id, ok := p.dict["MCID"]; ok && id.kind == token.Number && id.num >= 0 && id.num < 1<<30 {
			m.mcid = int32(id.num)
		}
		if text, ok := p.dict["ActualText"]; ok && text.kind == token.String {
			m.actual = in.actualText(text.text[:min(len(text.text), maxActual)], len(text.text) <= maxActual)
		}
	case token.Name:
		ref := in.d.Dict(in.resources["Properties"])[string(p.text)]
		if string(o[0].text) == "OC" {
			m.hidden = in.layers.Off(ref)
			return
		}
		dict := in.d.Dict(ref)
		if id, ok := in.d.Num(dict["MCID"]); ok && id >= 0 && id < 1<<30 {
			m.mcid = int32(id)
		}
		if text := dict["ActualText"]; text != nil && in.budget.Texts > 0 {
			m.actual = in.actualText(in.d.BytesUpTo(text, maxActual))
		}
	}
}

// maxActual is the maximum length of an ActualText in bytes.
const maxActual = 16 << 10

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
	if m.actual != "" && m.glyphs < len(in.page.Glyphs) {
		in.replace(in.page.Glyphs[m.glyphs:], m.actual)
	}
}

// replace sets the text of the glyphs to their ActualText. If that has more than twice
// as many characters as the glyphs, plus 8, replace keeps the glyphs and records the
// ActualText as invisible.
func (in *interpreter) replace(glyphs []Glyph, actual string) {
	length, shown := utf8.RuneCountInString(actual), 0
	for i := range glyphs {
		shown += max(1, utf8.RuneCountInString(glyphs[i].Text))
	}
	if length > 2*shown+8 {
		in.addInvisibleText(actual)
		return
	}
	for i := range glyphs {
		glyphs[i].Text = ""
	}
	glyphs[0].Text = actual
}
