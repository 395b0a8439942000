package layout

import (
	"math"
	"slices"
	"strings"
)

// A heading over several columns stands over the middle of these.

// spanSlack is the distance in ems between the middle of a heading and that of its columns.
const spanSlack = 1.2

// placeHeads puts each heading that is over several columns into the first of them. A heading is over
// those that it reaches over, and over those besides, with headings of their own, whose middle it
// stands on: if several headings share all of the columns alike, or one has all but the first.
func (g *grid) placeHeads() {
	for row := 0; row+1 < min(len(g.cells), maxHead); row++ {
		below := g.cells[row+1]
		if filledCells(g.cells[row]) >= filledCells(below) || slices.ContainsFunc(g.cells[row], hasNumber) {
			return
		}
		heads := g.cells[row]
		spans := make([]columnSpan, len(heads)) // of each heading
		widest, alike, end := 0, true, len(heads)
		for at := len(heads) - 1; at > 0; at-- {
			if len(heads[at]) == 0 {
				continue
			}
			spans[at] = g.spanOf(heads, below, at)
			n := spans[at].last - spans[at].first
			if n == 0 && len(below[at]) == 0 { // of both rows
				end = at
				continue
			}
			alike = alike && spans[at].last+1 == end && (widest == 0 || n == widest)
			widest, end = max(widest, n), spans[at].first
		}
		covered := make([]bool, len(heads))
		several, certain := false, true
		for at := 1; at < len(heads); at++ {
			s := spans[at]
			if len(heads[at]) == 0 || s.over == 1 && !alike {
				certain = certain && (len(heads[at]) == 0 || len(below[at]) == 0)
				continue
			}
			several = several || s.last > s.first
			for i := s.first; i <= s.last; i++ {
				covered[i] = true
				certain = certain && len(below[i]) > 0
			}
			if s.first < at {
				heads[s.first], heads[at], spans[at] = heads[at], nil, columnSpan{}
			}
		}
		if !several || !certain || slices.ContainsFunc(below, hasNumber) {
			continue
		}
		for at := range heads { // a heading that stands beside both rows is written in the upper one
			if len(heads[at]) == 0 && !covered[at] {
				heads[at], below[at] = below[at], nil
			}
		}
	}
}

// columnSpan is the first and last column of a heading, and how many of them its text reaches over.
type columnSpan struct{ first, last, over int }

// spanOf returns the columns that the heading in a column may be over.
func (g *grid) spanOf(heads, below [][]textRun, at int) columnSpan {
	e := cellExtent(heads[at])
	s := columnSpan{first: at, last: at}
	free := func(i int) bool { return i > 0 && i < len(heads) && len(heads[i]) == 0 && len(below[i]) > 0 }
	over := func(i int) bool { return g.columns[i].x0 < e.x1 && e.x0 < g.columns[i].x1 }
	for s.first > 1 && len(heads[s.first-1]) == 0 && over(s.first-1) {
		s.first--
	}
	for s.last+1 < len(heads) && len(heads[s.last+1]) == 0 && over(s.last+1) {
		s.last++
	}
	s.over = s.last - s.first + 1
	slack := spanSlack * heads[at][0].size
	best := s
	for first := s.first; first == s.first || free(first); first-- {
		for last := s.last; last == s.last || free(last); last++ {
			middle := (g.columns[first].x0 + g.columns[last].x1) / 2
			if math.Abs(middle-(e.x0+e.x1)/2) < slack && last-first > best.last-best.first {
				best.first, best.last = first, last
			}
		}
	}
	return best
}

func filledCells(row [][]textRun) (n int) {
	for _, cell := range row {
		if len(cell) > 0 {
			n++
		}
	}
	return n
}

func hasNumber(cell []textRun) bool {
	return slices.ContainsFunc(cell, func(c textRun) bool { return isNumberText(c.text()) && !isYear(c.text()) })
}

func isYear(text string) bool {
	text = strings.TrimSpace(text)
	return len(text) == 4 && (text[:2] == "19" || text[:2] == "20") && strings.Trim(text, "0123456789") == ""
}
