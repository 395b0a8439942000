package css_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

func TestSupports(t *testing.T) {
	for condition, want := range map[string]bool{
		"(display:grid)": true, "(display:nonsense)": false, "(nonsense:grid)": false, "not (nonsense:grid)": true, "not(nonsense:grid)": false,
		"(display:grid) and (color:red)": true, "(display:grid) and (nonsense:1)": false, "(nonsense:1) or (color:red)": true,
		"(nonsense:1) or (nonsense:2)": false, "((display:grid) and (not (nonsense:1)))": true, "selector(:has(a))": true, "selector(:nonsense)": false,
		"(-webkit-line-clamp:2)": true, "(--x:1)": true, "": true, "()": false, "display:grid": false, "nonsense(1)": false,
		strings.Repeat("(", css.MaxAtDepth) + "(color:red)" + strings.Repeat(")", css.MaxAtDepth):     true,
		strings.Repeat("(", css.MaxAtDepth+1) + "(color:red)" + strings.Repeat(")", css.MaxAtDepth+1): false,
	} {
		c := styleOf(t, "@supports "+condition+"{p{display:none}}", "<p id=x>x")
		assert.Equal(t, want, c.Get(css.Display).Is("none"), condition)
	}
}

// Layers in layers count as the outer one: a rule wins there by its place.
func TestLayersInLayers(t *testing.T) {
	for sheet, want := range map[string]string{
		"@layer a.x, b; @layer b{p{display:block}} @layer a.y{p{display:none}}":         "block",
		"@layer a{p{display:block} @layer x{p{display:none}}}":                          "none",
		"@layer a{@layer x{p{display:none}}} @layer b{p{display:block}}":                "block",
		"@layer a.x{p{display:none!important}} @layer b.x{p{display:block !important}}": "none",
	} {
		assert.Equal(t, want, styleOf(t, sheet, "<p id=x>x").Get(css.Display).Text, sheet)
	}
}

// Layers beyond the bound are one: there a rule wins by its place.
func TestLayersAreBounded(t *testing.T) {
	named := "@layer z{p{display:block}} @layer y{p{display:none}}"
	assert.Equal(t, "block", styleOf(t, "@layer y,z;"+named, "<p id=x>x").Get(css.Display).Text)
	full := strings.Repeat("@layer{p{top:0}}", 1000)
	assert.Equal(t, "none", styleOf(t, full+"@layer y,z;"+named, "<p id=x>x").Get(css.Display).Text)
}
