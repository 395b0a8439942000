package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// bullet splits a line that begins a list item into the marker ("" for a sign,
// the number or letter otherwise) and the rest.
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
	if isBulletSign(mark) {
		return "", after(l.Cells, len(first)-len(rest), cut), true
	}
	if number, isNumber := ordinal(mark); isNumber {
		return number, after(l.Cells, len(first)-len(rest), cut), true
	}
	return "", nil, false
}

// isTick reports whether mark is a sign that says something of its item, and stays: ticked, crossed or empty.
func isTick(mark string) bool {
	switch mark {
	case "✓", "✔", "✗", "✘", "☐", "☑", "☒":
		return true
	}
	return false
}

func isBulletSign(mark string) bool {
	r, size := utf8.DecodeRuneInString(mark)
	if size != len(mark) {
		return false
	}
	if strings.ContainsRune("•◦▪▫■□●○‣⁃∙·–-*➢➤►▶❖◆◇\u25a0\uf0b7\uf0a7\uf076\uf0d8", r) {
		return true
	}
	return r >= 0xf000 && r <= 0xf0ff
}

// ordinal reads "1.", "1)", "(1)", "a)", "(a)", "iv." as the number of an item:
// digits with a full stop, letters and Roman numbers as they stand.
func ordinal(mark string) (number string, ok bool) {
	inner := strings.TrimLeft(mark, "(")
	opened := inner != mark
	body := strings.TrimRight(inner, ".)")
	closed := strings.HasSuffix(inner, ")")
	if body == inner || len(inner)-len(body) > 1 || body == "" || len(body) > 3 || opened && !closed {
		return "", false
	}
	digits := 0
	for _, r := range body {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	switch {
	case digits == len(body):
		return body + ".", true
	case digits > 0:
		return "", false
	case len(body) == 1 && body[0] >= 'a' && body[0] <= 'z' && (closed || body[0] < 'i'):
		return body, true
	case closed && strings.Trim(body, "ivx") == "":
		return body, true
	}
	return "", false
}

// count converts the letter or Roman number of an item to a number. If the mark may be
// either, count returns the one that continues the list: "i" is 9 after "h", else 1.
func count(mark string, last int) int {
	roman := 0
	for i := range len(mark) {
		values := map[byte]int{'i': 1, 'v': 5, 'x': 10}
		n := values[mark[i]]
		if i+1 < len(mark) && n < values[mark[i+1]] {
			n = -n
		}
		roman += n
	}
	letter := int(mark[0]-'a') + 1
	if len(mark) == 1 && (roman == 0 || letter == last+1 && roman != last+1) {
		return letter
	}
	return roman
}

// after returns cells without the first n bytes, or without the first cell if
// it was the marker alone.
func after(cells []Cell, n int, within bool) []Cell {
	if !within {
		return cells[1:]
	}
	out := slices.Clone(cells)
	spans := slices.Clone(out[0].Spans)
	text := 0
	for len(spans) > 0 && n >= len(spans[0].Text) {
		n -= len(spans[0].Text)
		text += len(spans[0].Text)
		spans = spans[1:]
	}
	if len(spans) > 0 {
		spans[0].Text = strings.TrimLeft(spans[0].Text[n:], " ")
	}
	width := out[0].X1 - out[0].X0
	if total := len(cells[0].Text()); total > 0 {
		out[0].X0 += width * float64(n+text) / float64(total)
	}
	out[0].Spans = spans
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

func (b *builder) item(l *Line, marker string, body []Cell) {
	b.flush()
	for len(b.indents) > 0 && b.indents[len(b.indents)-1] > l.X0+0.5*l.Size {
		b.indents = b.indents[:len(b.indents)-1]
	}
	if n := len(b.indents); n == 0 || b.indents[n-1] < l.X0-0.5*l.Size {
		b.indents = append(b.indents, l.X0)
		b.numbers = append(b.numbers[:n], 0)
	}
	level := len(b.indents) - 1
	if marker != "" && marker[0] >= 'a' {
		b.numbers[level] = count(marker, b.numbers[level])
		marker = strconv.Itoa(b.numbers[level]) + "."
	}
	b.open = &Block{Kind: Item, Level: level, Marker: marker}
	b.left, b.itemX = l.X0, l.X0
	if len(body) > 0 {
		b.itemX = body[0].X0
	}
	b.append(body)
}
