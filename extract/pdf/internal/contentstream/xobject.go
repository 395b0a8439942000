package contentstream

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// paintXObject paints an external object: the content of a form, or an image, of which
// only the area counts.
func (in *interpreter) paintXObject(name string) {
	o, ok := in.d.Dict(in.resources["XObject"])[name]
	if !ok {
		return
	}
	dict := in.d.Dict(o)
	if dict == nil || dict["OC"] != nil && in.layers.Off(dict["OC"]) {
		return
	}
	switch in.d.Name(dict["Subtype"]) {
	case "Image":
		in.image()
	case "Form":
		in.form(o, dict, in.state.ctm)
	}
}

// image notes the area that an image is painted on: the unit square.
func (in *interpreter) image() {
	x0, y0, x1, y1 := in.state.ctm.box(0, 0, 1, 1)
	x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, in.page.Width), min(y1, in.page.Height)
	if x1 <= x0 || y1 <= y0 {
		return
	}
	if isThin(x1-x0, y1-y0) { // a rule, as dvips writes them
		in.thinArea(x0, y0, x1, y1)
	}
	in.page.ImageArea = min(1, in.page.ImageArea+(x1-x0)*(y1-y0)/(in.page.Width*in.page.Height))
	in.addUnknownBackground(object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	if len(in.dark) < maxDark {
		in.dark = append(in.dark, object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	}
}

func (in *interpreter) form(o object.Object, dict object.Dict, ctm matrix) {
	number := object.Number(o)
	if in.budget.Forms--; in.budget.Forms < 0 || len(in.forms) >= maxForms || number != 0 && slices.Contains(in.forms, number) {
		return
	}
	saved, stack, lost := in.state, in.stack, in.lost
	tm, tlm, marks := in.tm, in.tlm, len(in.marks)
	in.state.ctm = in.formMatrix(dict).mul(ctm)
	in.stack, in.lost = nil, 0
	in.forms = append(in.forms, number)
	if box, ok := in.d.Rect(dict["BBox"]); ok && in.state.ctm.keepsUpright() {
		box.X0, box.Y0, box.X1, box.Y1 = in.state.ctm.box(box.X0, box.Y0, box.X1, box.Y1)
		in.state.clip.narrow(box)
	} else {
		in.state.clip.odd = true
	}
	if in.state.ctm.usable() {
		resources := in.d.Dict(dict["Resources"])
		if resources == nil {
			resources = in.resources
		}
		if data := in.d.Data(o); in.budget.spendRepeat(number, len(data)) {
			in.run(data, resources)
		}
	}
	in.forms = in.forms[:len(in.forms)-1]
	in.state, in.stack, in.lost = saved, stack, lost
	in.tm, in.tlm, in.marks = tm, tlm, in.marks[:min(marks, len(in.marks))]
}

func (in *interpreter) formMatrix(dict object.Dict) matrix {
	m := identity()
	a := in.d.Array(dict["Matrix"])
	if len(a) != 6 {
		return m
	}
	for i, v := range a {
		n, ok := in.d.Num(v)
		if !ok {
			return identity()
		}
		m[i] = n
	}
	if !m.usable() {
		return identity()
	}
	return m
}
