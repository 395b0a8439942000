package layout

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bullet splits a line that begins a list item into the marker, as Block has it, and the rest.
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
	if isWord := mark == "o" && !l.Mono && l.Cells[0].Spans[0].Mono; !isBulletSign(mark) && !isWord { // in Courier New
		if marker, ok = ordinal(mark); !ok {
			return "", nil, false
		}
	}
	return marker, after(l.Cells, len(first)-len(rest)), true
}

// isTick reports whether mark is one sign that shows the state of its item, and stays: ticked, crossed or empty.
func isTick(mark string) bool {
	return utf8.RuneCountInString(mark) == 1 && strings.Contains("✓✔✗✘✖☐☑☒□❑❒", mark)
}

// isBulletSign reports whether mark is one sign that begins an item. A font of TeX without names has "•" where others have "ˆ".
func isBulletSign(mark string) bool {
	r, size := utf8.DecodeRuneInString(mark)
	isSign := strings.ContainsRune("•◦▪▫■●○‣⁃∙·–-*ˆ➢➔➤►▶❖◆◇⧫⬧⬥", r) || r >= 0xf000 && r <= 0xf0ff // of fonts of signs
	return isSign && size == len(mark)
}

// ordinal reads "1.", "1)", "(1)", "a)", "(a)", "iv." as the marker of an item:
// digits with a full stop, letters and Roman numbers as they stand.
func ordinal(mark string) (marker string, ok bool) {
	inner := strings.TrimLeft(mark, "(")
	opened := inner != mark
	body := strings.TrimRight(inner, ".)")
	closed := strings.HasSuffix(inner, ")")
	if body == inner || len(inner)-len(body) > 1 || body == "" || len(body) > 3 || opened && !closed {
		return "", false
	}
	switch {
	case strings.Trim(body, "0123456789") == "":
		return body + ".", true
	case len(body) == 1 && body[0] >= 'a' && body[0] <= 'z' && (closed || body[0] < 'i'),
		(closed || len(body) > 1 || body == "i") && strings.Trim(body, "ivx") == "":
		return mark, true
	}
	return "", false
}

// numberOf converts the letter or Roman number of an item to a number. If the mark may be
// either, numberOf returns the one that continues the list: "i" is 9 after "h", else 1.
func numberOf(mark string, last int) int {
	roman := slices.Index(counters[0], mark) + 1
	letter := int(mark[0]-'a') + 1
	if len(mark) == 1 && (roman == 0 || letter == last+1 && roman != last+1) {
		return letter
	}
	if roman == 0 { // beyond twenty
		return last + 1
	}
	return roman
}

// refersToItems reports whether a text speaks of items by their letters or Roman numbers, as laws and contracts do: "under paragraph (b)".
// A text with a subsection "(1)" is such a law, whether or not it does.
func refersToItems(lines []Line) bool {
	begun := map[string]bool{}
	for i := range lines {
		if mark, _, _ := strings.Cut(strings.TrimLeft(lines[i].Text(), " "), " "); len(mark) <= maxLabel {
			if mark == "(1)" {
				return true
			}
			begun[strings.Trim(mark, "().")] = true
		}
	}
	for i := range lines {
		for _, rest := range strings.Split(lines[i].Text(), " (")[1:] {
			mark, _, closed := strings.Cut(rest[:min(len(rest), maxLabel)], ")")
			if _, ok := ordinal("(" + mark + ")"); ok && closed && mark[0] >= 'a' && begun[mark] {
				return true
			}
		}
	}
	return false
}

// maxSeries is how many lines below the label of an item the next one of its series stands at most.
const maxSeries = 40

// series returns the labels of the lines that begin with two or more labels of one series, one below the other: "A." and "B.", "§ 1" and
// "§ 2", "1.1" and "1.2". A single such word begins a line of prose by chance: "A. Smith". Lines in bold type are titles unless all text is.
func series(lines []Line, isBold bool) map[int]string {
	found := map[int]string{}
	awaited := map[string]int{} // the line whose label another one follows
	isSpeech := isSpeech(lines)
	for i := range lines {
		l := &lines[i]
		label := seriesLabel(l)
		if label == "" || l.Bold && !isBold || label == dash && isSpeech {
			continue
		}
		if at, ok := awaited[label]; ok && i-at <= maxSeries && alignedItems(&lines[at], l) {
			found[at], found[i] = seriesLabel(&lines[at]), label
		}
		for _, next := range following(label) {
			awaited[next] = i
		}
	}
	return found
}

// isSpeech reports whether dashes begin what somebody says: they are indented as paragraphs are, whose next line is left of the dash.
func isSpeech(lines []Line) bool {
	for i := range max(len(lines)-1, 0) {
		l, next := &lines[i], &lines[i+1]
		if below := l.Y - next.Y; next.X0 < l.X0-0.5*l.Size && below > 0 && below < 1.6*l.Size && seriesLabel(l) == dash {
			return true
		}
	}
	return false
}

