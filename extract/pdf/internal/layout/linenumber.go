package layout

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// Manuscripts have numbers in the margin beside their lines. They belong to no
// sentence, and would stand in the middle of many. What tells them from the first
// column of a table is that they count on by one step, in a strip of their own, and
// that the lines beside them are running text: full lines that go on in the next one.

const (
	minLineNumbers   = 6    // of a page that has the first ones
	maxLineNumbers   = 400  // of a page that are looked at
	numberGap        = 0.6  // ems at least between a number and the text
	columnGap        = 1.9  // ems that end a line of text
	numberAligned    = 1.5  // points by which the numbers of a strip may differ
	minFullLines     = 0.4  // share of the lines that fill the width
	minGoingOn       = 0.25 // share of the lines that begin in a sentence
	numberedFullLine = 0.7  // of the widest line
)

// LineNumbers drops the numbers of lines in the margins, page by page. The zero
// value is ready for the first page.
type LineNumbers struct {
	next int // what the next page begins with, 0 for unknown
}

// marginNumber is a number that stands for itself.
type marginNumber struct {
	value       int
	first, last int // of its glyphs
	x0, x1, y   float32
	size        float32
}

// Drop removes the line numbers from the glyphs of the page, and returns how many
// they are.
func (n *LineNumbers) Drop(p *contentstream.Page) int {
	numbers := marginNumbers(p.Glyphs)
	if len(numbers) == 0 {
		return 0
	}
	rows := byBaseline(p.Glyphs)
	gone := map[int]bool{}
	dropped, last := 0, 0
	for _, strip := range numberStrips(numbers) {
		value := strip[len(strip)-1].value
		if !n.isNumbering(p.Glyphs, rows, strip) {
			continue
		}
		for _, m := range strip {
			for i := m.first; i <= m.last; i++ {
				gone[i] = true
			}
		}
		dropped += len(strip)
		last = max(last, value)
		n.next = value + 1 // the strip of the next column goes on from here
	}
	if dropped == 0 {
		return 0
	}
	kept := p.Glyphs[:0]
	for i := range p.Glyphs {
		if !gone[i] {
			kept = append(kept, p.Glyphs[i])
		}
	}
	p.Glyphs = kept
	n.next = last + 1
	return dropped
}

// marginNumbers finds the numbers that nothing touches in the order of the stream.
func marginNumbers(glyphs []contentstream.Glyph) (out []marginNumber) {
	for i := 0; i < len(glyphs); i++ {
		if !isDigitGlyph(&glyphs[i]) {
			continue
		}
		end := i
		for end+1 < len(glyphs) && isDigitGlyph(&glyphs[end+1]) && touches(&glyphs[end], &glyphs[end+1]) {
			end++
		}
		first := &glyphs[i]
		last := &glyphs[end]
		before, after := i-1, end+1
		for before >= 0 && isBlank(glyphs[before].Text) {
			before--
		}
		for after < len(glyphs) && isBlank(glyphs[after].Text) {
			after++
		}
		alone := (before < 0 || !near(&glyphs[before], first)) && (after == len(glyphs) || !near(last, &glyphs[after]))
		if alone && end-i < 5 && first.Dir == 0 && first.Hidden == contentstream.Seen {
			digits := ""
			for k := i; k <= end; k++ {
				digits += glyphs[k].Text
			}
			value, err := strconv.Atoi(digits)
			if err == nil && value > 0 {
				out = append(out, marginNumber{value, i, end, first.X, last.X + last.W, first.Y, first.Size})
			}
		}
		i = end
	}
	if len(out) > maxLineNumbers {
		return nil
	}
	return out
}

func isDigitGlyph(g *contentstream.Glyph) bool {
	return len(g.Text) == 1 && g.Text[0] >= '0' && g.Text[0] <= '9'
}

// touches reports whether two digits are of one number.
func touches(a, b *contentstream.Glyph) bool {
	return a.Y == b.Y && a.Dir == b.Dir && abs(b.X-a.X-a.W) < 0.2*a.Size
}

// near reports whether text stands so close that it goes on.
func near(a, b *contentstream.Glyph) bool {
	return abs(a.Y-b.Y) < 0.5*max(a.Size, b.Size) && b.X-a.X-a.W < numberGap*max(a.Size, b.Size) && b.X > a.X
}

// byBaseline returns the places of the visible upright glyphs from the lowest on.
func byBaseline(glyphs []contentstream.Glyph) []int {
	var rows []int
	for i := range glyphs {
		if g := &glyphs[i]; g.Dir == 0 && g.Hidden == contentstream.Seen && !isBlank(g.Text) {
			rows = append(rows, i)
		}
	}
	slices.SortFunc(rows, func(a, b int) int { return cmp.Compare(glyphs[a].Y, glyphs[b].Y) })
	return rows
}

// numberStrips groups numbers that stand above each other, with their left or right
// edges in line, and that count on by one step down the page. The strip with the
// smallest number comes first.
func numberStrips(numbers []marginNumber) (strips [][]marginNumber) {
	var found [][]marginNumber
	for _, edge := range [...]func(*marginNumber) float32{func(m *marginNumber) float32 { return m.x1 }, func(m *marginNumber) float32 { return m.x0 }} {
		sorted := slices.Clone(numbers)
		slices.SortStableFunc(sorted, func(a, b marginNumber) int { return cmp.Compare(edge(&a), edge(&b)) })
		for i := 0; i < len(sorted); {
			end := i + 1
			for end < len(sorted) && edge(&sorted[end])-edge(&sorted[i]) < numberAligned {
				end++
			}
			found = append(found, counting(sorted[i:end]))
			i = end
		}
	}
	slices.SortStableFunc(found, func(a, b []marginNumber) int { return cmp.Compare(len(b), len(a)) })
	used := map[int]bool{}
	for _, strip := range found {
		if slices.ContainsFunc(strip, func(m marginNumber) bool { return used[m.first] }) {
			continue
		}
		for _, m := range strip {
			used[m.first] = true
		}
		strips = append(strips, strip)
	}
	slices.SortFunc(strips, func(a, b []marginNumber) int { return cmp.Compare(a[0].value, b[0].value) })
	return strips
}

// counting returns the longest part of a strip that counts on by one step.
func counting(strip []marginNumber) []marginNumber {
	strip = slices.Clone(strip)
	slices.SortFunc(strip, func(a, b marginNumber) int { return cmp.Compare(b.y, a.y) })
	var best []marginNumber
	for start := 0; start < len(strip); {
		end := start + 1
		step := 0
		for ; end < len(strip); end++ {
			d := strip[end].value - strip[end-1].value
			if step == 0 {
				step = d
			}
			if d != step || d < 1 || d > 10 || strip[end].size != strip[start].size {
				break
			}
		}
		if end-start > len(best) {
			best = strip[start:end]
		}
		start = end
	}
	return best
}

// isNumbering reports whether a strip is beside running text, or goes on from the
// page before.
func (n *LineNumbers) isNumbering(glyphs []contentstream.Glyph, rows []int, strip []marginNumber) bool {
	continued := n.next > 0 && strip[0].value == n.next
	if len(strip) < minLineNumbers && !continued {
		return false
	}
	left := numberedLines(glyphs, rows, strip, 1)
	right := numberedLines(glyphs, rows, strip, -1)
	return isProse(left, continued) || isProse(right, continued)
}
