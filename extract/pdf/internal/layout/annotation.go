package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxPlacing = 4_000_000 // looks at text near annotations
	labelRise  = 0.6       // ems by which the line of a label may lie over or under that of a value
	labelGap   = 30        // ems between a label and the value to its right
	markGap    = 4         // ems between the mark of a box and the label to its right
	labelAbove = 3         // ems between a label and the value below it
)

// placeLate moves what a page writes late to the text that it belongs to: the text of annotations, such as the
// values of form fields, to the label on its left or above it, or right of a mark, and the signs and numbers of
// items that stand apart in the file to the text on their right. The rest of the page keeps its order.
func placeLate(runs []*textRun) []*textRun {
	late := map[*textRun]bool{}
	for i, c := range runs {
		if c.annotation != 0 || isLoneMarker(runs, i) {
			late[c] = true
		}
	}
	page := filter(runs, func(c *textRun) bool { return !late[c] })
	if len(late) == 0 || len(page) == 0 || len(late)*len(runs) > maxPlacing {
		return runs
	}
	type place struct {
		before int     // the run of the page that it stands before, by its index
		rank   int     // 0 for a marker that stays where it is, 1 for what is moved, 2 for that run
		x      float64 // of several that are moved
	}
	places := make(map[*textRun]place, len(runs))
	at := 0 // runs of the page so far
	for part := range groups(runs, func(part []*textRun, c *textRun) bool { return c.annotation != 0 && part[0].annotation == c.annotation }) {
		to, moved := place{before: at}, -1
		switch c := part[0]; {
		case !late[c]:
			to.rank = 2
			at++
		case c.annotation != 0:
			moved = anchor(page, part)
		default:
			moved = textBeside(page, c)
		}
		if moved >= 0 {
			to = place{moved, 1, part[0].x0}
		}
		if moved == len(page) {
			to.x = 0
		}
		for _, c := range part {
			places[c] = to
		}
	}
	return slices.SortedStableFunc(slices.Values(runs), func(c, d *textRun) int {
		a, b := places[c], places[d]
		return cmp.Or(a.before-b.before, a.rank-b.rank, cmp.Compare(a.x, b.x))
	})
}

// isLoneMarker reports whether a run is the sign or number of an item without its text right behind it.
func isLoneMarker(runs []*textRun, i int) bool {
	c := runs[i]
	text := strings.TrimSpace(c.text)
	if _, isNumber := ordinal(text); c.Rows != nil || c.rtl || !isNumber && !isBulletSign(text) {
		return false
	}
	return i+1 == len(runs) || !sameLine(c, runs[i+1]) || runs[i+1].x0 < c.x1
}

// textBeside returns the index of the nearest run right of a marker, -1 for none, and for a sign within a line.
func textBeside(page []*textRun, marker *textRun) int {
	var left, right nearest
	for i, p := range page {
		if sameLine(p, marker) {
			left.consider(i, marker.x0-p.x1, marker.size)
			right.consider(i, p.x0-marker.x1, markGap*marker.size)
		}
	}
	if left.found || !right.found {
		return -1
	}
	return right.at
}

// anchor returns the index of the run of the page that the text of an annotation
// comes before, len(page) if it belongs to none.
func anchor(page, text []*textRun) int {
	box, top, bottom := extentOf(text), text[0].y, text[0].y
	for _, c := range text {
		top, bottom = max(top, c.y), min(bottom, c.y)
	}
	var left, right, above nearest
	for i, p := range page {
		em := max(p.size, text[0].size)
		switch slack := labelRise * em; {
		case p.Rows != nil:
		case p.y <= top+slack && p.y >= bottom-slack:
			left.consider(i, box.x0-p.x1+backStep*em, labelGap*em)
			right.consider(i, p.x0-box.x1+backStep*em, markGap*em)
		case p.x0 < box.x1 && box.x0 < p.x1:
			above.consider(i, p.y-top, labelAbove*em)
		}
	}
	first, size := utf8.DecodeRuneInString(text[0].text)
	isMark := len(text) == 1 && size > 0 && size == len(text[0].text) && !unicode.IsLetter(first) && !unicode.IsDigit(first)
	switch {
	case right.found && isMark:
		return right.at
	case left.found:
		return left.at + 1
	case above.found:
		at := above.at + 1 // the end of the line of the stream
		for at < len(page) && sameLine(page[at-1], page[at]) && page[at].x0 > page[at-1].x1-backStep*page[at-1].size {
			at++
		}
		return at
	case right.found:
		return right.at
	}
	return len(page)
}

// nearest is the nearest candidate so far.
type nearest struct {
	at       int
	distance float64
	found    bool
}

func (n *nearest) consider(at int, distance, limit float64) {
	if distance >= 0 && distance <= limit && (!n.found || distance < n.distance) {
		*n = nearest{at, distance, true}
	}
}
