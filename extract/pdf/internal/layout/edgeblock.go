package layout

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
)

// A running head or foot also shows by itself what it is, which finds those of short files, where
// little repeats: white space parts it from the text, and it has the number of the page, the address
// or the time of a printed web page, or three parts from margin to margin. Else the text shows it:
// a sentence goes on below a head or above a foot, or the page is one of a larger document,
// since its number is higher than the file has pages, and the line stands in its margin.

const (
	maxEdgeRows  = 3   // rows of a running head or foot
	maxEdgeText  = 140 // bytes of a row
	maxEdgeSize  = 1.3 // times the size of the body, but for a number
	apartGap     = 1.7 // ems between it and the text, and apartLeading times the distance of lines
	apartLeading = 1.4
	numberGap    = 1.0  // the same for a row with nothing but the number of the page
	numberBeside = 2.0  // ems between a number and what stands beside it: notes stand nearer
	minBodyLines = 12   // of the page without it
	outerShare   = 0.12 // of the height of the page, at either end, in which it stands
	marginShare  = 0.08 // of the height that belongs to the margin
	fullProse    = 0.8  // share of the width of the text that a line of prose has
)

// edgePatterns match the number of a page, such as "7", "- 41 -", "A-5", "iv", "Page 2 of 9", "2/9",
// such a number behind a few words, and what a browser prints at the edge of a page.
var edgePatterns = sync.OnceValue(func() (p struct{ number, ending, printed *regexp.Regexp }) {
	const word = `(?:page|pages|seite|pagina|página|pág|sida|side|стр|p|s)`
	const of = `(?:\s*(?:of|von|de|sur|di|av|af|van|из|/|\||[-–])\s*\d{1,4})?`
	p.number = regexp.MustCompile(`^(?:[^\pL\pN]*(?i:` + word + `\b\.?:?\s*)?(?:[A-Z]\s?[-–.]\s?)?(\d{1,4})` + of + `[^\pL\pN]*|[ivxl]{1,6}|第?\s*\d{1,4}\s*[页頁]+)$`)
	p.ending = regexp.MustCompile(`^(?:.*[\s|—–,](?i:` + word + `)\b\.?\s*\d{1,4}` + of + `|[^\d.:;!?@]+\s\d{1,3})$`)
	p.printed = regexp.MustCompile(`^(?:(?:https?|file)://\S+|\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d(?: ?[AP]M)?)$`)
	return p
})

func isPageNumber(text string) bool {
	return edgePatterns().number.MatchString(strings.TrimSpace(text))
}

// markEdges marks the running heads and feet that show by themselves what they are.
func (f *runningFinder) markEdges(running []bool) {
	pages := map[int][]int{}
	for i := range f.lines {
		if l := &f.lines[i]; !l.Turned && l.Comment == "" {
			pages[l.Page] = append(pages[l.Page], i)
		}
	}
	for _, of := range pages {
		slices.SortStableFunc(of, func(a, b int) int { return cmp.Compare(f.lines[b].Y, f.lines[a].Y) })
		head, headNext := f.edgeBlock(slices.Clone(of), false)
		excerpt := f.isExcerpt(head)
		slices.Reverse(of)
		foot, footNext := f.edgeBlock(of, true)
		excerpt = excerpt || f.isExcerpt(foot)
		if len(head) > 0 && f.isEdgeText(head, false, excerpt, headNext) {
			for _, i := range head {
				running[i] = true
			}
		}
		if len(foot) > 0 && f.isEdgeText(foot, true, excerpt, footNext) {
			for _, i := range foot {
				running[i] = true
			}
		}
	}
}

// edgeBlock returns the lines at the edge of a page that white space parts from next, nil for none.
// of has the lines of the page from that edge on.
func (f *runningFinder) edgeBlock(of []int, foot bool) (block []int, next *Line) {
	rows := 0
	for end := range of {
		l := &f.lines[of[end]]
		inside := foot && l.Y > outerShare*l.PageHeight || !foot && l.Y < (1-outerShare)*l.PageHeight
		if inside && (end > 0 || !foot || !isPageNumber(l.Text())) || l.Rows != nil || len(l.Text()) > maxEdgeText ||
			l.Size > maxEdgeSize*f.style.size && !isPageNumber(l.Text()) || end+1 == len(of) {
			return nil, nil
		}
		next = &f.lines[of[end+1]]
		gap := math.Abs(l.Y - next.Y)
		if gap < 0.5*l.Size {
			continue // beside it
		}
		rows++
		apart := gap >= max(apartGap, apartLeading*f.style.leading)*max(l.Size, f.style.size)
		if inside && !apart {
			return nil, nil
		}
		if !apart && end == 0 && gap >= numberGap*l.Size && isPageNumber(l.Text()) {
			apart = !slices.ContainsFunc(of[1:], func(i int) bool { return isPageNumber(f.lines[i].Text()) })
		}
		switch {
		case apart && f.rows(of[end:]) > minBodyLines:
			return of[:end+1], next
		case apart || rows == maxEdgeRows:
			return nil, nil
		}
	}
	return nil, nil
}

