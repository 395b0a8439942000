package css_test

import (
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
