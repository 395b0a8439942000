package layout

import (
	"cmp"
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// order makes lines of the runs of a page and puts them in the order of
// reading. That is the order of the stream, in which most producers write as they
// read. Where its pieces interleave, or cross two columns of prose line by line,
// the structure tree of the file has it, or else the geometry.
func order(m *ctxio.Meter, runs []*textRun, tags object.PageTags) []Line {
	lines := streamLines(m, runs, tags)
	isMixed := interleaved(lines) || sideBySide(lines)
	if isMixed {
		if sorted, ok := inTreeOrder(runs, tags); ok {
			if tree := streamLines(m, sorted, tags); !interleaved(tree) {
				lines, isMixed = tree, false
			}
		}
	}
	if isMixed { // rows from top to bottom, columns where a gutter parts them
		lines = nil
		sorted := slices.SortedStableFunc(slices.Values(runs), func(a, b *textRun) int { return cmp.Compare(b.y, a.y) })
		columns(sorted, 0, func(part []*textRun) { lines = append(lines, rows(part)...) })
	}
	for i := 1; i < len(lines); i++ {
		if d := lines[i-1].Y - lines[i].Y; d > 0 {
			lines[i].Before = d
		}
	}
	return lines
}

func sameLine(a, b *textRun) bool {
	if a.Rows != nil || b.Rows != nil {
		return false
	}
	large, small := max(a.size, b.size), min(a.size, b.size)
	d := math.Abs(a.y - b.y)
	return d < 0.2*large || d < 0.45*large && small < 0.85*large
}

// streamLines makes lines of runs in the order of the stream. A tagged heading shares none with other text.
func streamLines(m *ctxio.Meter, runs []*textRun, tags object.PageTags) (lines []Line) {
	for row := range groups(placeLate(runs), func(row []*textRun, c *textRun) bool {
		before := last(row)
		forward := c.x0 > before.x1-backStep*before.size || c.rtl && c.x1 < before.x0+backStep*before.size
		return sameLine(before, c) && forward && tags[before.mcid].Heading == tags[c.mcid].Heading
	}) {
		if m.Spend(ctxio.PerItem) != nil {
			break
		}
		lines = append(lines, newLine(row))
	}
	return lines
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
	steps, straddles := 0, 0
	within := make([]bool, len(lines))
	for i := 1; i < len(lines); i += stride {
		steps++
		above, below := &lines[i-1], &lines[i]
		if !overlaps(above, below) || max(above.X1-above.X0, below.X1-below.X0) < minStepWidth*above.Size || above.Y-below.Y < 0.5*max(above.Size, below.Size) {
			continue
		}
		found := false
		for k := 0; k < len(lines); k += stride {
			if l := &lines[k]; k != i && k != i-1 && l.Y < above.Y-0.5*l.Size && l.Y > below.Y+0.5*l.Size && overlaps(l, above) && overlaps(l, below) {
				found, within[k] = true, true
			}
		}
		if found {
			straddles++
		}
	}
	inside, sampled := count(within, func(is bool) bool { return is }), (len(lines)+stride-1)/stride
	return straddles >= minStraddles && float64(straddles) >= minStraddleShare*float64(steps) && float64(inside) >= minInside*float64(sampled)
}

func overlaps(a, b *Line) bool { return a.X0 < b.X1 && b.X0 < a.X1 }

const (
	minSideBySide = 4  // lines
	minProse      = 12 // width of a column in ems
)

// sideBySide reports two columns of prose that are written line by line across
// both: most lines have two parts as wide as columns.
func sideBySide(lines []Line) bool {
	parted := count(lines, func(l Line) bool {
		c := l.Cells
		return len(c) == 2 && min(c[0].X1-c[0].X0, c[1].X1-c[1].X0) > minProse*l.Size
	})
	return parted >= minSideBySide && 2*parted >= len(lines)
}

// maxColumns bounds how often columns are parted again.
const maxColumns = 6

// columns yields the parts of runs, sorted by height, in the order of reading:
// between the runs that cross a gutter, first what is left of it, then what is
// right.
func columns(runs []*textRun, depth int, yield func([]*textRun)) {
	gutter, ok := findGutter(runs)
	if !ok || depth == maxColumns {
		yield(runs)
		return
	}
	var left, right, across []*textRun
	flush := func() {
		if len(across) > 0 {
			yield(across)
		}
		if len(left) > 0 {
			columns(left, depth+1, yield)
		}
		if len(right) > 0 {
			columns(right, depth+1, yield)
		}
		left, right, across = nil, nil, nil
	}
	for _, c := range runs {
		crosses := c.x0 < gutter && c.x1 > gutter
		if crosses != (len(across) > 0) {
			flush()
		}
		switch {
		case crosses:
			across = append(across, c)
		case c.x1 <= gutter:
			left = append(left, c)
		default:
			right = append(right, c)
		}
	}
	flush()
}

const (
	minColumnRows = 4   // on each side of a gutter
	maxCrossing   = 0.2 // share of the rows that may cross it
	minGutter     = 0.8 // width in ems
	minLong       = 0.7 // share of the text that is in runs of more than 8 ems
)

// findGutter looks for a vertical strip that few runs cross and that has rows
// on both sides of it beside each other: the middle of it, or between columns of prose
// exactly where the fewest runs are.
func findGutter(runs []*textRun) (x float64, ok bool) {
	if len(runs) < 2*minColumnRows {
		return 0, false
	}
	runs = withoutGaps(runs)
	x0, x1, sizes := math.Inf(1), math.Inf(-1), make([]float64, len(runs))
	for i, c := range runs {
		x0, x1, sizes[i] = min(x0, c.x0), max(x1, c.x1), c.size
	}
	slices.Sort(sizes)
	size, width := max(sizes[len(sizes)/2], 1), x1-x0
	if width < 12*size {
		return 0, false
	}
	const bins = 400
	var cover [bins]int
	bin := func(x float64) int { return min(max(int((x-x0)/width*bins), 0), bins-1) }
	for _, c := range runs {
		for b := bin(c.x0); b <= bin(c.x1); b++ {
			cover[b]++
		}
	}
	limit := int(maxCrossing * float64(len(runs)))
	bestScore := 0.0
	end := bins / 8
	for part := range groups(cover[end:], func(part []int, n int) bool { return (n <= limit) == (part[0] <= limit) }) {
		start := end
		end += len(part)
		if part[0] > limit || start >= bins*7/8 || float64(len(part))/bins*width < minGutter*size || end == bins {
			continue
		}
		from, to := start, end
		least := int(math.Ceil(minGutter * size / width * bins))
		if i, k := leastCovered(cover[:], start, end, least); proseOnBothSides(runs, x0+float64(i+k)/2/bins*width, size) {
			from, to = i, k
		}
		sum := 0
		for i := from; i < to; i++ {
			sum += cover[i]
		}
		middle := x0 + float64(from+to)/2/bins*width
		if score := gutterScore(runs, middle, size) / (1 + float64(sum)/float64(to-from)); score > bestScore {
			bestScore, x, ok = score, middle, true
		}
	}
	return x, ok
}

// withoutGaps returns runs with those that gaps part in one.
func withoutGaps(runs []*textRun) (joined []*textRun) {
	for part := range groups(runs, func(part []*textRun, c *textRun) bool {
		return c.parted && sameLine(last(part), c) && c.x0 >= last(part).x1
	}) {
		whole := *part[0]
		whole.x1 = last(part).x1
		joined = append(joined, &whole)
	}
	return joined
}

// leastCovered returns the longest part of [start, end) that the fewest runs cross, if it
// is at least so wide, else all of it: a gutter beside short lines begins at the full ones.
func leastCovered(cover []int, start, end, least int) (from, to int) {
	fewest := slices.Min(cover[start:end])
	at := start
	for part := range groups(cover[start:end], func(part []int, n int) bool { return n == part[0] }) {
		if part[0] == fewest && len(part) > to-from {
			from, to = at, at+len(part)
		}
		at += len(part)
	}
	if to-from < least {
		return start, end
	}
	return from, to
}

// proseOnBothSides reports whether lines as long as those of columns stand at both sides
// of x.
func proseOnBothSides(runs []*textRun, x, size float64) bool {
	left := count(runs, func(c *textRun) bool { return c.x1-c.x0 >= minProse*size && c.x1 <= x })
	right := count(runs, func(c *textRun) bool { return c.x1-c.x0 >= minProse*size && c.x0 >= x })
	return min(left, right) >= minSideBySide
}

// gutterScore scores a gutter by the number of runs on the side with fewer. It returns 0
// if the gutter parts no columns: too few runs, most text in short runs as in tables, or the
// two sides share less than 4 ems of height.
func gutterScore(runs []*textRun, x, size float64) float64 {
	var left, right []float64
	long, all := 0.0, 0.0
	for _, c := range runs {
		if all += c.x1 - c.x0; c.x1-c.x0 > 8*size {
			long += c.x1 - c.x0
		}
		switch {
		case c.x1 <= x:
			left = append(left, c.y)
		case c.x0 >= x:
			right = append(right, c.y)
		}
	}
	if min(len(left), len(right)) < minColumnRows || long < minLong*all {
		return 0
	}
	top := min(slices.Max(left), slices.Max(right))
	bottom := max(slices.Min(left), slices.Min(right))
	if top-bottom < 4*size {
		return 0
	}
	return float64(min(len(left), len(right)))
}
