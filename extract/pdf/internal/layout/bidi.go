package layout

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// A page has its glyphs at the places where they are seen. Most programs write
// those of right-to-left scripts in that visual order, from left to right; some
// write them in the order of reading. This file goes from the first to the
// second: each glyph gets an embedding level as in the Unicode Bidirectional
// Algorithm (UAX #9), and the runs of each level are reversed (rule L2), which
// undoes itself. Levels are found from the visual order by the classes of the
// characters: signs between two words of Latin letters belong to the words, signs
// between two numbers belong to the right-to-left text around them.

func rtl(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return r >= 0x590 && r <= 0x8ff || r >= 0xfb1d && r <= 0xfdff || r >= 0xfe70 && r <= 0xfeff
}

// The share of the letters of a run that are of a right-to-left script, from which on it
// is read from the right: on a page of such a script, and any other one. A
// line of it may be an address with a word at its side.
const (
	rightPageShare = 0.2
	otherPageShare = 0.8
)

// usualText reports whether the blanks between the words of a page are characters, and returns the share of the
// letters of a run from which on it is read from the right.
func usualText(glyphs []*contentstream.Glyph) (blanks bool, share float64) {
	blank, right, letters := 0, 0, 0
	for _, g := range glyphs {
		switch {
		case isBlank(g.Text):
			blank++
		case isLetterText(g.Text):
			if letters++; rtl(g.Text) {
				right++
			}
		}
	}
	if share = otherPageShare; 10*right > 7*letters {
		share = rightPageShare
	}
	return blank*lettersPerBlank > len(glyphs), share
}

// readRightToLeft reports whether so many letters of the open run are of a right-to-left
// script, or the first and the last one. Digits and signs have no direction of their own.
func (c *runBuilder) readRightToLeft() bool {
	right, letters := 0, 0
	first, last := false, false
	for i := range c.glyphs {
		if text := c.glyphs[i].Text; isLetterText(text) {
			last = rtl(text)
			first = first || last && letters == 0
			letters++
			if last {
				right++
			}
		}
	}
	return float64(right) > c.share*float64(letters) || first && last
}

// logical puts the items of the open run, which are in the order in which they are seen from left to right, in the
// order of reading. levels are those of the items then, nil without right-to-left letters.
func (c *runBuilder) logical(items []int, rightToLeft bool) (levels []byte) {
	if !slices.ContainsFunc(items, func(at int) bool { return at != gapItem && rtl(c.glyphs[at].Text) }) {
		return nil
	}
	base := byte(0)
	if rightToLeft {
		base = 1
	}
	levels = c.levels(items, base)
	for level := slices.Max(levels); level > 0; level-- {
		for i := 0; i < len(items); i++ {
			end := i
			for end < len(items) && levels[end] >= level {
				end++
			}
			slices.Reverse(items[i:end])
			slices.Reverse(levels[i:end])
			i = end
		}
	}
	return levels
}

// unresolved is the level of what has none of its own.
const unresolved = 255

// levels returns the embedding levels of items: even ones are read from left to
// right.
func (c *runBuilder) levels(items []int, base byte) []byte {
	classes := make([]bidi.Class, len(items)) // blanks are bidi.ON
	for i, at := range items {
		if classes[i] = bidi.ON; at != gapItem {
			p, _ := bidi.LookupString(c.glyphs[at].Text)
			classes[i] = p.Class()
		}
	}
	resolveNumbers(classes, base)
	levels := make([]byte, len(items))
	for i, class := range classes {
		switch class {
		case bidi.L:
			levels[i] = 2 * base
		case bidi.R, bidi.AL:
			levels[i] = 1
		case bidi.EN, bidi.AN:
			levels[i] = 2
		default:
			levels[i] = unresolved
		}
	}
	if base == 1 {
		c.latinBrackets(items, classes, levels)
	}
	for i := 0; i < len(items); i++ {
		end := i
		for end < len(items) && levels[end] == unresolved {
			end++
		}
		between := base
		switch {
		case i == 0 || end == len(items):
		case base == 0:
			between = min(levels[i-1], levels[end], 1)
		case levels[i-1] == 2 && levels[end] == 2 && (classes[i-1] == bidi.L || classes[end] == bidi.L):
			between = 2 // not between two numbers
		}
		for ; i < end; i++ {
			levels[i] = between
		}
	}
	return levels
}

