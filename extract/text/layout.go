package text

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// drawn reports whether the layout of lines carries meaning: a diff, columns or frames
// in two lines or more, all lines indented as quoted code is, or some further than others.
func drawn(meter *ctxio.Meter, lines []string) bool {
	if len(lines) < 2 {
		return false
	}
	columns, deep := 0, 0
	for _, line := range lines {
		if meter.Spend(ctxio.PerItem+len(line)) != nil {
			return false
		}
		if hunkSize(line) > 0 {
			return true
		}
		body := strings.TrimLeft(line, " \t")
		if strings.Contains(body, "   ") || strings.Contains(body, "\t") || strings.Contains(body, "-+") || strings.Contains(body, "| ") ||
			strings.ContainsAny(body, "─│┌┐└┘├┤┬┴┼═║") { // a gap or signs of a drawn frame
			columns++
		}
		if len(line)-len(body) >= 4 || strings.HasPrefix(line, "\t") {
			deep++
		}
	}
	return columns >= 2 && columns*2 >= len(lines) || deep == len(lines) || isIndented(lines)
}

// wrappedLine is the length in bytes from which a line may have ended because it was full.
const wrappedLine = 50

// maxStep is how much further lines may be indented at once than those above to stand below them. More
// is a column.
const maxStep = 8

// isIndented reports whether the indentation of lines carries meaning, as in YAML, a Makefile or
// a poem. Prose that is wrapped changes it twice at most: after its first line, which may be
// indented or stick out, and around something quoted.
func isIndented(lines []string) bool {
	changes, full, deepest := 0, 0, 0
	for i, line := range lines[1:] {
		if step := indentOf(line) - indentOf(lines[i]); step != 0 {
			changes++
			deepest = max(deepest, step)
		}
		if len(lines[i]) >= wrappedLine {
			full++
		}
	}
	switch {
	case changes == 0, changes == 1 && (indentOf(lines[0]) > indentOf(lines[1]) || deepest > maxStep):
		return false
	case changes > 2:
		return true
	}
	return full*5 < (len(lines)-1)*4
}

func indentOf(line string) int {
	columns := 0
	for i := 0; i < len(line) && (line[i] == ' ' || line[i] == '\t'); i++ {
		if columns++; line[i] == '\t' {
			columns += 7
		}
	}
	return columns
}

// maxLaidOut is how many lines of a text are looked at for its layout.
const maxLaidOut = 400

// isLaidOut reports whether the indentation of a whole text carries meaning: half of its
// lines are in indented paragraphs, and no paragraph is wrapped prose.
func isLaidOut(text string) bool {
	var paragraph []string
	lines, indented, isProse := 0, 0, false
	end := func() {
		switch items := dedent(paragraph); {
		case len(paragraph) == 0:
		case bullet(items[0]) > 0 && !isDataList(items):
			isProse = true // a list has a form of its own
		case isIndented(paragraph):
			indented += len(paragraph)
		default:
			for _, line := range paragraph {
				isProse = isProse || len(line) >= wrappedLine && strings.Count(line, " ") >= 5
			}
		}
		lines += len(paragraph)
		paragraph = paragraph[:0]
	}
	for line := range strings.Lines(text) {
		if lines+len(paragraph) >= maxLaidOut {
			break
		}
		if line = strings.TrimRight(line, " \t\n"); line == "" {
			end()
		} else {
			paragraph = append(paragraph, line)
		}
	}
	end()
	return !isProse && indented*2 >= lines && lines > 0
}

// isDataList reports whether lines that begin with bullets or numbers are no list of texts: a line
// below an item sets a key ("image: x"), has a number of its own ("1.1 Scope"), or is indented
// further than the line before that goes on with the item.
func isDataList(lines []string) bool {
	before := -1 // the indentation of the line that went on with the item, -1 for none
	for _, line := range lines[1:] {
		body := strings.TrimLeft(line, " \t")
		if bullet(body) > 0 {
			before = -1
			continue
		}
		at := indentOf(line)
		word, _, _ := strings.Cut(body, " ")
		isNumber := word != "" && word[0] >= '0' && word[0] <= '9' && strings.Contains(word, ".")
		if at > 0 && (before >= 0 && at != before || isNumber || strings.HasSuffix(word, ":") && len(word) > 1) {
			return true
		}
		before = at
	}
	return false
}
