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

// labelled reports rows of which most begin with the sign or number of a list
// item, of a reference or of a line, and a column of such signs.
func (t *openTable) labelled(ends []int) bool {
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
			case isBulletSign(word):
				signs++
			case numbered || text[0] == '[':
				labels++
			case err == nil && n > last && n < 1000:
				numbers, last = numbers+1, n
			}
		}
		most := maxLabels * float64(cells)
		if float64(signs) > most || at == 0 && (float64(signs+labels) > most || len(t.columns) == 2 && float64(numbers) > 0.9*float64(cells)) {
			return true
		}
	}
	return false
}
