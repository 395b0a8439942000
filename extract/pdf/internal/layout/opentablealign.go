package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// anchored reports whether rows that only their first column parts are those of a
// table: the column is narrow, or there are several others.
func (t *openTable) anchored() bool {
	first, width := t.columns[0], t.columns[len(t.columns)-1].x1-t.columns[0].x0
	return len(t.columns) > 2 || t.ruled > 0 || first.x1-first.x0 < narrowAnchor*width
}

// aligned reports whether the cells of most rows begin, end or have their middles
// at one height. The last row may be cut by the end of the page.
func (t *openTable) aligned(ends []int) bool {
	var like [3]int // the tops, middles and bottoms
	rows, start := 0, 0
	if len(ends) > 2 {
		ends = ends[:len(ends)-1]
	}
	for _, end := range ends {
		top, bottom := map[int]float64{}, map[int]float64{}
		for i := start; i < end; i++ {
			for _, at := range t.columnsOf(i) {
				if _, known := top[at]; !known {
					top[at] = t.bands[i].y
				}
				bottom[at] = t.bands[i].y
			}
		}
		slack := alignSlack * t.bands[start].size
		start = end
		if len(top) < 2 {
			continue
		}
		rows++
		var lo, hi [3]float64
		first := true
		for at := range top {
			for k, v := range [...]float64{top[at], (top[at] + bottom[at]) / 2, bottom[at]} {
				if first {
					lo[k], hi[k] = v, v
				}
				lo[k], hi[k] = min(lo[k], v), max(hi[k], v)
			}
			first = false
		}
		for k := range like {
			if hi[k]-lo[k] <= slack {
				like[k]++
			}
		}
	}
	return float64(slices.Max(like[:])) >= minAligned*float64(rows)
}

const (
	clearStrip = 0.5 // ems between two columns that need no other sign of them
	sameStart  = 1.0 // points between the edges of lines that are aligned
	minOnEdge  = 0.8 // share of the lines of a column
)

// hasEdges reports whether columns that stand close to each other are aligned at the strip
// between them: in prose words stand above each other by chance.
func (t *openTable) hasEdges() bool {
	for at := range len(t.columns) - 1 {
		left, right := t.columns[at], t.columns[at+1]
		if right.x0-left.x1 >= clearStrip*t.bands[0].size {
			continue
		}
		if !t.onEdge(at, func(c *textRun) bool { return left.x1-c.x1 < sameStart }) && !t.onEdge(at+1, func(c *textRun) bool { return c.x0-right.x0 < sameStart }) {
			return false
		}
	}
	return true
}

// onEdge reports whether most lines of a column are at an edge of it.
func (t *openTable) onEdge(column int, is func(c *textRun) bool) bool {
	on, all := 0, 0
	for i := range t.bands {
		for _, piece := range t.bands[i].pieces {
			if t.column(piece) != column {
				continue
			}
			all++
			if is(&t.runs[piece]) {
				on++
			}
		}
	}
	return float64(on) >= minOnEdge*float64(all)
}

// isRomanLabel reports whether word is a number in small Roman digits as items have it: "ii.", "(iv)".
func isRomanLabel(word string) bool {
	digits := strings.Trim(word, "().")
	return digits != "" && digits != word && strings.Trim(digits, "ivx") == ""
}

// filledRows returns how many rows have text in a column.
func (t *openTable) filledRows(ends []int, column int) (n int) {
	start := 0
	for _, end := range ends {
		if t.text(start, end, column) != "" {
			n++
		}
		start = end
	}
	return n
}

// labelled reports rows of which most begin with the sign or number of a list
// item, of a reference or of a line, and a column of such signs.
func (t *openTable) labelled(ends []int) bool {
	first := 0 // the first column that has text in two rows
	for first < len(t.columns)-1 && t.filledRows(ends, first) < 2 {
		first++
	}
	for at := range t.columns {
		signs, labels, numbers, cells, start := 0, 0, 0, 0, 0
		last := math.MinInt
		for _, end := range ends {
			text := t.text(start, end, at)
			start = end
			if text == "" {
				continue
			}
			cells++
			word, _, _ := strings.Cut(text, " ")
			_, numbered := ordinal(word)
			switch n, err := strconv.Atoi(word); {
			case isBulletSign(word), isTick(word):
				signs++
			case numbered || text[0] == '[' || isRomanLabel(word):
				labels++
			case err == nil && n > last && n < 1000:
				numbers, last = numbers+1, n
			}
		}
		most := maxLabels * float64(cells)
		if float64(signs) > most || at == first && (float64(signs+labels) > most || len(t.columns) == 2 && float64(numbers) > 0.9*float64(cells)) {
			return true
		}
	}
	return false
}
