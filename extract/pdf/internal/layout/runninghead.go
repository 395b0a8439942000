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
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// Running heads and feet are lines near the edge of the page that have the same
// height and the same text on many pages. Their numbers stay the same or
// run with the pages. Such a line is dropped only where it is apart from the text.
// A line close to one that isn't a running line belongs to a paragraph or table. A
// line with a number whose text, numbers aside, also occurs elsewhere on the page
// belongs to a series.

const (
	edgeLines     = 3    // at the top and bottom of a page that may be running lines
	minRepeats    = 3    // pages that must share a line, or both of two
	repeatedShare = 0.4  // of all pages
	maxPageStep   = 2    // pages between two of a chapter's running lines
	sameHeight    = 4.0  // points
	edgeShare     = 0.15 // of the height of the page, at either end
	maxRunning    = 0.4  // of all lines: more of them are no running lines
	apartShare    = 0.75 // of its pages on which a running line is apart from the text
	runningShare  = 0.8  // of its pages on which its number runs
)

// DropRunningHeads removes running heads and feet. pages is how many pages there
// are. dropped are the texts that were left out, once for each that differs in
// more than its numbers, and count is how many lines they were.
func DropRunningHeads(m *ctxio.Meter, lines []Line, pages int) (kept []Line, dropped []string, count int) {
	f := runningFinder{meter: m, style: measure(m, lines, nil), pages: pages, repeats: min(max(pages, 2), minRepeats),
		lines: make([]edgeLine, len(lines)), upright: map[int][]*edgeLine{}, turned: map[int][]*edgeLine{}}
	m.Spend(ctxio.PerItem * len(lines))
	for i := range lines {
		l := &f.lines[i]
		switch l.Line = &lines[i]; {
		case !l.Turned:
			f.upright[l.Page] = append(f.upright[l.Page], l)
		case l.Comment == "":
			f.turned[l.Page] = append(f.turned[l.Page], l)
		}
	}
	for _, page := range f.upright {
		slices.SortStableFunc(page, func(a, b *edgeLine) int { return cmp.Compare(b.Y, a.Y) })
	}
	f.markRepeated()
	if pages < minRepeats { // the first page of two keeps its head
		for i := range f.lines {
			l := &f.lines[i]
			l.running = l.running && (l.Page > 0 || !l.Turned && l.Y < 0.5*l.PageHeight)
		}
	}
	m.Spend(2 * ctxio.PerItem * len(lines))
	f.markEdges()
	told := map[string]bool{}
	for i := range lines {
		if !f.lines[i].running {
			kept = append(kept, lines[i])
			continue
		}
		count++
		if key := runningKey(lines[i].Text()); !told[key] {
			told[key] = true
			dropped = append(dropped, strings.TrimSpace(lines[i].Text()))
		}
	}
	if float64(count) > maxRunning*float64(len(lines)) {
		return lines, nil, 0
	}
	return kept, dropped, count
}

// place is the key by which texts are compared: of running lines the text, with its numbers as
// "#", and the height.
type place struct {
	text string
	y    int
}

// edgeLine is a line that may be a running head or foot.
type edgeLine struct {
	*Line
	place   place // of one at the edge of a page
	edge    bool
	running bool // it is one
	near    bool // it is close to text
}

type runningFinder struct {
	meter   *ctxio.Meter
	lines   []edgeLine
	style   docStats
	pages   int
	repeats int                 // how many pages must share a line
	upright map[int][]*edgeLine // the lines of a page from top to bottom
	turned  map[int][]*edgeLine // those beside the text, or across it
}

