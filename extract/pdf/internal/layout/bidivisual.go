package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// inVisualOrder sorts the glyphs of each line with right-to-left letters from left to
// right. Some files have such lines in the order of reading, others sort each piece of
// one direction by itself. After this step all lines are in the same order.
func inVisualOrder(glyphs []*contentstream.Glyph) []*contentstream.Glyph {
	if !slices.ContainsFunc(glyphs, func(g *contentstream.Glyph) bool { return rtl(g.Text) }) {
		return glyphs
	}
	out := make([]*contentstream.Glyph, 0, len(glyphs))
	for start := 0; start < len(glyphs); {
		end, leftward, right := start+1, false, rtl(glyphs[start].Text)
		for end < len(glyphs) && onOneLine(glyphs[end-1], glyphs[end]) {
			right = right || rtl(glyphs[end].Text)
			leftward = leftward || glyphs[end].X < glyphs[end-1].X
			end++
		}
		if right && leftward {
			out = append(out, fromLeft(glyphs[start:end])...)
		} else {
			out = append(out, glyphs[start:end]...)
		}
		start = end
	}
	return out
}

// onOneLine reports whether g stands on the line of last, its marks of vowels included.
func onOneLine(last, g *contentstream.Glyph) bool {
	return last.Dir == g.Dir && last.Annotation == g.Annotation && abs(last.Y-g.Y) < 0.2*max(last.Size, g.Size)
}

// fromLeft sorts the glyphs of a line by their place. A mark comes before the letter
// that it belongs to, so that it follows that in the order of reading.
func fromLeft(line []*contentstream.Glyph) []*contentstream.Glyph {
	type cluster struct{ first, last int }
	var clusters []cluster
	for i, g := range line {
		if n := len(clusters); n > 0 && isVowelMark(g.Text) {
			clusters[n-1].last = i
		} else {
			clusters = append(clusters, cluster{i, i})
		}
	}
	slices.SortStableFunc(clusters, func(a, b cluster) int { return cmp.Compare(line[a.first].X, line[b.first].X) })
	out := make([]*contentstream.Glyph, 0, len(line))
	for _, c := range clusters {
		if rtl(line[c.first].Text) {
			for i := c.last; i > c.first; i-- {
				mark := *line[i] // where the letter is, so that no gap parts them
				mark.X, mark.W, mark.Y, mark.Size = line[c.first].X, 0, line[c.first].Y, line[c.first].Size
				out = append(out, &mark)
			}
			out = append(out, line[c.first])
		} else {
			out = append(out, line[c.first:c.last+1]...)
		}
	}
	return out
}

func isVowelMark(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.Is(unicode.Mn, r)
}

// mirrored are the brackets in pairs.
const mirrored = "()[]{}«»‹›<>"

// unmirror turns the brackets of right-to-left text around where each shows its shape in
// place of its meaning: those that close come first then. What is said of the first
// pair of a page holds for single ones.
func (c *runBuilder) unmirror(order []int) map[int]string {
	var at []int
	balance, opened, closed := 0, 0, 0
	for _, i := range order {
		if i == gapItem || !c.reversed[i] {
			continue
		}
		k := strings.Index(mirrored, c.glyphs[i].Text)
		if k < 0 || c.glyphs[i].Text == "" {
			continue
		}
		at = append(at, i)
		if isOpening(c.glyphs[i].Text) {
			balance++
		} else {
			balance--
		}
		if balance > 0 {
			opened++
		} else if balance < 0 {
			closed++
		}
	}
	if opened != closed && len(at) > 1 {
		c.shapes = closed > opened
	}
	if len(at) == 2 && c.glyphs[at[0]].Text == c.glyphs[at[1]].Text { // fonts give both the same meaning
		wrong := at[0]
		if isOpening(c.glyphs[wrong].Text) {
			wrong = at[1]
		}
		return map[int]string{wrong: otherBracket(c.glyphs[wrong].Text)}
	}
	if len(at) == 0 || !c.shapes {
		return nil
	}
	out := map[int]string{}
	for _, i := range at {
		out[i] = otherBracket(c.glyphs[i].Text)
	}
	return out
}

func isOpening(text string) bool { return text != "" && strings.Contains("([{«‹<", text) }

func otherBracket(text string) string {
	all := []rune(mirrored)
	r, _ := utf8.DecodeRuneInString(text)
	if i := slices.Index(all, r); i >= 0 {
		return string(all[i^1])
	}
	return ""
}
