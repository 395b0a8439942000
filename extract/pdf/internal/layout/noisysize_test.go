package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestNoisySizes has the sizes of recognised text, which make no headings.
func TestNoisySizes(t *testing.T) {
	page := func(larger float32) []string {
		s := newSheet().in(regular, 14).write(50, 780, "Rewarming of rats").in(regular, 10)
		y := float32(740)
		for i := range 30 {
			size := float32(10)
			if i%3 == 1 {
				size = larger
			}
			s.in(regular, size).write(50, y, "the rats were cooled to a temperature that is low and kept there")
			y -= 12
		}
		return blocks(s.in(regular, 12).write(50, y-30, "Results").in(regular, 10).write(50, y-60, "It was found that they recover."), nil)
	}
	noisy := page(11.8)
	assert.Equal(t, "h1 Rewarming of rats", noisy[0])
	heads := 0
	for _, b := range noisy {
		if b[0] == 'h' {
			heads++
		}
	}
	assert.Equal(t, 2, heads, noisy)
	assert.Equal(t, "h2 Results", noisy[len(noisy)-2])
}