// markRepeated marks the lines that many pages share.
func (f *runningFinder) markRepeated() {
	for _, page := range f.upright {
		ends := filter(page, func(l *edgeLine) bool {
			return l.Rows == nil && (l.Y < edgeShare*l.PageHeight || l.Y > (1-edgeShare)*l.PageHeight)
		})
		for n, l := range ends {
			l.edge = n < edgeLines || n >= len(ends)-edgeLines
		}
	}
	for _, page := range f.turned {
		for _, l := range page {
			l.edge = len(page) <= edgeLines
		}
	}
	at := map[place][]*edgeLine{}
	for i := range f.lines {
		l := &f.lines[i]
		if !l.edge || l.Rows != nil || f.meter.Spend(ctxio.PerItem) != nil {
			continue
		}
		l.place = place{runningKey(l.Text()), int(math.Round(l.Y / sameHeight))}
		for dy := -1; dy <= 1; dy++ {
			k := place{l.place.text, l.place.y + dy}
			at[k] = append(at[k], l)
		}
	}
	for key, alike := range at {
		f.markAlike(key, alike)
	}
	f.standApart()
}

// onePerPage returns the first line of each page, of lines in the order of pages.
func onePerPage(lines []*edgeLine) []*edgeLine {
	return slices.CompactFunc(slices.Clone(lines), func(a, b *edgeLine) bool { return a.Page == b.Page })
}

// markAlike marks the lines of a place if the lines of about that place, alike, repeat:
// on many pages of the document, or on pages in a row in the type of the body, and
// with numbers that run.
func (f *runningFinder) markAlike(key place, alike []*edgeLine) {
	on := onePerPage(alike)
	step, often := maxPageStep, float64(len(on)) >= repeatedShare*float64(f.pages)
	if often {
		step = f.pages
	}
	if words := hasLetter(key.text); len(on) < f.repeats || !often && !words || !numbersRun(on, words) {
		return
	} else if first, last := on[0], last(on); words && first.Y > 0.5*first.PageHeight && !slices.Equal(numbersOf(first.Text()), numbersOf(last.Text())) &&
		min(first.Size, last.Size) > maxEdgeSize*f.style.size {
		return // "Chapter 1" and "Chapter 2" that each begin a page, in larger type than running heads
	}
	for part := range groups(alike, func(part []*edgeLine, l *edgeLine) bool { return l.Page-last(part).Page <= step }) {
		if len(onePerPage(part)) < f.repeats {
			continue
		}
		for _, l := range part {
			l.running = l.running || l.place == key && (often || l.Size <= 1.05*f.style.size)
		}
	}
}

// numbersRun reports whether each number of lines stays the same or runs with the
// pages, on most of them. Beside words one may also grow by other steps, as that
// of a section does.
func numbersRun(on []*edgeLine, words bool) bool {
	numbers := make([][]int, len(on))
	for n, l := range on {
		numbers[n] = numbersOf(l.Text())
	}
	for slot := range numbers[0] {
		same, runs, grows := 0, 0, 0
		for n := 1; n < len(on); n++ {
			if slot >= min(len(numbers[n-1]), len(numbers[n])) {
				continue
			}
			step := numbers[n][slot] - numbers[n-1][slot]
			if step == 0 {
				same++
			}
			if step == on[n].Page-on[n-1].Page {
				runs++
			}
			if step >= 0 && words {
				grows++
			}
		}
		if float64(max(same, runs, grows)) < runningShare*float64(len(on)-1) {
			return false
		}
	}
	return true
}

// standApart unmarks the lines of a place that are close to text on more than 1 - apartShare of its pages:
// to a line that isn't marked, or to a marked one that is close to such a line itself, as a block of
// lines runs whole or not at all. Lines are close as those of a paragraph are, of the same size and one
// below the other, or if they are the same but for their numbers.
func (f *runningFinder) standApart() {
	for _, page := range f.upright {
		marked := filter(page, func(l *edgeLine) bool { return l.running })
		for changed := true; changed; {
			changed = false
			for _, l := range marked {
				if !l.near && slices.ContainsFunc(page, func(other *edgeLine) bool { return (!other.running || other.near) && f.isClose(other, l) }) {
					l.near, changed = true, true
				}
			}
		}
	}
	spare := map[place]float64{} // by place: the pages on which its line is apart, minus apartShare of its pages
	for i := range f.lines {
		if l := &f.lines[i]; l.running {
			spare[l.place] -= apartShare
			if !l.near {
				spare[l.place]++
			}
		}
	}
	for i := range f.lines {
		f.lines[i].running = f.lines[i].running && spare[f.lines[i].place] >= 0
	}
}

