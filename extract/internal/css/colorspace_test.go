package css_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
)

// The colours are those that Chromium 156 paints.
func TestColorSpaces(t *testing.T) {
	for value, want := range map[string]css.RGBA{
		"oklch(0.628 0.2577 29.23)":   {R: 255, G: 0, B: 0, A: 1},
		"oklch(62.8% 64.4% 29.23deg)": {R: 255, G: 0, B: 0, A: 1},
		"oklch(0.5 0.1 200)":          {R: 0, G: 116, B: 122, A: 1},
		"oklab(0.5 0 0)":              {R: 99, G: 99, B: 99, A: 1},
		"oklab(40% 25% -25%)":         {R: 99, G: 40, B: 123, A: 1},
		"lab(54.29 80.82 69.9)":       {R: 255, G: 0, B: 0, A: 1},
		"lab(50 0 0)":                 {R: 119, G: 119, B: 119, A: 1},
		"lch(29.57 68.3 301.4)":       {R: 77, G: 49, B: 163, A: 1},
		"lch(120 200 30)":             {R: 255, G: 0, B: 82, A: 1},
		"oklch(0.7 0.1 150)":          {R: 111, G: 176, B: 125, A: 1},
		"lch(60 40 120)":              {R: 125, G: 154, B: 81, A: 1},
		"oklab(.7 .1 .1)":             {R: 229, G: 127, B: 78, A: 1},
		"lab(75 20 -30)":              {R: 201, G: 173, B: 240, A: 1},
		"lab(5 2 2)":                  {R: 21, G: 16, B: 13, A: 1},
		"oklch(1 0 none)":             {R: 255, G: 255, B: 255, A: 1},
	} {
		have, ok := css.ParseColor(value)
		require.True(t, ok, value)
		assert.InDeltaSlice(t, []float64{want.R, want.G, want.B, want.A}, []float64{have.R, have.G, have.B, have.A}, 1.5, value)
	}
}