// alignedItems reports whether two lines begin at the same place, or else their second cells, behind labels that end there.
func alignedItems(a, b *Line) bool {
	near := func(x, y float64) bool { return math.Abs(x-y) < 0.5*a.Size }
	return near(a.X0, b.X0) || len(a.Cells) > 1 && len(b.Cells) > 1 && near(a.Cells[1].X0, b.Cells[1].X0)
}

// seriesLabel returns the word that begins a line before others, with the number behind "§".
// That of Chinese and Japanese ends at its sign: "一、总则", "①总则".
func seriesLabel(l *Line) string {
	if len(l.Cells) == 0 || l.Turned || l.Rows != nil {
		return ""
	}
	text := strings.TrimLeft(l.Text(), " ")
	label, rest, _ := strings.Cut(text, " ")
	if number, text, _ := strings.Cut(rest, " "); label == "§" {
		label, rest = label+" "+number, text
	}
	if r, size := utf8.DecodeRuneInString(label); '①' <= r && r < '⑳' {
		label, rest = label[:size], text[size:]
	} else if at := strings.IndexAny(label[:min(len(label), maxLabel)], "、．）"); at > 0 {
		at += len("、")
		label, rest = label[:at], text[at:]
	}
	if len(label) > maxLabel || strings.TrimSpace(rest) == "" {
		return ""
	}
	return label
}

// dash begins the items of French lists. One alone begins what somebody says, or who said it.
const dash = "—"

// maxLabel bounds the label of an item in bytes: "(xviii)", "§ 1024".
const maxLabel = 12

// counters are the numerals that digits and letters aren't.
var counters = [...][]string{
	strings.Fields("i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx"),
	strings.Fields("I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX"),
	strings.Fields("一 二 三 四 五 六 七 八 九 十 十一 十二 十三 十四 十五 十六 十七 十八 十九 二十"),
}

// following returns the labels that may follow one: "B." after "A.", "1.3" after "1.2", "j)" and "ii)" after "i)".
func following(label string) (next []string) {
	if label == dash {
		return []string{dash}
	}
	open := strings.TrimRight(label, ".):]、．）章节節条條款項")
	after := label[len(open):]
	before := strings.TrimRight(open, "0123456789")
	if n, err := strconv.Atoi(open[len(before):]); err == nil {
		if after != "" || strings.HasPrefix(before, "§") || strings.HasSuffix(before, ".") || len(before) == 1 && before[0] >= 'A' && before[0] <= 'Z' {
			next = append(next, before+strconv.Itoa(n+1)+after)
		}
		return next
	}
	inner := strings.TrimLeft(open, "([（第")
	before = open[:len(open)-len(inner)]
	r, size := utf8.DecodeRuneInString(inner)
	if size == len(inner) && (unicode.IsLetter(r) && after != "" || '①' <= r && r < '⑳') {
		next = append(next, before+string(r+1)+after)
	}
	for _, list := range counters {
		if i := slices.Index(list, inner); i >= 0 && i+1 < len(list) && after != "" {
			next = append(next, before+list[i+1]+after)
		}
	}
	return next
}

// after returns cells without the first n bytes.
func after(cells []Cell, n int) []Cell {
	total := len(cells[0].Text())
	if n >= total {
		return cells[1:]
	}
	out := slices.Clone(cells)
	out[0].X0 += (out[0].X1 - out[0].X0) * float64(n) / float64(total)
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

// cutLabel is bullet for the label of a series. One in more cells than the first stays in the text.
func cutLabel(l *Line, label string) (marker string, body []Cell, ok bool) {
	first := l.Cells[0].Text()
	rest, isFirst := strings.CutPrefix(strings.TrimLeft(first, " "), label)
	if !isFirst {
		return "", l.Cells, true
	}
	rest = strings.TrimLeft(rest, " ")
	if label == dash {
		label = ""
	}
	return label, after(l.Cells, len(first)-len(rest)), true
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
	r, _ := utf8.DecodeRuneInString(l.Text())
	mayBeText := r >= '0' && r <= '9' || unicode.IsLetter(r) || strings.ContainsRune("(-–*", r)
	return !mayBeText || l.X0 > b.left+0.5*l.Size || endsSentence(above.Text()) // a colon ends one too
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
	if marker != "" && !b.refersToItems && strings.Trim(marker, "abcdefghijklmnopqrstuvwxyz().") == "" {
		b.numbers[level] = numberOf(strings.Trim(marker, "()."), b.numbers[level])
		marker = strconv.Itoa(b.numbers[level]) + "."
	}
	b.open = &Block{Kind: Item, Level: level, Marker: marker}
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
		b.out = append(b.out, Block{Kind: Item, Level: level, Spans: []Span{{Text: e.title + " … " + e.pages}}})
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
	lead := text[len(title) : len(text)-len(pages)]
	dots := strings.Count(lead, ".") + strings.Count(lead, "·") + 3*strings.Count(lead, "…")
	return title, pages, dots >= minLeaders && title != "" && pages != "" && len(pages) <= maxPages && strings.Trim(pages, pageNumbers) == ""
}
