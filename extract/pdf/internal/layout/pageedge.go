package layout

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// pageEdges marks the lines that are among the first or last of their page by
// height, and those that are turned.
func pageEdges(lines []Line) []bool {
	edge := make([]bool, len(lines))
	byPage, turned := map[int][]int{}, map[int][]int{}
	for i := range lines {
		l := &lines[i]
		switch {
		case l.Rows != nil || l.Comment != "":
		case l.Turned:
			turned[l.Page] = append(turned[l.Page], i)
		case l.Y < edgeShare*l.PageHeight || l.Y > (1-edgeShare)*l.PageHeight:
			byPage[l.Page] = append(byPage[l.Page], i)
		}
	}
	for _, of := range turned {
		for _, i := range of {
			edge[i] = len(of) <= edgeLines // beside the text, or across it
		}
	}
	for _, of := range byPage {
		slices.SortFunc(of, func(a, b int) int { return cmp.Compare(lines[b].Y, lines[a].Y) })
		for n, i := range of {
			edge[i] = n < edgeLines || n >= len(of)-edgeLines
		}
	}
	return edge
}

// runningKey returns text in lower case with its numbers as "#".
func runningKey(text string) string {
	var b strings.Builder
	digit := false
	for _, r := range strings.ToLower(strings.TrimSpace(text)) {
		if r >= '0' && r <= '9' {
			if !digit {
				b.WriteByte('#')
			}
			digit = true
			continue
		}
		digit = false
		b.WriteRune(r)
	}
	return b.String()
}

func numbersOf(text string) (found []int) {
	for digits := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < '0' || r > '9' }) {
		n := 0
		if len(digits) <= 9 {
			n, _ = strconv.Atoi(digits)
		}
		found = append(found, n)
	}
	return found
}
