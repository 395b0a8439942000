package object

import (
	"strings"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// Page is a page with what it inherits from the page tree.
type Page struct {
	Number    int // of its object, 0 for a direct one
	Dict      Dict
	Resources Dict
	Box       Rect // what is shown of it
	Rotate    int  // 0, 90, 180 or 270, clockwise

	media, crop Rect // of which Box is the common part; crop is zero without one
}

// Rect is a rectangle with X0 <= X1 and Y0 <= Y1.
type Rect struct{ X0, Y0, X1, Y1 float64 }

// Within returns the part of r that is in o, which may be empty.
func (r Rect) Within(o Rect) Rect {
	return Rect{max(r.X0, o.X0), max(r.Y0, o.Y0), min(r.X1, o.X1), min(r.Y1, o.Y1)}
}

// IsEmpty reports whether r has no area.
func (r Rect) IsEmpty() bool { return !(r.X1 > r.X0 && r.Y1 > r.Y0) }

const (
	maxPages     = 20_000
	maxPageDepth = 100
)

// Pages returns the pages in order. A page that the tree names twice counts once. Without a usable page
// tree, every object that is a page is one.
func (d *Doc) Pages() (pages []Page) {
	seen, top := map[int]bool{}, Page{media: Rect{0, 0, 612, 792}}
	var walk func(o Object, above Page, depth int)
	walk = func(o Object, above Page, depth int) {
		number := Number(o)
		if depth > maxPageDepth || len(pages) >= maxPages || number != 0 && seen[number] {
			return
		}
		seen[number] = true
		dict := d.Dict(o)
		here := d.inherit(dict, number, above)
		kids, kind := d.Array(dict["Kids"]), d.Name(dict["Type"])
		if kids == nil && kind != "Pages" && (kind != "" || dict["Contents"] != nil || dict["MediaBox"] != nil) {
			pages = append(pages, here)
		}
		for _, kid := range kids {
			walk(kid, here, depth+1)
		}
	}
	walk(d.Catalog()["Pages"], top, 0)
	if len(pages) > 0 {
		return pages
	}
	for n := 1; n <= d.ctx.MaxObjNr && len(pages) < maxPages; n++ {
		if entry, found := d.ctx.Table[n]; !found || entry.Free {
			continue
		}
		if dict, ok := d.Resolve(*types.NewIndirectRef(n, 0)).(Dict); ok && d.Name(dict["Type"]) == "Page" {
			pages = append(pages, d.inherit(dict, n, top))
		}
	}
	return pages
}

// inherit returns p with the attributes of a node. Attributes that the node lacks keep
// the value that p has from the nodes above.
func (d *Doc) inherit(dict Dict, number int, p Page) Page {
	p.Dict, p.Number = dict, number
	if r := d.Dict(dict["Resources"]); r != nil {
		p.Resources = r
	}
	if box, ok := d.Rect(dict["MediaBox"]); ok {
		p.media = box
	}
	if box, ok := d.Rect(dict["CropBox"]); ok {
		p.crop = box
	}
	if p.Box = p.media.Within(p.crop); p.Box.IsEmpty() {
		p.Box = p.media
	}
	if n, ok := d.Num(dict["Rotate"]); ok && n == n {
		p.Rotate = ((int(n)/90)%4 + 4) % 4 * 90
	}
	return p
}

// Rect reads a rectangle; ok is false for anything else and for an empty one.
func (d *Doc) Rect(o Object) (r Rect, ok bool) {
	a := d.Array(o)
	if len(a) < 4 {
		return r, false
	}
	var n [4]float64
	for i := range n {
		if n[i], ok = d.Num(a[i]); !ok || n[i] != n[i] || n[i] < -1e9 || n[i] > 1e9 {
			return r, false
		}
	}
	r = Rect{min(n[0], n[2]), min(n[1], n[3]), max(n[0], n[2]), max(n[1], n[3])}
	return r, !r.IsEmpty()
}

// Contents returns the content of a page: its streams joined by line breaks.
func (d *Doc) Contents(p Page) []byte {
	list, ok := d.Resolve(p.Dict["Contents"]).(Array)
	if !ok {
		return d.Data(p.Dict["Contents"])
	}
	var out []byte
	for i, part := range list {
		if i == maxParts || len(out) > MaxStream {
			break
		}
		out = append(out, d.Data(part)...)
		out = append(out, '\n')
	}
	return out
}

// maxParts bounds the content streams of a page.
const maxParts = 5000

// FontName returns the base name of a font without the tag of a subset.
func FontName(name string) string {
	if len(name) > 7 && name[6] == '+' && strings.ToUpper(name[:6]) == name[:6] {
		return name[7:]
	}
	return name
}
