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
	maxOptions    = 500  // of a choice
	maxFieldSize  = 12   // of the type in points, where the field names none
)

// Flags of fields (ISO 32000-2, tables 227, 229 and 231).
const (
	multiline  = 1 << 12
	password   = 1 << 13
	pushButton = 1 << 16
	comb       = 1 << 24
)

// fieldValue shows the value of a field whose appearance is missing or shows no text, as of forms that
// programs fill in: a reader makes an appearance of it (ISO 32000-2, 12.7.4.3). A line of it is one glyph. Of a check box or radio button
// that is on it shows a ticked box.
func (in *interpreter) fieldValue(a object.Dict, rect object.Rect, base matrix) {
	if !in.isField {
		return
	}
	kind, flags := in.d.Name(in.inherited(a, "FT")), in.d.Int(in.inherited(a, "Ff"))
	var value string
	switch {
	case kind == "Btn" && flags&pushButton == 0 && in.isOn(a):
		value = "☑"
	case kind == "Ch", kind == "Tx" && flags&password == 0:
		value = in.fieldText(in.inherited(a, "V"), in.inherited(a, "Opt"))
	}
	size := in.fieldSize(a)
	if size <= 0 {
		size = min(maxFieldSize, 0.7*(rect.Y1-rect.Y0))
	}
	if strings.TrimSpace(value) == "" || size < 1 {
		return
	}
	in.state = initial(base)
	in.state.space = 0 // in a colour of its own, seen on the circle that an appearance of a radio button fills
	in.stack, in.marks = nil, nil
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
}

// showsLess reports whether an appearance says less than the value of its field: none of it is text, it has each character in a box of
// its own (a comb), or it is a sign that reads as the bullet of an item.
func (in *interpreter) showsLess(a object.Dict, shown []Glyph) bool {
	var text strings.Builder
	for i := range shown {
		text.WriteString(shown[i].Text)
	}
	switch said := strings.TrimSpace(text.String()); {
	case said == "":
		return true
	case !in.isField:
		return false
	case in.d.Name(in.inherited(a, "FT")) == "Btn":
		return in.d.Int(in.inherited(a, "Ff"))&pushButton == 0 && strings.Trim(said, "●•■◆") == ""
	}
	return in.d.Int(in.inherited(a, "Ff"))&comb != 0 && in.inherited(a, "V") != nil
}

// isOn reports whether a check box or radio button is on: by its state, or without one by the value of its field.
func (in *interpreter) isOn(a object.Dict) bool {
	state, value := in.d.Name(a["AS"]), in.d.Name(in.inherited(a, "V"))
	if states := in.d.Dict(in.d.Dict(a["AP"])["N"]); state == "" && (states == nil || states[value] != nil) {
		state = value
	}
	return state != "" && state != "Off"
}

// fieldText returns the value of a field, several of them on a line each, "" when the budget is used up. Of options that have a text
// for people beside the value it is that.
func (in *interpreter) fieldText(o, options object.Object) string {
	var b strings.Builder
	shown := map[string]object.Object{}
	choices := in.d.List(options)
	for _, option := range choices[:min(len(choices), maxOptions)] {
		if pair := in.d.Array(option); len(pair) == 2 && in.budget.Texts > 0 {
			raw, _ := in.d.BytesUpTo(pair[0], maxFieldValue)
			in.budget.Texts -= 1 + len(raw)
			shown[string(raw)] = pair[1]
		}
	}
	for _, v := range in.d.List(o) {
		raw, _ := in.d.BytesUpTo(v, maxFieldValue)
		if option := shown[string(raw)]; option != nil {
			raw, _ = in.d.BytesUpTo(option, maxFieldValue)
		}
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
