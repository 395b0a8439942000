package layout

import (
	"strconv"
	"strings"
	"unicode"
)

const (
	minEntries   = 3   // lines of a table of contents
	minLed       = 0.4 // share of its lines whose dots lead to the page number
	minAscending = 0.9 // share of the steps of its page numbers that don't go down
	minLeaders   = 4   // dots that lead
	minWrapped   = 0.3 // share of the width of an entry that the first of two lines has
	maxLevels    = 6   // of entries in entries
	maxPage      = 4   // digits of a page number
	maxPages     = 60  // bytes of the page numbers of a line of an index
)

// entry is a line of a table of contents.
type entry struct {
	title, pages string
	led          bool // by dots
	x0           float64
	end          int // after its last line
}

// contents takes a table of contents, an index or another list with dots that lead
// to numbers as a list: each title with its page, the dots between them left out. It
// returns how many lines it takes, 0 for none.
func (b *builder) contents() int {
	if b.at < b.noContents {
		return 0
	}
	entries, n := b.entries()
	if !b.plausibleContents(entries) {
		b.noContents = b.at + n
		led := 0
		for led < len(entries) && entries[led].led {
			led++
		}
		if led == 0 {
			return 0
		}
		entries = entries[:led]
		n = entries[led-1].end - b.at
	}
	b.flush()
	b.indents = b.indents[:0]
	for _, e := range entries {
		slack := 0.5 * b.lines[b.at].Size
		for len(b.indents) > 0 && b.indents[len(b.indents)-1] > e.x0+slack {
			b.indents = b.indents[:len(b.indents)-1]
		}
		if len(b.indents) == 0 || b.indents[len(b.indents)-1] < e.x0-slack {
			b.indents = append(b.indents, e.x0)
		}
		b.out = append(b.out, Block{Kind: Item, Level: min(len(b.indents), maxLevels) - 1, Spans: []Span{{Text: e.title + " … " + e.pages}}})
	}
	b.indents = b.indents[:0]
	return n
}

// entries reads the entries from b.at on. n is how many lines they have, at least 1. A
// title may have two lines, the first of them long.
func (b *builder) entries() (entries []entry, n int) {
	first := ""
	for i := b.at; i < len(b.lines); i++ {
		l := &b.lines[i]
		if l.Rows != nil || l.Turned || l.Comment != "" || first != "" && (l.Before > b.style.paragraphGap(l.Size) || l.Page != b.lines[i-1].Page) {
			break
		}
		e, ok := readEntry(l)
		if !ok {
			if first != "" || len(entries) == 0 || len(l.Cells) > 2 {
				break
			}
			first = strings.Join(strings.Fields(l.Text()), " ")
			continue
		}
		if first != "" {
			if above := &b.lines[i-1]; above.X1-above.X0 < minWrapped*(l.X1-l.X0) {
				break
			}
			e.title, e.x0, first = first+" "+e.title, b.lines[i-1].X0, ""
		}
		e.end = i + 1
		entries = append(entries, e)
		n = e.end - b.at
	}
	return entries, max(n, 1)
}

// readEntry splits a line into a title and the page numbers that dots lead to, or
// the one page number that a gap leads to.
func readEntry(l *Line) (e entry, ok bool) {
	if len(l.Cells) == 0 {
		return e, false
	}
	last := strings.TrimSpace(l.Cells[len(l.Cells)-1].Text())
	if last == "" || !strings.ContainsRune(pageNumbers, rune(last[len(last)-1])) {
		return e, false
	}
	text := strings.Join(strings.Fields(l.Text()), " ")
	e.x0 = l.X0
	if e.title, e.pages, e.led = cutLeaders(text); e.led {
		return e, true
	}
	title, found := strings.CutSuffix(text, last)
	e.title, e.pages = strings.TrimRight(title, " ."), last
	page := len(last) <= maxPage && strings.Trim(last, "0123456789") == ""
	return e, found && page && len(l.Cells) > 1 && strings.ContainsFunc(title, unicode.IsLetter)
}

// pageNumbers are the characters of page numbers, Roman ones included, and of the
// separators between them.
const pageNumbers = "0123456789ivxlc,;.-– "

// cutLeaders cuts a line at the dots that lead to its page numbers, which end it. ok
// is false without.
func cutLeaders(text string) (title, pages string, ok bool) {
	at := max(strings.LastIndex(text, ". ."), strings.LastIndex(text, ".."), strings.LastIndex(text, "·"), strings.LastIndex(text, "…"))
	if at < 0 {
		return text, "", false
	}
	pages = strings.TrimLeft(text[at:], " .·…")
	title = strings.TrimRight(text[:len(text)-len(pages)], " .·…")
	dots := 0
	for _, r := range text[len(title) : len(text)-len(pages)] {
		switch r {
		case '.', '·':
			dots++
		case '…':
			dots += 3
		}
	}
	return title, pages, dots >= minLeaders && title != "" && pages != "" && len(pages) <= maxPages && strings.Trim(pages, pageNumbers) == ""
}

// plausibleContents reports whether dots lead to the page numbers of enough
// entries, and whether their numbers go up.
func (b *builder) plausibleContents(entries []entry) bool {
	if len(entries) < minEntries {
		return false
	}
	led, steps, up, last := 0, 0, 0, -1
	for _, e := range entries {
		if e.led {
			led++
		}
		page, err := strconv.Atoi(e.pages)
		if err != nil {
			continue
		}
		if last >= 0 {
			steps++
			if page >= last {
				up++
			}
		}
		last = page
	}
	return float64(led) >= minLed*float64(len(entries)) && float64(up) >= minAscending*float64(steps)
}