// resolveNumbers makes a sign within a number, or at its side, a part of it: 1.5, 12:30, 20%. In
// left-to-right text a number is Latin but between two right-to-left words.
func resolveNumbers(classes []bidi.Class, base byte) {
	isNumber := func(i int) bool {
		return i >= 0 && i < len(classes) && (classes[i] == bidi.EN || classes[i] == bidi.AN)
	}
	for i, class := range classes {
		before, after := isNumber(i-1), isNumber(i+1)
		if (class == bidi.ES || class == bidi.CS) && before && after || class == bidi.ET && (before || after) {
			classes[i] = bidi.EN
		}
	}
	for range 2 * int(1-base) { // from the left and from the right
		strong := bidi.L
		for i, class := range classes {
			switch class {
			case bidi.L, bidi.R, bidi.AL:
				strong = class
			case bidi.EN, bidi.AN:
				if strong == bidi.L {
					classes[i] = bidi.L
				}
			}
		}
		slices.Reverse(classes)
	}
}

// latinBrackets gives brackets around Latin letters, behind such letters, the level of
// those (UAX #9, rule N0).
func (c *runBuilder) latinBrackets(items []int, classes []bidi.Class, levels []byte) {
	open, latin := -1, false
	before := byte(unresolved) // the last level that is known
	for i, at := range items {
		if at == gapItem {
			continue
		}
		text := c.glyphs[at].Text
		switch {
		case levels[i] == 1:
			open = -1
		case levels[i] != unresolved:
			latin = latin || classes[i] == bidi.L
		case isOpening(text):
			open, latin = i, false
			if before != 2 {
				open = -1
			}
		case open >= 0 && latin && text == otherBracket(c.glyphs[items[open]].Text):
			levels[open], levels[i] = 2, 2
			open = -1
		}
		if levels[i] != unresolved {
			before = levels[i]
		}
	}
}

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
		for ; end < len(glyphs); end++ {
			last, g := glyphs[end-1], glyphs[end]
			if last.Dir != g.Dir || last.Annotation != g.Annotation || abs(last.Y-g.Y) >= 0.2*max(last.Size, g.Size) { // marks of vowels are nearer
				break
			}
			right, leftward = right || rtl(g.Text), leftward || g.X < last.X
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

// fromLeft sorts the glyphs of a line by their place. A mark comes before the letter
// that it belongs to, so that it follows that in the order of reading.
func fromLeft(line []*contentstream.Glyph) []*contentstream.Glyph {
	type cluster struct{ first, last int }
	var clusters []cluster
	for i, g := range line {
		if r, _ := utf8.DecodeRuneInString(g.Text); len(clusters) > 0 && unicode.Is(unicode.Mn, r) { // the mark of a vowel
			clusters[len(clusters)-1].last = i
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

// mirrored are the brackets in pairs.
const mirrored = "()[]{}«»‹›<>"

// unmirror replaces the brackets of right-to-left text by their counterparts where the file has their shapes in
// place of their meanings: a closing bracket comes first then, as in ")word(". A line with one bracket is read as the
// line before it that has more. The texts of replaced brackets are added to texts.
func (c *runBuilder) unmirror(order []int, levels []byte, texts map[int]string) map[int]string {
	var at []int
	for i, item := range order {
		if item != gapItem && levels[i]%2 == 1 && otherBracket(c.glyphs[item].Text) != "" {
			at = append(at, item)
		}
	}
	if len(at) > 1 {
		c.shapes = !isOpening(c.glyphs[at[0]].Text)
	}
	for _, item := range at {
		if !c.shapes {
			break
		}
		if texts == nil {
			texts = map[int]string{}
		}
		texts[item] = otherBracket(c.glyphs[item].Text)
	}
	return texts
}

func isOpening(text string) bool { return text != "" && strings.Contains("([{«‹<", text) }

// otherBracket returns the counterpart of a bracket, "" for other texts, such as the formula "(a + b)/c" in one glyph.
func otherBracket(text string) string {
	all := []rune(mirrored)
	r, size := utf8.DecodeRuneInString(text)
	if i := slices.Index(all, r); i >= 0 && size == len(text) {
		return string(all[i^1])
	}
	return ""
}
