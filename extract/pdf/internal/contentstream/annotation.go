package contentstream

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// maxAnnotations bounds the annotations of a page.
const maxAnnotations = 5000

func (in *interpreter) annotations(list object.Array, base matrix) {
	for n, o := range list[:min(len(list), maxAnnotations)] {
		a := in.d.Dict(o)
		const hidden, noView = 1 << 1, 1 << 5
		shown := in.d.Int(a["F"])&(hidden|noView) == 0 && !in.layers.Off(a["OC"])
		in.note(a, shown)
		rect, ok := in.d.Rect(a["Rect"])
		if !shown || !ok {
			continue
		}
		switch kind := in.d.Name(a["Subtype"]); kind {
		case "Link":
			if action := in.d.Dict(a["A"]); len(in.page.Links) < maxLinks && in.budget.Links > 0 {
				in.budget.Links--
				if uri := in.uri(object.Number(a["A"]), action["URI"]); uri != "" {
					in.page.Links = append(in.page.Links, Link{base.box(rect), uri})
				}
			}
		case "Popup":
		default:
			in.annotation, in.isField = int32(n+1), kind == "Widget"
			before := len(in.page.Glyphs)
			if !in.appearance(a, rect, base) || in.showsLess(a, in.page.Glyphs[before:]) {
				in.page.Glyphs = in.page.Glyphs[:before]
				in.fieldValue(a, rect, base)
			}
			in.annotation, in.isField = 0, false
		}
	}
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

// note keeps the text of an annotation: a text box, a comment, or text that no reader
// sees. The third kind is that of an annotation which isn't shown, and what a link, a
// form field or a part of another annotation says of itself. A popup shows what the
// annotation that it belongs to says.
func (in *interpreter) note(a object.Dict, shown bool) {
	text := in.d.Text(a["Contents"])
	p := in.page
	if text == "" || in.budget.Notes <= 0 || len(p.Notes)+len(p.Comments)+len(p.TextBoxes) >= maxNotes {
		return
	}
	in.budget.Notes--
	list := &p.Notes
	if shown {
		switch in.d.Name(a["Subtype"]) {
		case "FreeText":
			list = &p.TextBoxes
		case "Text", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly", "StrikeOut", "Caret", "Stamp", "Ink",
			"FileAttachment", "Redact": // markup, whose Contents are a remark on the page (ISO 32000-2, 12.5.6.2)
			list = &p.Comments
		}
	}
	*list = append(*list, excerpt(text))
}

func excerpt(text string) string { return strings.ToValidUTF8(text[:min(len(text), maxNote)], "") }

// appearance runs the normal appearance of an annotation, fitted into its
// rectangle (ISO 32000-2, algorithm 8). It reports false for one without.
func (in *interpreter) appearance(a object.Dict, rect object.Rect, base matrix) bool {
	o := in.d.Dict(a["AP"])["N"]
	dict := in.d.Dict(o)
	if dict == nil {
		return false
	}
	if dict["BBox"] == nil { // appearances by state
		o = dict[in.d.Name(a["AS"])]
		if dict = in.d.Dict(o); dict == nil {
			return true
		}
	}
	box, ok := in.d.Rect(dict["BBox"])
	if !ok {
		return true
	}
	if box = in.formMatrix(dict).box(box); box.IsEmpty() {
		return true
	}
	sx, sy := (rect.X1-rect.X0)/(box.X1-box.X0), (rect.Y1-rect.Y0)/(box.Y1-box.Y0)
	fit := matrix{sx, 0, 0, sy, rect.X0 - box.X0*sx, rect.Y0 - box.Y0*sy}
	in.state = initial(base)
	in.stack, in.marks = nil, nil
	in.form(o, dict, fit.mul(base))
	return true
}
