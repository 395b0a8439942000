package layout

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// order makes lines of the runs of a page and puts them in the order of
// reading. That is the order of the stream, in which most producers write as they
// read; where its pieces interleave, or cross two columns of prose line by line,
// it is found in the geometry.
func order(runs []textRun, tags object.PageTags) []Line {
	lines := makeLines(streamRows(placeAnnotations(runs)))
	if interleaved(lines) || sideBySide(lines) {
		lines = orderAgain(runs, tags)
	}
	for i := 1; i < len(lines); i++ {
		if d := lines[i-1].Y - lines[i].Y; d > 0 {
			lines[i].Before = d
		}
	}
	return lines
}

// orderAgain makes lines of the runs of a page that are not in the order of reading: by
// the structure tree of the file, or else by their places.
func orderAgain(runs []textRun, tags object.PageTags) []Line {
	if sorted, ok := inTreeOrder(runs, tags); ok {
		if lines := makeLines(streamRows(placeAnnotations(sorted))); !interleaved(lines) {
			return lines
		}
	}
	return geometric(runs)
}

func makeLines(rows [][]textRun) []Line {
	lines := make([]Line, len(rows))
	for i, row := range rows {
		lines[i] = newLine(row)
	}
	return lines
}

func sameLine(a, b *textRun) bool {
	if a.rows != nil || b.rows != nil {
		return false
	}
	large, small := max(a.size, b.size), min(a.size, b.size)
	d := math.Abs(a.y - b.y)
	return d < 0.2*large || d < 0.45*large && small < 0.85*large
}

func streamRows(runs []textRun) [][]textRun {
	var rows [][]textRun
	start := 0
	for i := 1; i <= len(runs); i++ {
		if i < len(runs) {
			last, c := &runs[i-1], &runs[i]
			forward := c.x0 > last.x1-backStep*last.size || c.rtl && c.x1 < last.x0+backStep*last.size
			if sameLine(last, c) && forward {
				continue
			}
		}
		rows = append(rows, runs[start:i:i])
		start = i
	}
	return rows
}

const (
	minStraddles     = 3    // steps of the stream that others lie within
	minStraddleShare = 0.05 // of all steps
	minInside        = 0.2  // share of the lines that lie within such steps
	minStepWidth     = 2.5  // ems of the wider of two such lines: the signs of a drawing have no order
	maxSampled       = 500  // lines of a page that are looked at
)

// interleaved reports whether the stream often writes two lines one after the other
// though a third is between them on the page. Such a page was written box by box in any
// order, or all text of one style before that of another. A jump to the next column, or to
// the other end of the page, doesn't count.
func interleaved(lines []Line) bool {
	stride := len(lines)/maxSampled + 1
	steps, straddles, inside := 0, 0, 0
	within := make([]bool, len(lines))
	for i := 1; i < len(lines); i += stride {
		steps++
		above, below := &lines[i-1], &lines[i]
		if !overlaps(above, below) || max(above.X1-above.X0, below.X1-below.X0) < minStepWidth*above.Size || above.Y-below.Y < 0.5*max(above.Size, below.Size) {
			continue
		}
		found := false
		for k := 0; k < len(lines); k += stride {
			if l := &lines[k]; k != i && k != i-1 && between(l, above, below) {
				found = true
				if !within[k] {
					within[k] = true
					inside++
				}
			}
		}
		if found {
			straddles++
		}
	}
	sampled := (len(lines) + stride - 1) / stride
	return straddles >= minStraddles && float64(straddles) >= minStraddleShare*float64(steps) && float64(inside) >= minInside*float64(sampled)
}

func between(l, above, below *Line) bool {
	half := 0.5 * l.Size
	return l.Y < above.Y-half && l.Y > below.Y+half && overlaps(l, above) && overlaps(l, below)
}

func overlaps(a, b *Line) bool { return a.X0 < b.X1 && b.X0 < a.X1 }

const (
	minSideBySide = 4    // lines
	minProse      = 12   // width of a column in ems
	fullLine      = 0.75 // share of the width of its column
	fullLines     = 0.7  // share of such lines
)

// sideBySide reports two columns of prose that are written line by line across
// both: most lines have two parts, and most of these fill their columns, as
// those of tables don't.
func sideBySide(lines []Line) bool {
	var columns [2]float64
	var size float64
	parted := 0
	for i := range lines {
		if l := &lines[i]; len(l.Cells) == 2 {
			parted++
			size = max(size, l.Size)
			for k := range columns {
				columns[k] = max(columns[k], l.Cells[k].X1-l.Cells[k].X0)
			}
		}
	}
	if parted < minSideBySide || 2*parted < len(lines) || min(columns[0], columns[1]) < minProse*size {
		return false
	}
	full := 0
	for i := range lines {
		if c := lines[i].Cells; len(c) == 2 && c[0].X1-c[0].X0 > fullLine*columns[0] && c[1].X1-c[1].X0 > fullLine*columns[1] {
			full++
		}
	}
	return float64(full) >= fullLines*float64(parted)
}
