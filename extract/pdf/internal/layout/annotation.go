package layout

import (
	"cmp"
	"slices"
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

// placeLate moves the text of annotations, such as the values of form fields, which comes last in the file, to the label on
// its left or above it, or right of a mark. The rest of the page keeps its order.
func placeLate(runs []textRun) []textRun {
	var page []textRun // the others
	for i := range runs {
		if runs[i].annotation == 0 {
			page = append(page, runs[i])
		}
	}
	if late := len(runs) - len(page); late == 0 || len(page) == 0 || late*len(runs) > maxPlacing {
		return runs
	}
	placed := map[int][][]textRun{} // by the index of the run of the page that they precede
	for start := 0; start < len(runs); {
		end := start + 1
		if number := runs[start].annotation; number != 0 {
			for end < len(runs) && runs[end].annotation == number {
				end++
			}
			at := anchor(page, runs[start:end])
			placed[at] = append(placed[at], runs[start:end])
		}
		start = end
	}
	out := make([]textRun, 0, len(runs))
	for i := range len(page) + 1 {
		if i < len(page) {
			slices.SortStableFunc(placed[i], func(a, b []textRun) int { return cmp.Compare(a[0].x0, b[0].x0) })
		}
		for _, text := range placed[i] {
			out = append(out, text...)
		}
		if i < len(page) {
			out = append(out, page[i])
		}
	}
	return out
}

// anchor returns the index of the run of the page that the text of an annotation
// comes before, len(page) if it belongs to none.
func anchor(page, text []textRun) int {
	box := text[0]
	top, bottom := box.y, box.y
	for i := range text {
		box.x0, box.x1 = min(box.x0, text[i].x0), max(box.x1, text[i].x1)
		top, bottom = max(top, text[i].y), min(bottom, text[i].y)
	}
	var left, right, above nearest
	for i := range page {
		p := &page[i]
		em := max(p.size, box.size)
		switch slack := labelRise * em; {
		case p.Rows != nil:
		case p.y <= top+slack && p.y >= bottom-slack:
			left.consider(i, box.x0-p.x1+backStep*em, labelGap*em)
			right.consider(i, p.x0-box.x1+backStep*em, markGap*em)
		case p.x0 < box.x1 && box.x0 < p.x1:
			above.consider(i, p.y-top, labelAbove*em)
		}
	}
	first, size := utf8.DecodeRuneInString(text[0].text())
	isMark := len(text) == 1 && size > 0 && size == len(text[0].text()) && !unicode.IsLetter(first) && !unicode.IsDigit(first)
	switch {
	case right.found && isMark:
		return right.at
	case left.found:
		return left.at + 1
	case above.found:
		at := above.at + 1 // the end of the line of the stream
		for at < len(page) && sameLine(&page[at-1], &page[at]) && page[at].x0 > page[at-1].x1-backStep*page[at-1].size {
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
