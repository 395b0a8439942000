package layout

import (
	"slices"
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
// is read from the right: on a page of such a script, one of both, and any other one. A
// line of it may be an address with a word at its side.
const (
	rightPageShare = 0.2
	mixedPageShare = 0.5
	otherPageShare = 0.8
)

// rightShare returns the share of the letters of a run from which on it is read from the
// right on a page of glyphs.
func rightShare(glyphs []*contentstream.Glyph) float64 {
	right, letters := 0, 0
	for _, g := range glyphs {
		if isLetterText(g.Text) {
			letters++
			if rtl(g.Text) {
				right++
			}
		}
	}
	switch {
	case 10*right > 7*letters:
		return rightPageShare
	case 10*right > 4*letters:
		return mixedPageShare
	}
	return otherPageShare
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

// visual reports whether the right-to-left glyphs of the open run come in the
// order in which they are seen from left to right.
func (c *runBuilder) visual() bool {
	rightward, leftward := 0, 0
	for i := 1; i < len(c.glyphs); i++ {
		if a, b := &c.glyphs[i-1], &c.glyphs[i]; rtl(a.Text) && rtl(b.Text) {
			switch {
			case b.X > a.X:
				rightward++
			case b.X < a.X:
				leftward++
			}
		}
	}
	return rightward > leftward
}

func (c *runBuilder) logical(items []int, rightToLeft bool) []int {
	c.reversed = nil
	if !slices.ContainsFunc(items, func(at int) bool { return at != gapItem && rtl(c.glyphs[at].Text) }) || !c.visual() {
		return items
	}
	base := byte(0)
	if rightToLeft {
		base = 1
	}
	levels := c.levels(items, base)
	c.reversed = make(map[int]bool, len(items))
	for i, at := range items {
		c.reversed[at] = levels[i]%2 == 1
	}
	for level := slices.Max(levels); level > 0; level-- {
		for i := 0; i < len(items); i++ {
			if levels[i] < level {
				continue
			}
			end := i
			for end < len(items) && levels[end] >= level {
				end++
			}
			slices.Reverse(items[i:end])
			slices.Reverse(levels[i:end])
			i = end
		}
	}
	return items
}

// unresolved is the level of what has none of its own.
const unresolved = 255

// levels returns the embedding levels of items: even ones are read from left to
// right.
func (c *runBuilder) levels(items []int, base byte) []byte {
	levels := make([]byte, len(items))
	strong := byte(0) // the level of the last letter
	for i, at := range items {
		levels[i] = unresolved
		if at == gapItem {
			continue
		}
		switch class(c.glyphs[at].Text) {
		case bidi.L:
			levels[i] = 2 * base
			strong = levels[i]
		case bidi.R, bidi.AL:
			levels[i] = 1
			strong = 1
		case bidi.EN, bidi.AN:
			if base == 1 || strong == 1 && c.rightToLeftFollows(items[i:]) {
				levels[i] = 2
			} else {
				levels[i] = 0
			}
		}
	}
	c.separators(items, levels)
	if base == 1 {
		c.latinBrackets(items, levels)
	}
	for i := 0; i < len(items); i++ {
		if levels[i] != unresolved {
			continue
		}
		end := i
		for end < len(items) && levels[end] == unresolved {
			end++
		}
		between := base
		if i > 0 && end < len(items) {
			between = c.neutral(items[i-1], items[end], levels[i-1], levels[end], base)
		}
		for ; i < end; i++ {
			levels[i] = between
		}
	}
	return levels
}

// rightToLeftFollows reports whether the next letter among items is one of a
// right-to-left script.
func (c *runBuilder) rightToLeftFollows(items []int) bool {
	for _, at := range items {
		if at != gapItem && isLetterText(c.glyphs[at].Text) {
			return rtl(c.glyphs[at].Text)
		}
	}
	return false
}

// separators gives a sign within a number, or at its side, the level of it:
// 1.5, 12:30, 20%.
func (c *runBuilder) separators(items []int, levels []byte) {
	number := func(i int) (byte, bool) {
		if i < 0 || i >= len(items) || items[i] == gapItem {
			return 0, false
		}
		k := class(c.glyphs[items[i]].Text)
		return levels[i], k == bidi.EN || k == bidi.AN
	}
	for i, at := range items {
		if at == gapItem || levels[i] != unresolved {
			continue
		}
		before, follows := number(i - 1)
		after, leads := number(i + 1)
		switch class(c.glyphs[at].Text) {
		case bidi.ES, bidi.CS:
			if follows && leads {
				levels[i] = before
			}
		case bidi.ET:
			if follows {
				levels[i] = before
			} else if leads {
				levels[i] = after
			}
		}
	}
}

// latinBrackets gives brackets around Latin letters, behind such letters, the level of
// those (UAX #9, rule N0).
func (c *runBuilder) latinBrackets(items []int, levels []byte) {
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
			latin = latin || class(text) == bidi.L
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

// neutral returns the level of the signs between two glyphs of known levels. In
// right-to-left text, signs are a part of left-to-right text (level 2) between two
// Latin words, or between a Latin word and a number, but not between two numbers.
func (c *runBuilder) neutral(left, right int, before, after, base byte) byte {
	if base == 0 {
		return min(before, after, 1)
	}
	latin := func(at int) bool { return class(c.glyphs[at].Text) == bidi.L }
	if before == 2 && after == 2 && (latin(left) || latin(right)) {
		return 2
	}
	return 1
}

func class(text string) bidi.Class {
	p, _ := bidi.LookupString(text)
	return p.Class()
}
