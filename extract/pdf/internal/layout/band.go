package layout

import (
	"cmp"
	"math"
	"slices"
)

// band is the text on one height of a page: pieces from left to right.
type band struct {
	y, size float64
	pieces  []int // indices of runs
	display bool  // a formula is on it, which is no cell
}

// makeBands groups the runs within x0 and x1 by their height, from top to
// bottom.
func makeBands(runs []textRun, x0, x1 float64) []band {
	order := make([]int, 0, len(runs))
	for i := range runs {
		if c := &runs[i]; c.rows == nil && c.x0 >= x0 && c.x1 <= x1 {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(runs[b].y, runs[a].y) })
	var bands []band
	for start := 0; start < len(order); {
		end := start + 1
		for end < len(order) && sameLine(&runs[order[start]], &runs[order[end]]) {
			end++
		}
		b := band{pieces: order[start:end:end]}
		for _, i := range b.pieces {
			b.display = b.display || runs[i].isDisplay()
			if runs[i].size > b.size {
				b.y, b.size = runs[i].y, runs[i].size
			}
		}
		slices.SortStableFunc(b.pieces, func(a, c int) int { return cmp.Compare(runs[a].x0, runs[c].x0) })
		bands = append(bands, b)
		start = end
	}
	return bands
}

const (
	minStrip    = 0.3  // width in ems of what is free between two columns
	maxBandGap  = 3.2  // distance of two bands of a table in ems
	maxAiryGap  = 4.5  // where all rows are far apart
	rowGap      = 1.6  // from which bands are of two rows
	likeGap     = 1.4  // times the smallest distance of rows that are alike
	minAiryGaps = 3    // that tell rows far apart
	maxStripRun = 400  // bands that one table may have
	maxPieces   = 60   // of a band of a table
	maxStrips   = 60   // free strips that are followed down a page
	otherSize   = 1.25 // from which type is too large or small for a table
)

// freeStrips returns what is free between the pieces of a band.
func (b *band) freeStrips(runs []textRun) (free []columnRange) {
	right := math.Inf(-1)
	for n, i := range b.pieces {
		if c := &runs[i]; n > 0 && c.x0-right >= minStrip*b.size && len(free) < maxStrips {
			free = append(free, columnRange{right, c.x0})
		}
		right = max(right, runs[i].x1)
	}
	return free
}

// narrowStrips returns what a band leaves free of strips.
func (b *band) narrowStrips(strips []columnRange, runs []textRun) (free []columnRange) {
	for _, s := range strips {
		rest := []columnRange{s}
		for _, i := range b.pieces {
			c := &runs[i]
			var next []columnRange
			for _, r := range rest {
				if c.x1 <= r.x0 || c.x0 >= r.x1 {
					next = append(next, r)
					continue
				}
				next = append(next, columnRange{r.x0, c.x0}, columnRange{c.x1, r.x1})
			}
			rest = slices.DeleteFunc(next, func(r columnRange) bool { return r.x1-r.x0 < minStrip*b.size })
			if len(rest) == 0 {
				break
			}
		}
		free = append(free, rest...)
	}
	return free[:min(len(free), maxStrips)]
}

// stripRun returns the end of the bands from start on that leave a strip free
// among them, from top to bottom, and what it cost to look. A band of other type
// ends it, and a wide gap.
func stripRun(bands []band, start int, runs []textRun) (end, cost int) {
	first := &bands[start]
	if len(first.pieces) > maxPieces || first.display {
		return start, 0
	}
	free := first.freeStrips(runs)
	if len(free) == 0 {
		return start, 0
	}
	for end = start + 1; end < len(bands) && end-start < maxStripRun; end++ {
		b := &bands[end]
		cost += len(b.pieces) * len(free)
		if bands[end-1].y-b.y > maxAiryGap*first.size {
			break
		}
		if len(b.pieces) > maxPieces || b.display || b.size > otherSize*first.size || first.size > otherSize*b.size {
			break
		}
		if free = b.narrowStrips(free, runs); len(free) == 0 {
			break
		}
	}
	return start + airyBands(bands[start:end]), cost
}

// airyBands returns how many bands may be of one table: up to the first wide gap, or all
// where the rows are as far apart as that and alike.
func airyBands(bands []band) int {
	first, rows := len(bands), 0
	least, most := math.Inf(1), 0.0
	for i := 1; i < len(bands); i++ {
		switch gap := bands[i-1].y - bands[i].y; {
		case gap > maxBandGap*bands[0].size:
			first = min(first, i)
			fallthrough
		case gap > rowGap*bands[0].size:
			rows++
			least, most = min(least, gap), max(most, gap)
		}
	}
	if rows < minAiryGaps || most > likeGap*least {
		return first
	}
	return len(bands)
}

// bandColumns returns where the columns of bands are: what no strip parts.
func bandColumns(bands []band, runs []textRun) []columnRange {
	var all []columnRange
	for i := range bands {
		for _, k := range bands[i].pieces {
			all = append(all, columnRange{runs[k].x0, runs[k].x1})
		}
	}
	slices.SortFunc(all, func(a, b columnRange) int { return cmp.Compare(a.x0, b.x0) })
	out := all[:1]
	for _, c := range all[1:] {
		if last := &out[len(out)-1]; c.x0 < last.x1+minStrip*bands[0].size {
			last.x1 = max(last.x1, c.x1)
		} else {
			out = append(out, c)
		}
	}
	return out
}
