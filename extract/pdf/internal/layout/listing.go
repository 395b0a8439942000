package layout

import (
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
)

// Listings of algorithms have numbered lines in a font for text: "1: for each i do".
// Their lines mean nothing when they are joined to paragraphs, and are no rows of a table.
// What tells them is that the numbers count on from one line to the next, each with a
// colon or before text in fixed pitch, or below a caption that says what they are.

const (
	minListing   = 3   // numbered lines
	maxListing   = 400 // lines
	maxPreamble  = 10  // lines of input and output before the first number
	maxCaption   = 6   // lines between a caption and the first number
	listingGap   = 2.2 // ems between lines, at most
	numberShift  = 1.3 // ems that numbers of more digits may begin further to the left
	indentPerEm  = 2   // blanks
	maxIndent    = 40
	longestLabel = 4 // bytes of a number with its colon
)

// listedLine is a line of a listing.
type listedLine struct {
	number int // 0 for none
	colon  bool
	mono   bool    // its statement is in fixed pitch
	x      float64 // where its statement begins
}

// listing takes a listing that begins at b.at, as code, and returns how many lines it
// takes, 0 for none.
func (b *builder) listing() int {
	start := b.at
	if isPreamble(&b.lines[start]) {
		for start < len(b.lines) && start-b.at < maxPreamble && readListed(&b.lines[start]).number != 1 {
			start++
		}
	}
	if start == len(b.lines) || b.lines[start].Page != b.lines[b.at].Page {
		return 0
	}
	n := b.listingFrom(start)
	if n == 0 {
		return 0
	}
	b.flush()
	b.indents = b.indents[:0]
	b.out = append(b.out, Block{Kind: Code, Code: listingText(b.lines[b.at : start+n])})
	return start + n - b.at
}

// isPreamble reports whether a line says what an algorithm takes or gives.
func isPreamble(l *Line) bool {
	word, _, found := strings.Cut(strings.TrimSpace(l.Text()), ":")
	if !found || l.Turned || l.Rows != nil {
		return false
	}
	switch word {
	case "Require", "Ensure", "Input", "Inputs", "Output", "Outputs", "Data", "Result", "Parameters", "Initialize":
		return true
	}
	return false
}

// listingFrom returns how many lines the listing has that begins with the number 1 at a
// line, 0 for none.
func (b *builder) listingFrom(start int) int {
	first := &b.lines[start]
	head := readListed(first)
	if head.number != 1 || !head.colon && !head.mono && !b.hasCaption(start) {
		return 0
	}
	numbered, n, left := 1, 1, head.x
	for i := start + 1; i < min(len(b.lines), start+maxListing); i++ {
		l := &b.lines[i]
		next := readListed(l)
		newPage := l.Page == b.lines[i-1].Page+1 && next.number == numbered+1
		if l.Turned || l.Rows != nil || l.isDisplay() || !newPage && (l.Page != b.lines[i-1].Page || l.Before <= 0 || l.Before > listingGap*l.Size) {
			break
		}
		switch {
		case next.number == numbered+1 && next.colon == head.colon && l.X0 < first.X0+l.Size && l.X0 > first.X0-numberShift*l.Size:
			numbered++
			left = min(left, next.x)
			n = i + 1 - start
			continue
		case next.number == 0 && l.X0 > left-0.3*l.Size:
			if l.X0 > left+0.5*l.Size && i == start+n && l.Before <= b.style.paragraphGap(l.Size) {
				n = i + 1 - start // it goes on the line above
			}
			continue
		}
		break
	}
	if numbered < minListing {
		return 0
	}
	return n
}

// hasCaption reports that the lines above line i begin with a caption of an algorithm.
func (b *builder) hasCaption(i int) bool {
	for k := i - 1; k >= max(0, i-maxCaption) && b.lines[k].Page == b.lines[i].Page; k-- {
		if isListingCaption(b.lines[k].Text()) {
			return true
		}
	}
	return false
}

// isListingCaption reports whether text is the caption of an algorithm or program.
func isListingCaption(text string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	switch strings.TrimRight(word, ":.") {
	case "Algorithm", "Algorithmus", "Algorithme", "Algoritmo", "Listing", "Procedure", "Pseudocode", "Pseudo-code", "Program", "Code":
		return true
	}
	return false
}

// readListed reads a line with the number of a listing, which may be a cell of its own.
func readListed(l *Line) listedLine {
	if len(l.Cells) == 0 || l.Turned || l.Rows != nil {
		return listedLine{}
	}
	text := l.Cells[0].Text()
	label, rest, cut := strings.Cut(strings.TrimLeft(text, " "), " ")
	if !cut && len(l.Cells) < 2 || len(label) > longestLabel {
		return listedLine{x: l.X0}
	}
	digits := strings.TrimSuffix(label, ":")
	number, err := strconv.Atoi(digits)
	if err != nil || number < 1 || digits[0] == '0' || digits[0] == '+' {
		return listedLine{x: l.X0}
	}
	out := listedLine{number: number, colon: len(digits) < len(label)}
	if cells := after(l.Cells, len(text)-len(rest), cut); len(cells) > 0 {
		out.x = cells[0].X0
		out.mono = !slices.ContainsFunc(cells, func(c Cell) bool {
			return slices.ContainsFunc(c.Spans, func(s Span) bool { return !s.Mono && !isBlank(s.Text) })
		})
	}
	return out
}

// listingText writes lines with their numbers, and their statements as far to the right as
// they stand.
func listingText(lines []Line) string {
	left := 0.0
	width := 0
	for i := range lines {
		if at := readListed(&lines[i]); at.number > 0 {
			if left == 0 || at.x < left {
				left = at.x
			}
			width = max(width, len(strconv.Itoa(at.number))+2)
		}
	}
	var out strings.Builder
	for i := range lines {
		l := &lines[i]
		at := readListed(l)
		text := codeText(l.Cells)
		indent := min(max(int((at.x-left)/max(l.Size, 1)*indentPerEm+0.5), 0), maxIndent)
		switch {
		case at.number > 0:
			label, statement, _ := strings.Cut(text, " ")
			out.WriteString(label + strings.Repeat(" ", width-len(label)+indent) + strings.TrimLeft(statement, " "))
		case isPreamble(l) || i == 0:
			out.WriteString(text)
		default:
			out.WriteString(strings.Repeat(" ", width+indent) + text)
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// codeText returns the text of cells, formulas between dollars.
func codeText(cells []Cell) string {
	var b strings.Builder
	for i := range cells {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, s := range cells[i].Spans {
			if s.Formula != font.NoFormula && !strings.HasPrefix(s.Text, "[") {
				b.WriteString("$" + strings.TrimSpace(s.Text) + "$")
				continue
			}
			b.WriteString(s.Text)
		}
	}
	return strings.TrimSpace(b.String())
}
