package css

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// maxLayers bounds the cascade layers of a page. Those beyond are one.
const maxLayers = 1000

// layer returns the number of the cascade layer of a name within another one, from 1
// on in order of appearance; 0 is no layer. A layer without a name is always a new
// one. A name with dots is that of a layer in others.
func (s *Sheet) layer(outer uint16, name string) uint16 {
	if name == "" {
		name = " " + strconv.Itoa(len(s.layers))
	}
	for part := range strings.SplitSeq(name, ".") {
		if outer > 0 {
			part = s.layers[outer-1] + "." + part
		}
		at := slices.Index(s.layers, part)
		switch {
		case at >= 0:
		case len(s.layers) == maxLayers:
			return maxLayers
		default:
			at = len(s.layers)
			s.layers = append(s.layers, part)
		}
		outer = uint16(at + 1)
	}
	return outer
}

// rankLayers finds the order of the layers by strength, once all are known: layers in
// a layer come before what that holds itself, and stand where it stands (CSS Cascading
// Level 5, section 6.4.3). Ranks begin at 1.
func (s *Sheet) rankLayers() {
	paths := make([][]int, len(s.layers))
	order := make([]int, len(s.layers))
	for i, name := range s.layers {
		order[i] = i
		for end := range len(name) + 1 {
			if end == len(name) || name[end] == '.' {
				paths[i] = append(paths[i], slices.Index(s.layers, name[:end]))
			}
		}
	}
	slices.SortFunc(order, func(a, b int) int {
		p, q := paths[a], paths[b]
		n := min(len(p), len(q))
		return cmp.Or(slices.Compare(p[:n], q[:n]), cmp.Compare(len(q), len(p)))
	})
	s.layerRanks = make([]uint16, len(s.layers)+1)
	for rank, i := range order {
		s.layerRanks[i+1] = uint16(rank + 1)
	}
}
