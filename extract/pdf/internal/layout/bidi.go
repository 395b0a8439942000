package layout

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// A page has its glyphs at the places where they are seen. Most programs write
// those of right-to-left scripts in that visual order, from left to right; some
// write them in the order of reading. This file goes from the first to the
// second: right-to-left text is taken from its right end, and the Latin words and numbers
// in it as they are. These are found by the classes of the characters in the Unicode
// Bidirectional Algorithm (UAX #9): signs between two words of Latin letters belong to the
// words, signs between two numbers belong to the right-to-left text around them.

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
// order of reading. In a line that is read from the left it turns the words from one right-to-left letter to another,
// without a Latin one between.
func (c *runBuilder) logical(items []int, rightToLeft bool) {
	isRight := func(at int) bool { return at != gapItem && rtl(c.glyphs[at].Text) }
	if rightToLeft && slices.ContainsFunc(items, isRight) {
		c.fromRight(items)
		return
	}
	for start := 0; start < len(items); start++ {
		end := start
		for i := start; i < len(items) && (i > start || isRight(items[i])) && c.class(items, i) != bidi.L; i++ {
			if isRight(items[i]) {
				end = i + 1
			}
		}
		if end > start {
			c.fromRight(items[start:end])
			start = end
		}
	}
}

// fromRight puts the items of right-to-left text in the order of reading.
func (c *runBuilder) fromRight(items []int) {
	out := make([]int, 0, len(items))
	for end := len(items); end > 0; {
		start := c.latinStart(items[:end])
		out = append(out, items[start:end]...)
		end = start
	}
	copy(items, out)
}

// latinStart returns where the Latin words or the number begin that items end with, which are read from the left; otherwise the place
// of the last item. Signs between two words, or a word and a number, belong to them, and a separator to the number that it is in.
func (c *runBuilder) latinStart(items []int) int {
	start := len(items) - 1
	last := c.class(items, start)
	for i := start - 1; i >= 0 && isLatin(last); i-- {
		switch class := c.class(items, i); {
		case class == bidi.R || class == bidi.AL:
			return start
		case !isLatin(class):
		case i == start-1, class == bidi.L, last == bidi.L, i == start-2 && (c.class(items, i+1) == bidi.CS || c.class(items, i+1) == bidi.ES):
			start, last = i, class
		default:
			return start
		}
	}
	return start
}

func isLatin(class bidi.Class) bool { return class == bidi.L || class == bidi.EN || class == bidi.AN }

// class returns the class of an item: that of a sign beside a number is that of the number, as in 20%.
func (c *runBuilder) class(items []int, i int) bidi.Class {
	raw := func(i int) bidi.Class {
		if i < 0 || i >= len(items) || items[i] == gapItem {
			return bidi.ON
		}
		p, _ := bidi.LookupString(c.glyphs[items[i]].Text)
		return p.Class()
	}
	class := raw(i)
	if class == bidi.ET && (raw(i-1) == bidi.EN || raw(i+1) == bidi.EN) {
		return bidi.EN
	}
	return class
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
			if last.Dir != g.Dir || last.Annotation != g.Annotation || abs(last.Y-g.Y) >= 0.2*max(last.Size, g.Size) {
				break
			}
			right, leftward = right || rtl(g.Text), leftward || g.X < last.X
		}
		out = append(out, glyphs[start:end]...)
		if right && leftward {
			slices.SortStableFunc(out[start:], func(a, b *contentstream.Glyph) int { return cmp.Compare(a.X, b.X) })
		}
		start = end
	}
	return out
}
