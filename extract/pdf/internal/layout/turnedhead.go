package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Headings of narrow columns are often turned. Those that begin or end side by side at one height
// are handed to the tables of the page as runs where their lower ends are.

const (
	minHeadTurn  = 0.5 // sine of the angle
	maxHeadLong  = 25  // ems
	maxTurned    = 500 // headings of a page
	headFootSlip = 1.0 // ems between the heights of their lower ends
)

// turnedHeads returns the turned runs of a page that may be headings of a table, as upright ones where they stand on the page. It
// notes their numbers in both.
func turnedHeads(turned map[uint8][]textRun, main uint8) (heads []textRun) {
	type pair struct {
		of *textRun
		textRun
	}
	var found []pair
	sin0, cos0 := contentstream.Sincos(main)
	for dir := range uint8(contentstream.Directions) {
		sin1, cos1 := contentstream.Sincos(dir)
		sin, cos := sin1*cos0-cos1*sin0, cos1*cos0+sin1*sin0
		for i := range turned[dir] {
			c := &turned[dir][i]
			if math.Abs(sin) < minHeadTurn || c.x1-c.x0 > maxHeadLong*c.size || len(found) == maxTurned || c.annotation != 0 {
				continue
			}
			low := c.x0
			if sin < 0 {
				low = c.x1
			}
			middle := c.y + 0.3*c.size
			x, y := low*cos-middle*sin, low*sin+middle*cos
			h := pair{c, *c}
			h.x0, h.x1, h.y, h.rise, h.parts = x-c.size/2, x+c.size/2, y, math.Abs(sin)*(c.x1-c.x0), nil
			found = append(found, h)
		}
	}
	slices.SortStableFunc(found, func(a, b pair) int { return cmp.Compare(b.y, a.y) })
	for start := 0; start < len(found); {
		end := start + 1
		for end < len(found) && found[end-1].y-found[end].y < headFootSlip*found[end].size {
			end++
		}
		for _, h := range found[start:end] {
			if end-start > 1 {
				h.y = found[end-1].y
				h.head = len(heads) + 1
				h.of.head = h.head
				heads = append(heads, h.textRun)
			}
		}
		start = end
	}
	return heads
}
