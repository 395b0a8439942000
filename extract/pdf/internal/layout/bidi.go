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
func (c *runBuilder) readRightToLeft(glyphs []piece) bool {
	right, letters := 0, 0
	first, last := false, false
	for i := range glyphs {
		if text := glyphs[i].Text; isLetterText(text) {
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

// inReadingOrder puts the pieces of a run, which are in the order in which they are seen from left to right, in the
// order of reading. In a line that is read from the left it turns the words from one right-to-left letter to another,
// without a Latin one between.
func inReadingOrder(items []piece, rightToLeft bool) {
	isRight := func(p piece) bool { return rtl(p.written) }
	if rightToLeft && slices.ContainsFunc(items, isRight) {
		fromRight(items)
		return
	}
	for start := 0; start < len(items); start++ {
		end := start
		for i := start; i < len(items) && (i > start || isRight(items[i])) && class(items, i) != bidi.L; i++ {
			if isRight(items[i]) {
				end = i + 1
			}
		}
		if end > start {
			fromRight(items[start:end])
			start = end
		}
	}
}

// fromRight puts the pieces of right-to-left text in the order of reading.
func fromRight(items []piece) {
	out := make([]piece, 0, len(items))
	for end := len(items); end > 0; {
		start := latinStart(items[:end])
		out = append(out, items[start:end]...)
		end = start
	}
	copy(items, out)
}

// latinStart returns where the Latin words or the number begin that items end with, which are read from the left; otherwise the place
// of the last item. Signs between two words, or a word and a number, belong to them, and a separator to the number that it is in.
func latinStart(items []piece) int {
	start := len(items) - 1
	last := class(items, start)
	for i := start - 1; i >= 0 && isLatin(last); i-- {
		switch here := class(items, i); {
		case here == bidi.R || here == bidi.AL:
			return start
		case !isLatin(here):
		case i == start-1, here == bidi.L, last == bidi.L, i == start-2 && (class(items, i+1) == bidi.CS || class(items, i+1) == bidi.ES):
			start, last = i, here
		default:
			return start
		}
	}
	return start
}

func isLatin(class bidi.Class) bool { return class == bidi.L || class == bidi.EN || class == bidi.AN }

// class returns the class of an item: that of a sign beside a number is that of the number, as in 20%.
func class(items []piece, i int) bidi.Class {
	raw := func(i int) bidi.Class {
		if i < 0 || i >= len(items) {
			return bidi.ON
		}
		p, _ := bidi.LookupString(items[i].written)
		return p.Class()
	}
	if here := raw(i); here != bidi.ET || raw(i-1) != bidi.EN && raw(i+1) != bidi.EN {
		return here
	}
	return bidi.EN
}

// inVisualOrder sorts the glyphs of each line with right-to-left letters from left to
// right. Some files have such lines in the order of reading, others sort each piece of
// one direction by itself. After this step all lines are in the same order.
func inVisualOrder(glyphs []*contentstream.Glyph) {
	isRight := func(g *contentstream.Glyph) bool { return rtl(g.Text) }
	if !slices.ContainsFunc(glyphs, isRight) {
		return
	}
	for line := range groups(glyphs, func(line []*contentstream.Glyph, g *contentstream.Glyph) bool {
		before := last(line)
		return before.Dir == g.Dir && before.Annotation == g.Annotation && abs(before.Y-g.Y) < 0.2*max(before.Size, g.Size)
	}) {
		if slices.ContainsFunc(line, isRight) {
			slices.SortStableFunc(line, func(a, b *contentstream.Glyph) int { return cmp.Compare(a.X, b.X) })
		}
	}
}
