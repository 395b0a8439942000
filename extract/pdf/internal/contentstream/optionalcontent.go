package contentstream

import "github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"

// Layers knows which optional content groups are off by default.
type Layers struct {
	d     *object.Doc
	off   map[int]bool // of the groups that are listed, by their numbers
	unset bool         // other groups are off
}

const maxLayers = 10_000

// NewLayers reads the default configuration of optional content (ISO 32000-2,
// 8.11).
func NewLayers(d *object.Doc) *Layers {
	config := d.Dict(d.Dict(d.Catalog()["OCProperties"])["D"])
	l := &Layers{d: d, off: map[int]bool{}, unset: d.Name(config["BaseState"]) == "OFF"}
	for _, state := range [...]string{"ON", "OFF"} {
		groups := d.Array(config[state])
		for _, o := range groups[:min(len(groups), maxLayers)] {
			l.off[object.Number(o)] = state == "OFF"
		}
	}
	return l
}

// Off reports whether a group, or a membership dictionary of groups, is off.
func (l *Layers) Off(o object.Object) bool {
	dict := l.d.Dict(o)
	if l.d.Name(dict["Type"]) != "OCMD" {
		return dict != nil && l.isOff(o)
	}
	groups := l.d.List(dict["OCGs"])
	groups = groups[:min(len(groups), maxLayers)]
	off := 0
	for _, g := range groups {
		if l.isOff(g) {
			off++
		}
	}
	switch l.d.Name(dict["P"]) {
	case "AllOn":
		return off > 0
	case "AnyOff":
		return off == 0 && len(groups) > 0
	case "AllOff":
		return off < len(groups)
	}
	return off == len(groups) && off > 0
}

func (l *Layers) isOff(group object.Object) bool {
	n := object.Number(group)
	off, listed := l.off[n]
	return n != 0 && (off || l.unset && !listed)
}
