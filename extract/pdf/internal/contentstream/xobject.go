package contentstream

import (
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// paintXObject paints an external object: the content of a form, or an image, of which
// only the area counts.
func (in *interpreter) paintXObject(name string) {
	o := in.d.Dict(in.resources["XObject"])[name]
	dict := in.d.Dict(o)
	if in.layers.Off(dict["OC"]) {
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
	r := in.state.ctm.box(object.Rect{X1: 1, Y1: 1}).Within(in.page.box())
	if r.IsEmpty() {
		return
	}
	in.addRule(r)                              // as dvips writes them
	in.addBackground(background{box: r}, true) // a thin one too: large images may come in strips
	in.page.ImageArea = min(1, in.page.ImageArea+(r.X1-r.X0)*(r.Y1-r.Y0)/(in.page.Width*in.page.Height))
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
		in.state.clip.box = in.state.ctm.box(box).Within(in.state.clip.box)
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
	var m matrix
	a := in.d.Array(dict["Matrix"])
	usable := len(a) == len(m)
	for i := 0; usable && i < len(m); i++ {
		m[i], usable = in.d.Num(a[i])
	}
	if !usable || !m.usable() {
		return identity()
	}
	return m
}