// isClose reports whether a line at the edge, l, is close to another one.
func (f *runningFinder) isClose(other, l *edgeLine) bool {
	distance := math.Abs(other.Y - l.Y)
	isNext := similarSize(other.Size, l.Size) && overlaps(other.Line, l.Line) && distance >= 0.3*other.Size && distance < min(1.3*f.style.leading, 1.6)*other.Size
	return isNext || other != l && strings.Contains(l.place.text, "#") && l.place.text == runningKey(other.Text())
}

// runningKey returns text in lower case with its numbers as "#".
func runningKey(text string) string {
	masked := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return '#'
		}
		return unicode.ToLower(r)
	}, strings.TrimSpace(text))
	return string(slices.CompactFunc([]byte(masked), func(a, b byte) bool { return a == '#' && b == '#' }))
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

// A running head or foot also shows by itself what it is, which finds those of short files, where
// little repeats: white space parts it from the text, and it has the number of the page, the address
// or the time of a printed web page, or three parts from margin to margin. Else the text shows it:
// a sentence goes on below a head or above a foot, or the page is one of a larger document,
// since its number is higher than the file has pages, and the line is in its margin.

const (
	maxEdgeRows  = 3   // rows of a running head or foot
	maxEdgeText  = 140 // bytes of a row
	maxEdgeSize  = 1.3 // times the size of the body, but for a number
	apartGap     = 1.7 // ems between it and the text, and apartLeading times the distance of lines
	apartLeading = 1.4
	numberGap    = 1.0  // the same for a row with nothing but the number of the page
	numberBeside = 2.0  // ems between a number and the text beside it: that of a note is nearer
	minBodyLines = 12   // of the page without it, unless it says that it is the number of the page
	outerShare   = 0.12 // of the height of the page, at either end, in which it is
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

// edgeBlock is the lines at an edge of a page that white space parts from next, and what they show.
type edgeBlock struct {
	lines   []*edgeLine
	foot    bool
	next    *Line
	cells   []Cell // of all lines
	numbers int    // cells that are the number of a page
	sign    bool   // a cell shows a running head or foot: the number of a page, an address or a time
	excerpt bool   // the first number that is apart from other text is higher than the file has pages
}

// markEdges marks the running heads and feet that show by themselves what they are.
func (f *runningFinder) markEdges() {
	for _, page := range f.upright {
		head := f.edgeBlock(slices.Clone(page), false)
		slices.Reverse(page)
		foot := f.edgeBlock(page, true)
		for _, e := range [...]*edgeBlock{&head, &foot} {
			if len(e.lines) > 0 && f.isEdgeText(e, head.excerpt || foot.excerpt) {
				for _, l := range e.lines {
					l.running = true
				}
			}
		}
	}
}

// edgeBlock returns the block at the edge of a page, without lines for none. page has its lines from that edge on.
func (f *runningFinder) edgeBlock(page []*edgeLine, foot bool) (e edgeBlock) {
	rows := 0
	for end, l := range page {
		isNumber := isPageNumber(l.Text())
		inside := foot && l.Y > outerShare*l.PageHeight || !foot && l.Y < (1-outerShare)*l.PageHeight
		if inside && (end > 0 || !foot || !isNumber) || l.Rows != nil || len(l.Text()) > maxEdgeText ||
			l.Size > maxEdgeSize*f.style.size && !isNumber || end+1 == len(page) {
			return e
		}
		next := page[end+1]
		gap := math.Abs(l.Y - next.Y)
		if gap < 0.5*l.Size {
			continue // beside it
		}
		rows++
		apart := gap >= max(apartGap, apartLeading*f.style.leading)*max(l.Size, f.style.size)
		if inside && !apart {
			return e
		}
		if !apart && end == 0 && gap >= numberGap*l.Size && isNumber {
			apart = !slices.ContainsFunc(page[1:], func(l *edgeLine) bool { return isPageNumber(l.Text()) })
		}
		switch {
		case apart:
			rest := 0 // lines of the rest of the page, where each row of a table counts
			for _, l := range page[end:] {
				rest += max(1, len(l.Rows))
			}
			saysPage := end == 0 && isNumber && strings.Trim(l.Text(), "0123456789ivxl ") != "" // "Page 2", "- 41 -"
			if rest <= minBodyLines && !saysPage {
				return e
			}
			e.lines, e.foot, e.next = page[:end+1], foot, next.Line
			f.readEdge(&e)
			return e
		case rows == maxEdgeRows:
			return e
		}
	}
	return e
}

// readEdge looks at the cells of a block.
func (f *runningFinder) readEdge(e *edgeBlock) {
	apart := false // a number apart from other text was seen
	for _, l := range e.lines {
		e.cells = append(e.cells, l.Cells...)
		for c := range l.Cells {
			text := strings.TrimSpace(l.Cells[c].Text())
			e.sign = e.sign || edgePatterns().printed.MatchString(text) ||
				e.foot && len(e.lines) == 1 && len(l.Cells) == 1 && l.isInMargin() && edgePatterns().ending.MatchString(text)
			m := edgePatterns().number.FindStringSubmatch(text)
			if m == nil {
				continue
			}
			if e.numbers++; isNumberApart(e.lines, l, &l.Cells[c], len(m[1])) {
				n, _ := strconv.Atoi(m[1])
				e.excerpt = e.excerpt || !apart && n > f.pages
				e.sign, apart = true, true
			}
		}
	}
}

// isEdgeText reports whether a block is a running head or foot.
func (f *runningFinder) isEdgeText(e *edgeBlock, excerpt bool) bool {
	l, next, cells := last(e.lines), e.next, e.cells
	row := !slices.ContainsFunc(e.lines, func(other *edgeLine) bool { return math.Abs(other.Y-l.Y) >= 0.5*l.Size })
	switch {
	case e.numbers > 1 && e.numbers == len(cells):
		return false // a row of numbers
	case e.sign, excerpt && l.isInMargin():
		return true
	}
	left := f.style.margins[l.Page].x0
	width := f.style.margins[l.Page].x1 - left
	if !row || width <= 0 {
		return false
	}
	slices.SortStableFunc(cells, func(a, b Cell) int { return cmp.Compare(a.X0, b.X0) })
	leftmost, last := &cells[0], &cells[len(cells)-1]
	if e.foot && len(cells) == 3 && leftmost.X0 < left+0.05*width && last.X1 > left+0.95*width && hasLetter(cells[1].Text()) && hasLetter(last.Text()) {
		return true
	}
	if next.Rows != nil || len(next.Cells) != 1 || next.X1-next.X0 < fullProse*width || last.X1-leftmost.X0 > fullProse*width && len(cells) == 1 {
		return false
	}
	first, _ := utf8.DecodeRuneInString(strings.TrimSpace(l.Text()))
	return unicode.IsUpper(first) && (e.foot && !endsSentence(next.Text()) || !e.foot && !startsSentence(next.Text()))
}

// isNumberApart reports whether a number has no text beside it, which may be that of a note, or the label of a
// sum. In the margin a number of up to three digits may have text beside it from numberBeside on, but not a
// sentence to its right.
func isNumberApart(block []*edgeLine, l *edgeLine, number *Cell, digits int) bool {
	short := l.isInMargin() && digits < 4
	for _, beside := range block {
		if math.Abs(beside.Y-l.Y) > 0.5*l.Size {
			continue
		}
		for c := range beside.Cells {
			other := &beside.Cells[c]
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
