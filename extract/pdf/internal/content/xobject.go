package content

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// call paints an external object: the content of a form, or an image, of which
// only the area counts.
func (in *interpreter) call(name string) {
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
	in.page.ImageArea = min(1, in.page.ImageArea+(x1-x0)*(y1-y0)/(in.page.Width*in.page.Height))
	in.unsure(object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	if len(in.dark) < maxDark {
		in.dark = append(in.dark, object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1})
	}
}

// form runs the content of a form under a matrix.
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
	if box, ok := in.d.Rect(dict["BBox"]); ok && in.state.ctm.square() {
		box.X0, box.Y0, box.X1, box.Y1 = in.state.ctm.box(box.X0, box.Y0, box.X1, box.Y1)
		in.state.clip.narrow(box)
	} else {
		in.state.clip.odd = true
	}
	if in.state.ctm.sound() {
		resources := in.d.Dict(dict["Resources"])
		if resources == nil {
			resources = in.resources
		}
		if data := in.d.Data(o); in.budget.again(number, len(data)) {
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
	if !m.sound() {
		return identity()
	}
	return m
}

// maxAnnotations bounds the annotations of a page.
const maxAnnotations = 5000

// annotations shows the appearances of annotations and notes links.
func (in *interpreter) annotations(list object.Array, base matrix) {
	for _, o := range list[:min(len(list), maxAnnotations)] {
		a := in.d.Dict(o)
		if a == nil {
			continue
		}
		in.note(a)
		const hidden, noView = 1 << 1, 1 << 5
		if in.d.Int(a["F"])&(hidden|noView) != 0 || a["OC"] != nil && in.layers.Off(a["OC"]) {
			continue
		}
		rect, ok := in.d.Rect(a["Rect"])
		if !ok {
			continue
		}
		switch in.d.Name(a["Subtype"]) {
		case "Link":
			in.link(a, rect, base)
			continue
		case "Popup":
			continue
		}
		in.appearance(a, rect, base)
	}
}

func (in *interpreter) link(a object.Dict, rect object.Rect, base matrix) {
	action := in.d.Dict(a["A"])
	if len(in.page.Links) >= maxLinks || in.budget.Links <= 0 {
		return
	}
	in.budget.Links--
	uri := in.uri(object.Number(a["A"]), action["URI"])
	if uri == "" {
		return
	}
	x0, y0, x1, y1 := base.box(rect.X0, rect.Y0, rect.X1, rect.Y1)
	in.page.Links = append(in.page.Links, Link{object.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}, uri})
}

// maxURI bounds an address in bytes.
const maxURI = 4096

// uri returns the address of an action, "" for one that is too long. An action
// that many links share, by its number, is read once.
func (in *interpreter) uri(action int, o object.Object) string {
	if uri, known := in.budget.uris[action]; known && action != 0 {
		return uri
	}
	raw, whole := in.d.BytesUpTo(o, maxURI)
	if !whole {
		return ""
	}
	uri := strings.ToValidUTF8(string(raw), "")
	if in.budget.uris == nil {
		in.budget.uris = map[int]string{}
	}
	in.budget.uris[action] = uri
	return uri
}

// Bounds of the texts of the annotations of a page.
const (
	maxNotes = 500
	maxNote  = 4096
)

// note keeps the text of an annotation.
func (in *interpreter) note(a object.Dict) {
	if text := in.d.Text(a["Contents"]); text != "" && len(in.page.Notes) < maxNotes {
		in.page.Notes = append(in.page.Notes, excerpt(text))
	}
}

// excerpt returns the beginning of a text that is kept for the scan.
func excerpt(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxNote)], "") }

// appearance runs the normal appearance of an annotation, fitted into its
// rectangle (ISO 32000-2, algorithm 8).
func (in *interpreter) appearance(a object.Dict, rect object.Rect, base matrix) {
	o := in.d.Dict(a["AP"])["N"]
	dict := in.d.Dict(o)
	if dict == nil {
		return
	}
	if dict["BBox"] == nil { // appearances by state
		o = dict[in.d.Name(a["AS"])]
		if dict = in.d.Dict(o); dict == nil {
			return
		}
	}
	box, ok := in.d.Rect(dict["BBox"])
	if !ok {
		return
	}
	m := in.formMatrix(dict)
	x0, y0, x1, y1 := m.box(box.X0, box.Y0, box.X1, box.Y1)
	if x1-x0 <= 0 || y1-y0 <= 0 {
		return
	}
	sx, sy := (rect.X1-rect.X0)/(x1-x0), (rect.Y1-rect.Y0)/(y1-y0)
	fit := matrix{sx, 0, 0, sy, rect.X0 - x0*sx, rect.Y0 - y0*sy}
	in.state = initial(base)
	in.stack, in.marks = nil, nil
	in.scrolls = in.d.Name(a["Subtype"]) == "Widget"
	in.form(o, dict, fit.mul(base))
	in.scrolls = false
}