// rows counts lines, of which tables have as many as rows.
func (f *runningFinder) rows(of []int) (n int) {
	for _, i := range of {
		n += max(1, len(f.lines[i].Rows))
	}
	return n
}

func (f *runningFinder) isExcerpt(block []int) bool {
	for _, i := range block {
		for c := range f.lines[i].Cells {
			if m := edgePatterns().number.FindStringSubmatch(strings.TrimSpace(f.lines[i].Cells[c].Text())); m != nil && f.isNumberApart(block, i, c) {
				n, _ := strconv.Atoi(m[1])
				return n > f.pages
			}
		}
	}
	return false
}

// isEdgeText reports whether lines at the edge of a page, apart from next, are a running head or foot.
func (f *runningFinder) isEdgeText(block []int, foot, excerpt bool, next *Line) bool {
	l := &f.lines[block[len(block)-1]]
	var cells []Cell // of all lines
	row, sign, numbers := true, false, 0
	for _, i := range block {
		cells = append(cells, f.lines[i].Cells...)
		row = row && math.Abs(f.lines[i].Y-l.Y) < 0.5*l.Size
		for c := range f.lines[i].Cells {
			text := strings.TrimSpace(f.lines[i].Cells[c].Text())
			if isPageNumber(text) {
				numbers++
				sign = sign || f.isNumberApart(block, i, c)
			}
			sign = sign || edgePatterns().printed.MatchString(text) || foot && len(block) == 1 && len(f.lines[i].Cells) == 1 && l.isInMargin() && edgePatterns().ending.MatchString(text)
		}
	}
	switch {
	case numbers > 1 && numbers == len(cells):
		return false // a row of numbers
	case sign, excerpt && l.isInMargin():
		return true
	case !row || l.Page >= len(f.style.right) || f.style.right[l.Page] <= f.style.left[l.Page]:
		return false
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(a.X0, b.X0) })
	left, width := f.style.left[l.Page], f.style.right[l.Page]-f.style.left[l.Page]
	first, last := &cells[0], &cells[len(cells)-1]
	if foot && len(cells) == 3 && first.X0 < left+0.05*width && last.X1 > left+0.95*width && hasLetter(cells[1].Text()) && hasLetter(last.Text()) {
		return true
	}
	if next.Rows != nil || len(next.Cells) != 1 || next.X1-next.X0 < fullProse*width || last.X1-first.X0 > fullProse*width && len(cells) == 1 {
		return false
	}
	if !unicode.IsUpper([]rune(strings.TrimSpace(l.Text()) + " ")[0]) {
		return false
	}
	if foot {
		return !endsSentence(next.Text())
	}
	return !startsSentence(next.Text())
}

// isNumberApart reports whether nothing stands close beside a number, as the text of a note does. What
// stands farther away may be the label of a sum, unless both are in the margin and the number is short.
func (f *runningFinder) isNumberApart(block []int, line, cell int) bool {
	l := &f.lines[line]
	number := &l.Cells[cell]
	short := l.isInMargin() && len(edgePatterns().number.FindStringSubmatch(strings.TrimSpace(number.Text()))[1]) < 4
	for _, i := range block {
		if math.Abs(f.lines[i].Y-l.Y) > 0.5*l.Size {
			continue
		}
		for c := range f.lines[i].Cells {
			other := &f.lines[i].Cells[c]
			if other != number && (!short || max(other.X0-number.X1, number.X0-other.X1) < numberBeside*l.Size || other.X0 > number.X0 && endsSentence(other.Text())) {
				return false
			}
		}
	}
	return true
}

func (l *Line) isInMargin() bool {
	return l.Y < marginShare*l.PageHeight || l.Y > (1-marginShare)*l.PageHeight
}
