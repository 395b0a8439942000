package contentstream

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// Bounds of the value of a form field without an appearance.
const (
	maxFieldDepth = 16   // parents that are asked
	maxFieldValue = 4096 // bytes
	maxFieldSize  = 12   // of the type in points, where the field names none
)

// fieldValue shows the value of a field whose appearance is missing or shows no text, as of forms that
// programs fill in: a reader makes an appearance of it (ISO 32000-2, 12.7.4.3). A line of it is one glyph. Of a check box or radio button
// that is on it shows a ticked box.
func (in *interpreter) fieldValue(a object.Dict, rect object.Rect, base matrix) {
	if in.d.Name(a["Subtype"]) != "Widget" {
		return
	}
	const multiline, password, pushButton = 1 << 12, 1 << 13, 1 << 16
	kind, flags := in.d.Name(in.inherited(a, "FT")), in.d.Int(in.inherited(a, "Ff"))
	var value string
	switch state := in.d.Name(a["AS"]); {
	case kind == "Btn" && flags&pushButton == 0 && state != "" && state != "Off":
		value = "☑"
	case kind == "Ch", kind == "Tx" && flags&password == 0:
		value = in.fieldText(in.inherited(a, "V"))
	}
	size := in.fieldSize(a)
	if size <= 0 {
		size = min(maxFieldSize, 0.7*(rect.Y1-rect.Y0))
	}
	if strings.TrimSpace(value) == "" || size < 1 {
		return
	}
	in.state = initial(base)
	in.stack, in.marks = nil, nil
	in.scrolls = true
	in.setFont("")
	in.state.text.size = size
	y := rect.Y0 + (rect.Y1-rect.Y0-size)/2 + 0.2*size
	if kind == "Tx" && flags&multiline != 0 {
		y = rect.Y1 - 1.2*size
	}
	for line := range strings.FieldsFuncSeq(value, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = strings.Join(strings.Fields(line), " ")
		width := min(float64(utf8.RuneCountInString(line))*0.5*size, rect.X1-rect.X0-2)
		in.tm = matrix{1, 0, 0, 1, rect.X0 + 2, y}
		place := in.placement()
		x, y0 := place.m.apply(in.tm[4], in.tm[5])
		in.addGlyph(Glyph{Text: line, MCID: -1, W: float32(width * place.stretch)}, x, y0, place, false)
		y -= 1.2 * size
	}
	in.scrolls = false
}

// fieldText returns the value of a field, several of them on a line each, "" when
// the budget is used up.
func (in *interpreter) fieldText(o object.Object) string {
	var b strings.Builder
	for _, v := range in.d.List(o) {
		raw, _ := in.d.BytesUpTo(v, maxFieldValue)
		if text := object.DecodeText(raw); b.Len()+len(text) < maxFieldValue {
			b.WriteString(text + "\n")
		}
	}
	if in.budget.Texts -= b.Len(); in.budget.Texts < 0 {
		return ""
	}
	return b.String()
}

// inherited returns an entry of a field, or of the nearest parent that has it.
func (in *interpreter) inherited(field object.Dict, key string) object.Object {
	for range maxFieldDepth {
		if field == nil {
			return nil
		}
		if o := field[key]; o != nil {
			return o
		}
		field = in.d.Dict(field["Parent"])
	}
	return nil
}

// fieldSize returns the size in the default appearance of a field, "/Helv 12 Tf", 0
// for none.
func (in *interpreter) fieldSize(field object.Dict) float64 {
	raw, _ := in.d.BytesUpTo(in.inherited(field, "DA"), maxFieldValue)
	words := strings.Fields(string(raw))
	for i := len(words) - 1; i > 0; i-- {
		if words[i] == "Tf" {
			size, _ := strconv.ParseFloat(words[i-1], 64)
			return min(max(size, 0), 100)
		}
	}
	return 0
}
