package layout

import (
	"math"
	"slices"
	"strings"
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
	apartShare    = 0.75 // of its pages on which a running line stands apart
	runningShare  = 0.8  // of its pages on which its number runs
)

// DropRunningHeads removes running heads and feet. pages is how many pages there
// are. dropped are the texts that were left out, once for each that differs in
// more than its numbers, and count is how many lines they were.
func DropRunningHeads(lines []Line, pages int) (kept []Line, dropped []string, count int) {
	f := runningFinder{lines: lines, style: measure(lines, nil), pages: pages, repeats: min(max(pages, 2), minRepeats)}
	running := f.find()
	if pages < minRepeats { // the first page of two keeps its head
		for i := range lines {
			running[i] = running[i] && (lines[i].Page > 0 || !lines[i].Turned && lines[i].Y < 0.5*lines[i].PageHeight)
		}
	}
	f.markEdges(running)
	told := map[string]bool{}
	for i := range lines {
		if !running[i] {
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

// place is the key by which running lines are compared: the text, with its numbers as
// "#", and the height.
type place struct {
	text string
	y    int
}

type runningFinder struct {
	lines []Line
	style docStats
	pages int
	// repeats is how many pages must share a line.
	repeats int
	keys    []place // of the lines at the edges
}

func (f *runningFinder) find() []bool {
	edge := pageEdges(f.lines)
	f.keys = make([]place, len(f.lines))
	at := map[place][]int{}
	for i := range f.lines {
		if !edge[i] {
			continue
		}
		f.keys[i] = place{runningKey(f.lines[i].Text()), int(math.Round(f.lines[i].Y / sameHeight))}
		for dy := -1; dy <= 1; dy++ {
			k := place{f.keys[i].text, f.keys[i].y + dy}
			at[k] = append(at[k], i)
		}
	}
	running := make([]bool, len(f.lines))
	for key, alike := range at {
		f.markRepeats(key, alike, running)
	}
	return f.standApart(running)
}

// markRepeats marks the lines of a place if the lines of about that place, alike, repeat:
// on many pages of the document, or on pages in a row in the type of the body, and
// with numbers that run.
func (f *runningFinder) markRepeats(key place, alike []int, running []bool) {
	var on []int // one line of each page, in the order of pages
	for _, k := range alike {
		if n := len(on); n == 0 || f.lines[on[n-1]].Page < f.lines[k].Page {
			on = append(on, k)
		}
	}
	if len(on) < f.repeats || !f.numbersRun(on) {
		return
	}
	often := float64(len(on)) >= repeatedShare*float64(f.pages)
	var inARow map[int]bool
	if !often && hasLetter(key.text) {
		inARow = f.pagesInARow(on)
	}
	for _, i := range alike {
		if l := &f.lines[i]; f.keys[i] == key && (often || inARow[l.Page] && l.Size <= 1.05*f.style.size) {
			running[i] = true
		}
	}
}

// pagesInARow returns the pages of lines that stand on at least minRepeats
// neighbouring pages, or on every second one, as in a chapter.
func (f *runningFinder) pagesInARow(on []int) map[int]bool {
	pages := map[int]bool{}
	start := 0
	for n := 1; n <= len(on); n++ {
		if n < len(on) && f.lines[on[n]].Page-f.lines[on[n-1]].Page <= maxPageStep {
			continue
		}
		if n-start >= minRepeats {
			for _, k := range on[start:n] {
				pages[f.lines[k].Page] = true
			}
		}
		start = n
	}
	return pages
}

// numbersRun reports whether each number of lines stays the same or runs with the
// pages, on most of them. Beside words one may also grow by other steps, as that
// of a section does.
func (f *runningFinder) numbersRun(on []int) bool {
	numbers := make([][]int, len(on))
	for n, k := range on {
		numbers[n] = numbersOf(f.lines[k].Text())
	}
	words := hasLetter(f.keys[on[0]].text)
	for slot := range numbers[0] {
		same, runs, grows := 0, 0, 0
		for n := 1; n < len(on); n++ {
			before, after := numbers[n-1], numbers[n]
			if slot >= min(len(before), len(after)) {
				continue
			}
			switch step := after[slot] - before[slot]; {
			case step == 0:
				same++
			case step == f.lines[on[n]].Page-f.lines[on[n-1]].Page:
				runs++
			case step > 0:
				grows++
			}
		}
		need := runningShare * float64(len(on)-1)
		if float64(max(same, runs)) < need && !(words && float64(same+runs+grows) >= need) {
			return false
		}
	}
	return true
}

// standApart unmarks the lines whose text stands close to lines that aren't
// marked, on more than a few of its pages.
func (f *runningFinder) standApart(running []bool) []bool {
	close := f.closeToText(running)
	marked, apart := map[place]int{}, map[place]int{}
	for i := range f.lines {
		if running[i] {
			marked[f.keys[i]]++
			if !close[i] {
				apart[f.keys[i]]++
			}
		}
	}
	for i := range f.lines {
		running[i] = running[i] && float64(apart[f.keys[i]]) >= apartShare*float64(marked[f.keys[i]])
	}
	return running
}

// closeToText marks the lines that are close to one that doesn't run, or to such
// a line itself: a block of lines runs whole or not at all.
func (f *runningFinder) closeToText(running []bool) []bool {
	byPage, marked := map[int][]int{}, map[int][]int{}
	for i := range f.lines {
		if l := &f.lines[i]; !l.Turned {
			byPage[l.Page] = append(byPage[l.Page], i)
			if running[i] {
				marked[l.Page] = append(marked[l.Page], i)
			}
		}
	}
	near := make([]bool, len(f.lines))
	for page, of := range marked {
		for changed := true; changed; {
			changed = false
			for _, k := range of {
				if !near[k] && slices.ContainsFunc(byPage[page], func(i int) bool {
					return (!running[i] || near[i]) && (f.areAdjacent(i, k) || f.repeatsRunning(i, k))
				}) {
					near[k], changed = true, true
				}
			}
		}
	}
	return near
}

func (f *runningFinder) repeatsRunning(i, k int) bool {
	text := f.keys[i].text
	if text == "" {
		text = runningKey(f.lines[i].Text())
	}
	return i != k && text == f.keys[k].text && strings.Contains(text, "#")
}

// areAdjacent reports whether two lines of a page are as close as lines of a paragraph
// are, of the same size and one below the other.
func (f *runningFinder) areAdjacent(i, k int) bool {
	a, b := &f.lines[i], &f.lines[k]
	distance := math.Abs(a.Y - b.Y)
	return similarSize(a.Size, b.Size) && overlaps(a, b) && distance >= 0.3*a.Size && distance < min(1.3*f.style.leading, 1.6)*a.Size
}
