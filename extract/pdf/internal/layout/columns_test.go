package layout

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestExactGutter: between columns of prose a table is looked for up to the gutter itself,
// where most of one column is short lines.
func TestExactGutter(t *testing.T) {
	var runs []textRun
	line := func(x0, x1, y float64) { runs = append(runs, textRun{x0: x0, x1: x1, y: y, size: 10}) }
	for i := range 40 {
		y := 740 - 12*float64(i)
		if i < 33 {
			line(50, 200, y) // cells, and the numbers at their right
			line(280, 290, y)
		} else {
			line(50, 300, y)
		}
		line(312, 560, y)
	}
	x, ok := findGutter(runs, true)
	assert.True(t, ok)
	assert.InDelta(t, 306, x, 4)
}
