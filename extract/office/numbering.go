package office

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ordinal"
)

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

// marker is what stands before the last item of a level: a number, or a label
// beside a bullet, such as "2.1" or "Step 3:".
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

// label is what is shown before the last item of a level, "" for no number.
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
