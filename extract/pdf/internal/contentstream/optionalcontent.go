package contentstream

import "github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"

// Layers knows which optional content groups are off by default.
type Layers struct {
	d     *object.Doc
	off   map[int]bool
	on    map[int]bool
	unset bool // groups are off unless listed as on
}

const maxLayers = 10_000

// NewLayers reads the default configuration of optional content (ISO 32000-2,
// 8.11).
func NewLayers(d *object.Doc) *Layers {
	l := &Layers{d: d, off: map[int]bool{}, on: map[int]bool{}}
	config := d.Dict(d.Dict(d.Catalog()["OCProperties"])["D"])
	l.unset = d.Name(config["BaseState"]) == "OFF"
	for _, list := range [...]struct {
		key string
		set map[int]bool
	}{{"OFF", l.off}, {"ON", l.on}} {
		groups := d.Array(config[list.key])
		for _, o := range groups[:min(len(groups), maxLayers)] {
			list.set[object.Number(o)] = true
		}
	}
	return l
}

// Off reports whether a group, or a membership dictionary of groups, is off.
func (l *Layers) Off(o object.Object) bool {
	dict := l.d.Dict(o)
	if dict == nil {
		return false
	}
	if l.d.Name(dict["Type"]) != "OCMD" {
		return l.groupOff(o)
	}
	groups := l.d.Array(dict["OCGs"])
	if groups == nil && dict["OCGs"] != nil {
		groups = object.Array{dict["OCGs"]}
	}
	if len(groups) == 0 {
		return false
	}
	off := 0
	groups = groups[:min(len(groups), maxLayers)]
	for _, g := range groups {
		if l.groupOff(g) {
			off++
		}
	}
	switch l.d.Name(dict["P"]) {
	case "AllOn":
		return off > 0
	case "AnyOff":
		return off == 0
	case "AllOff":
		return off < len(groups)
	}
	return off == len(groups)
}

func (l *Layers) groupOff(o object.Object) bool {
	n := object.Number(o)
	if n == 0 {
		return false
	}
	return l.off[n] || l.unset && !l.on[n]
}
