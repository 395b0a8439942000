package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bullet splits a line that begins a list item into its number or letter, "" for a bullet, and the rest.
func bullet(l *Line) (marker string, body []Cell, ok bool) {
	if len(l.Cells) == 0 || l.Turned {
		return "", nil, false
	}
	first := l.Cells[0].Text()
	mark, rest, cut := strings.Cut(strings.TrimLeft(first, " "), " ")
	if !cut && len(l.Cells) < 2 {
		return "", nil, false
	}
	if isTick(mark) {
		return "", l.Cells, true
	}
	ok = isBulletSign(mark) || mark == "o" && !l.Mono && l.Cells[0].Spans[0].Mono // of Word, in Courier New
	if !ok {
		marker, ok = ordinal(mark)
	}
	if !ok {
		return "", nil, false
	}
	return marker, after(l.Cells, len(first)-len(rest), cut), true
}

// isTick reports whether mark is one sign that shows the state of its item, and stays: ticked, crossed or empty.
func isTick(mark string) bool {
	return utf8.RuneCountInString(mark) == 1 && strings.Contains("✓✔✗✘☐☑☒", mark)
}

func isBulletSign(mark string) bool {
	r, size := utf8.DecodeRuneInString(mark)
	if size != len(mark) {
		return false
	}
	return strings.ContainsRune("•◦▪▫■□●○‣⁃∙·–-*➢➤►▶❖◆◇", r) || r >= 0xf000 && r <= 0xf0ff // of fonts of signs
}

// ordinal reads the number, letter or Roman number of an item: "1.", "1)", "(1)", "a)", "(a)", "iv.".
func ordinal(mark string) (number string, ok bool) {
	inner := strings.TrimLeft(mark, "(")
	opened := inner != mark
	body := strings.TrimRight(inner, ".)")
	closed := strings.HasSuffix(inner, ")")
	if body == inner || len(inner)-len(body) > 1 || body == "" || len(body) > 3 || opened && !closed {
		return "", false
	}
	switch {
	case strings.Trim(body, "0123456789") == "", len(body) == 1 && body[0] >= 'a' && body[0] <= 'z' && (closed || body[0] < 'i'),
		(closed || len(body) > 1 || body == "i") && strings.Trim(body, "ivx") == "":
		return body, true
	}
	return "", false
}

// count converts the letter or Roman number of an item to a number. If the mark may be
// either, count returns the one that continues the list: "i" is 9 after "h", else 1.
func count(mark string, last int) int {
	roman := slices.Index(romans, mark) + 1
	letter := int(mark[0]-'a') + 1
	switch {
	case len(mark) == 1 && (roman == 0 || letter == last+1 && roman != last+1):
		return letter
	case roman == 0: // beyond twenty
		return last + 1
	}
	return roman
}

var romans = strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx")

// after returns cells without the first n bytes, or without the first cell if
// it was the marker alone.
func after(cells []Cell, n int, within bool) []Cell {
	if !within {
		return cells[1:]
	}
	out := slices.Clone(cells)
	if total := len(cells[0].Text()); total > 0 {
		out[0].X0 += (out[0].X1 - out[0].X0) * float64(n) / float64(total)
	}
	out[0].Spans = nil
	for _, s := range cells[0].Spans {
		cut := min(n, len(s.Text))
		n -= cut
		if s.Text = s.Text[cut:]; len(out[0].Spans) == 0 {
			s.Text = strings.TrimLeft(s.Text, " ")
		}
		if s.Text != "" {
			out[0].Spans = append(out[0].Spans, s)
		}
	}
	return out
}

// startsItem reports whether a line with a bullet begins an item here: in the
// middle of a paragraph a number at the start of a line is chance.
func (b *builder) startsItem(l *Line) bool {
	if b.open == nil || b.open.Kind == Item {
		return true
	}
	above := &b.lines[b.last]
	if l.Page != above.Page || l.Before == 0 || l.Before > b.style.paragraphGap(l.Size) {
		return true
	}
	text := l.Text()
	r, _ := utf8.DecodeRuneInString(text)
	if r >= '0' && r <= '9' || unicode.IsLetter(r) || r == '(' || r == '-' || r == '–' || r == '*' {
		return l.X0 > b.left+0.5*l.Size || strings.HasSuffix(strings.TrimSpace(above.Text()), ":") || endsSentence(above.Text())
	}
	return true
}

// level returns the nesting of an item that begins at x.
func (b *builder) level(x, size float64) int {
	n := len(b.indents)
	for n > 0 && b.indents[n-1] > x+0.5*size {
		n--
	}
	if b.indents = b.indents[:n]; n == 0 || b.indents[n-1] < x-0.5*size {
		b.indents, b.numbers = append(b.indents, x), append(b.numbers[:n], 0)
	}
	return len(b.indents) - 1
}

func (b *builder) item(l *Line, marker string, body []Cell) {
	b.flush()
	start := l.X0
	if len(body) > 0 && rtl(body[0].Text()) {
		start = -l.X1
	}
	level := b.level(start, l.Size)
	number := -1
	switch {
	case marker == "":
	case marker[0] >= 'a':
		number = count(marker, b.numbers[level])
		b.numbers[level] = number
	default:
		number, _ = strconv.Atoi(marker)
	}
	b.open = &Block{Kind: Item, Level: level, Number: number}
	b.left, b.itemX = l.X0, l.X0
	if len(body) > 0 {
		b.itemX = body[0].X0
	}
	b.append(body)
}

const (
	minLeaders = 4  // dots that lead
	maxLevels  = 6  // of entries in entries
	maxPage    = 4  // digits of a page number
	maxPages   = 60 // bytes of the page numbers of a line of an index
)

// entry is a line of a table of contents.
type entry struct {
	title, pages string
	led          bool // by dots
}

// contents takes a table of contents, an index or another list with dots that lead
// to numbers as a list: each title with its page, the dots between them left out. It
// returns how many lines it takes, 0 for none. An entry without dots, as of a chapter, is
// right before one with dots, or behind.
func (b *builder) contents() (n int) {
	led := false
	for ; b.at+n < len(b.lines); n++ {
		l := &b.lines[b.at+n]
		e, ok := readEntry(l)
		if next := b.at + n + 1; n == 0 && ok && next < len(b.lines) && b.lines[next].Page == l.Page {
			below, _ := readEntry(&b.lines[next])
			led = below.led
		}
		if led = led || e.led; !ok || !led {
			break
		}
		if n == 0 {
			b.flush()
			b.indents = b.indents[:0]
		}
		level := min(b.level(l.X0, b.lines[b.at].Size), maxLevels-1)
		b.out = append(b.out, Block{Kind: Item, Level: level, Number: -1, Spans: []Span{{Text: e.title + " … " + e.pages}}})
	}
	if n > 0 {
		b.indents = b.indents[:0]
	}
	return n
}

// readEntry splits a line into a title and the page numbers that dots lead to, or
// the one page number that a gap leads to.
func readEntry(l *Line) (e entry, ok bool) {
	if l.Turned || len(l.Cells) == 0 {
		return e, false
	}
	last := strings.TrimSpace(l.Cells[len(l.Cells)-1].Text())
	if last == "" || !strings.ContainsRune(pageNumbers, rune(last[len(last)-1])) {
		return e, false
	}
	text := strings.Join(strings.Fields(l.Text()), " ")
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
