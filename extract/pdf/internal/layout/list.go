package layout

import (
	"slices"
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
	if isBulletSign(mark) {
		return "", after(l.Cells, len(first)-len(rest), cut), true
	}
	if number, isNumber := ordinal(mark); isNumber {
		return number, after(l.Cells, len(first)-len(rest), cut), true
	}
	return "", nil, false
}

// isBulletSign reports whether mark is the sign of a list item.
func isBulletSign(mark string) bool {
	r, size := utf8.DecodeRuneInString(mark)
	if size != len(mark) {
		return false
	}
	if strings.ContainsRune("•◦▪▫■□●○‣⁃∙·–-*➢➤►▶✓✔❖◆◇\u25a0\uf0b7\uf0a7\uf076\uf0d8", r) {
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

// count makes a number of the letter or Roman number of an item; one that may be
// either is what follows the last number of the list.
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
