package office

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

// noNumber is the number of an item that has none.
const noNumber = -1

// The bounds of lists. CommonMark reads numbers of nine digits.
const (
	maxListDepth = 9
	maxNumber    = 999_999_999
)

// list is the Markdown of a list that is being written, with the levels that are
// open. The zero value is an empty list.
type list struct {
	md   []byte
	open []listLevel
}

// listLevel is an open list within a list.
type listLevel struct {
	level  int
	number int // of its last item
	delim  byte
	indent int // of its items
	inside int // of the content of its last item
}

// item adds an item with a number or bullet. Levels may begin anywhere and leave
// some out: an item stands within the last one of a lower level.
func (l *list) item(level, number int, md string) {
	if md == "" {
		return
	}
	if number < 0 || number > maxNumber {
		number = noNumber
	}
	top := l.enter(min(max(level, 0), maxListDepth-1), number)
	marker := []byte{top.delim, ' '}
	if number != noNumber {
		marker = append(strconv.AppendInt(nil, int64(number), 10), marker...)
	}
	top.number, top.inside = number, top.indent+max(4, len(marker))
	l.newLine(top.indent)
	l.md = append(append(l.md, marker...), md...)
}

// enter opens the list of a level for an item, or goes back to it. A number that
// doesn't follow begins a new list, which another delimiter keeps apart.
func (l *list) enter(level, number int) *listLevel {
	for n := len(l.open); n > 0 && l.open[n-1].level > level; n-- {
		if n > 1 && l.open[n-2].level < level {
			break // the level between them was left out
		}
		l.open = l.open[:n-1]
	}
	n := len(l.open)
	if n == 0 || l.open[n-1].level < level {
		top := listLevel{level: level, delim: firstDelim(number)}
		if n > 0 {
			top.indent = l.open[n-1].inside
			if number != noNumber && number != 1 {
				l.md = append(l.md, '\n') // it would go on the paragraph
			}
		}
		l.open = append(l.open, top)
		return &l.open[n]
	}
	top := &l.open[n-1]
	top.level = level
	switch {
	case (top.number == noNumber) != (number == noNumber):
		top.delim = firstDelim(number)
	case number != noNumber && number != top.number+1:
		top.delim ^= '.' ^ ')'
	}
	return top
}

func firstDelim(number int) byte {
	if number == noNumber {
		return '-'
	}
	return '.'
}

// paragraph adds a further paragraph to the last item of a level, or of one
// above it.
func (l *list) paragraph(level int, md string) {
	for n := len(l.open); n > 1 && l.open[n-1].level > level; n-- {
		l.open = l.open[:n-1]
	}
	if n := len(l.open); n > 0 && md != "" {
		l.md = append(l.md, '\n')
		l.newLine(l.open[n-1].inside)
		l.md = append(l.md, md...)
	}
}

func (l *list) newLine(indent int) {
	if len(l.md) > 0 {
		l.md = append(l.md, '\n')
	}
	for range indent {
		l.md = append(l.md, ' ')
	}
}

// item adds an item to the open list, as long as there is room for it.
func (r *reader) item(level, number int, md string) {
	r.flushCode()
	if len(r.list.md)+len(md) > r.w.Room() {
		r.cut = true
		return
	}
	r.list.item(level, number, md)
}

// flushList ends the open list, or the open code.
func (r *reader) flushList() {
	r.flushCode()
	r.writeList()
}

func (r *reader) writeList() {
	r.w.Block(extract.List, string(r.list.md))
	r.list.md, r.list.open = r.list.md[:0], r.list.open[:0]
}

// numberLevel is a level of a numbered list or of the headings of a document, in
// the terms of WordprocessingML (ECMA-376 part 1, 17.9).
type numberLevel struct {
	format  string // bullet, none, decimal, lowerRoman and the like
	text    string // what is shown, with %1 to %9 for the numbers of the levels
	start   int
	restart int    // of the levels from the top, those whose items start it again; any above it if negative
	legal   bool   // the levels above are shown in decimal digits
	style   string // the paragraphs that have it
}

