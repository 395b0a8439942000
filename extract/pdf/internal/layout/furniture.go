package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

const (
	edgeLines     = 3    // at the top and bottom of a page that may be furniture
	minRepeats    = 3    // pages that must share a line
	repeatedShare = 0.4  // of all pages
	sameHeight    = 4.0  // points
	edgeShare     = 0.15 // of the height of the page, at either end
	maxFurniture  = 0.4  // of all lines: more of them are no furniture
)

// DropFurniture removes running headers and footers: lines near the edge of the
// page that stand at the same height on many pages with the same text, numbers
// aside. pages is how many pages there are.
func DropFurniture(lines []Line, pages int) []Line {
	if pages < minRepeats {
		return lines
	}
	out := make([]Line, 0, len(lines))
	for i, repeated := range repeats(lines, pages) {
		if !repeated {
			out = append(out, lines[i])
		}
	}
	if float64(len(lines)-len(out)) > maxFurniture*float64(len(lines)) {
		return lines
	}
	return out
}

// repeats marks the lines at the edges that stand on many pages.
func repeats(lines []Line, pages int) []bool {
	type place struct {
		text string
		y    int
	}
	seen := map[place]map[int]bool{}
	edge := edges(lines)
	keys := make([]place, len(lines))
	for i := range lines {
		if !edge[i] {
			continue
		}
		keys[i] = place{furnitureKey(lines[i].Text()), int(math.Round(lines[i].Y / sameHeight))}
		for dy := -1; dy <= 1; dy++ {
			k := place{keys[i].text, keys[i].y + dy}
			if seen[k] == nil {
				seen[k] = map[int]bool{}
			}
			seen[k][lines[i].Page] = true
		}
	}
	found := make([]bool, len(lines))
	for i := range lines {
		n := len(seen[keys[i]])
		found[i] = edge[i] && n >= minRepeats && float64(n) >= repeatedShare*float64(pages)
	}
	return found
}

// edges marks the lines that are among the first or last of their page by
// height, and those that are turned.
func edges(lines []Line) []bool {
	edge := make([]bool, len(lines))
	byPage, turned := map[int][]int{}, map[int][]int{}
	for i := range lines {
		l := &lines[i]
		if l.Rows != nil {
			continue
		}
		if l.Turned {
			turned[l.Page] = append(turned[l.Page], i)
		} else if l.Y < edgeShare*l.PageHeight || l.Y > (1-edgeShare)*l.PageHeight {
			byPage[lines[i].Page] = append(byPage[lines[i].Page], i)
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

// furnitureKey returns text with its numbers as "#".
func furnitureKey(text string) string {
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
