package css_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

func TestSupports(t *testing.T) {
	for condition, want := range map[string]bool{
		"(display:grid)": true, "not (display:grid)": false, "(display:grid) and (color:red)": true, "selector(:has(a))": true,
		"(-webkit-line-clamp:2)": true, "(-moz-appearance:none)": false, "(-ms-ime-align:auto)": false, "not (-ms-ime-align:auto)": true, "(--x:1)": true, "": true,
		"(display:grid) and (-moz-appearance:none)": false, "(-ms-ime-align:auto) or (color:red)": true, "((display:grid) and (not (-ms-ime-align:auto)))": true,
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