// numberLevels are the levels of a list.
type numberLevels [maxListDepth]numberLevel

// counter counts the items of a list.
type counter struct {
	value [maxListDepth]int
	begun [maxListDepth]bool
}

// advance counts an item of a level; the levels below start again.
func (c *counter) advance(levels *numberLevels, level int) {
	if c.begun[level] {
		c.value[level] = min(c.value[level]+1, maxNumber+1)
	} else {
		c.set(level, levels[level].start)
	}
	for i := range level {
		if !c.begun[i] {
			c.set(i, levels[i].start)
		}
	}
	for i := level + 1; i < maxListDepth; i++ {
		if again := levels[i].restart; again < 0 || level < again {
			c.begun[i] = false
		}
	}
}

// set makes the number of the last item of a level.
func (c *counter) set(level, value int) { c.value[level], c.begun[level] = value, true }

// marker returns the marker of the last item of a level: a number, or a label beside a
// bullet, such as "2.1" or "Step 3:".
func (c *counter) marker(levels *numberLevels, level int) (number int, label string) {
	switch l := levels[level]; {
	case l.unnumbered():
		return noNumber, ""
	case l.plain(level):
		return c.value[level], ""
	}
	return noNumber, c.label(levels, level)
}

func (l numberLevel) unnumbered() bool {
	return l.format == "bullet" || l.format == "none" || l.text == ""
}

// plain reports whether a level shows nothing but its own number, in digits, and signs. Lists of
// Markdown have no letters and no Roman numerals.
func (l numberLevel) plain(level int) bool {
	switch l.format {
	case "decimalZero", "upperLetter", "lowerLetter", "upperRoman", "lowerRoman":
		return false
	}
	before, after, found := strings.Cut(l.text, "%"+strconv.Itoa(level+1))
	return found && !strings.ContainsFunc(before+after, func(r rune) bool {
		return r == '%' || unicode.IsLetter(r) || unicode.IsDigit(r)
	})
}

// label returns the text shown before the last item of a level, or "" without a number.
func (c *counter) label(levels *numberLevels, level int) string {
	l := levels[level]
	if l.unnumbered() {
		return ""
	}
	var b strings.Builder
	for i := 0; i < len(l.text); i++ {
		if l.text[i] != '%' || i+1 == len(l.text) || l.text[i+1] < '1' || l.text[i+1] > '9' {
			b.WriteByte(l.text[i])
			continue
		}
		i++
		at := int(l.text[i] - '1')
		format := levels[at].format
		if l.legal {
			format = "decimal"
		}
		b.WriteString(formatNumber(c.value[at], format))
	}
	return strings.TrimSpace(b.String())
}

// formatNumber writes a number as ST_NumberFormat names it (17.18.59); formats
// without letters of Latin in decimal digits.
func formatNumber(n int, format string) string {
	switch format {
	case "bullet", "none":
		return ""
	case "decimalZero":
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
	case "upperLetter":
		return letterNumber(n)
	case "lowerLetter":
		return strings.ToLower(letterNumber(n))
	case "upperRoman":
		return ordinal.Roman(n)
	case "lowerRoman":
		return strings.ToLower(ordinal.Roman(n))
	}
	return strconv.Itoa(n)
}

// letterNumber counts A to Z, AA to ZZ, AAA and so on.
func letterNumber(n int) string {
	if n < 1 || n > 26*30 {
		return strconv.Itoa(n)
	}
	return strings.Repeat(string(rune('A'+(n-1)%26)), (n-1)/26+1)
}

// prependLabel puts a label, plain text, before inline Markdown, which begins a line
// or doesn't.
func prependLabel(label, md string, first bool) string {
	if label == "" {
		return md
	}
	return escapeText(label+" ", first) + md
}
