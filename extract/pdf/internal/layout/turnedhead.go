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

// turnedHead is a turned run that may be a heading of a table.
type turnedHead struct {
	run  textRun
	used bool // by a table
}

// turnedHeads finds the headings among the turned runs of a page, and notes their numbers in these.
func turnedHeads(turned map[uint8][]textRun, main uint8) (heads []turnedHead) {
	var found []*textRun
	var at []textRun // where they are on the upright page
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
			h := *c
			h.x0, h.x1, h.y, h.rise, h.parts = x-c.size/2, x+c.size/2, y, math.Abs(sin)*(c.x1-c.x0), nil
			found, at = append(found, c), append(at, h)
		}
	}
	order := make([]int, len(at))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(at[b].y, at[a].y) })
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && at[order[end-1]].y-at[order[end]].y < headFootSlip*at[order[end]].size {
			end++
		}
		for _, i := range order[start:end] {
			if end-start > 1 {
				h := at[i]
				h.y = at[order[end-1]].y
				h.head = len(heads) + 1
				found[i].head = h.head
				heads = append(heads, turnedHead{run: h})
			}
		}
		start = end
	}
	return heads
}
