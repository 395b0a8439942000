package css

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSupports(t *testing.T) {
	for condition, want := range map[string]bool{
		"(display:grid)": true, "(display:nonsense)": false, "(nonsense:grid)": false, "not (nonsense:grid)": true, "not(nonsense:grid)": true,
		"(display:grid) and (color:red)": true, "(display:grid) and (nonsense:1)": false, "(nonsense:1) or (color:red)": true,
		"(nonsense:1) or (nonsense:2)": false, "((display:grid) and (not (nonsense:1)))": true, "selector(:has(a))": true, "selector(:nonsense)": false,
		"(-webkit-line-clamp:2)": true, "(--x:1)": true, "": true, "()": false, "display:grid": false, "nonsense(1)": false,
		strings.Repeat("(", MaxAtDepth) + "(color:red)" + strings.Repeat(")", MaxAtDepth):     true,
		strings.Repeat("(", MaxAtDepth+1) + "(color:red)" + strings.Repeat(")", MaxAtDepth+1): false,
	} {
		assert.Equal(t, want, supports(condition, 0), condition)
	}
}

// Layers in layers come before what the outer one holds itself, wherever they are named.
func TestLayerRanks(t *testing.T) {
	var s Sheet
	for _, name := range []string{"a.x", "b", "a.y"} {
		s.layer(0, name)
	}
	s.rankLayers()
	rank := func(name string) uint16 { return s.layerRanks[s.layer(0, name)] }
	for _, pair := range [][2]string{{"a.x", "a.y"}, {"a.y", "a"}, {"a", "b"}} {
		assert.Less(t, rank(pair[0]), rank(pair[1]), pair)
	}
	for range 2 * maxLayers {
		s.layer(0, "")
	}
	assert.Len(t, s.layers, maxLayers)
}
