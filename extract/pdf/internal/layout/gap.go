package layout

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A file without characters for blanks separates words by wider gaps between glyphs.
// The width depends on the font, on the justification of the line and on letter
// spacing, so that no constant fits. The gap between the letters of one word is
// learned from each run of glyphs: most pairs of letters are within a word, so the
// lower quartile of all gaps is such a gap. A word begins where a gap exceeds it by
// wordGap.

// The gaps between glyphs from which there is a blank, in ems.
const (
	wordGap = 0.12
	// blankedGap holds in a run that has characters for its blanks: of its other
	// gaps few are meant.
	blankedGap = 0.16
	// pieceGap holds between runs, of which nothing can be learned.
	pieceGap = 0.15
	// spacedGap is the gap between letters from which a run is letter-spaced,
	// and spacedRatio how many times wider its words stand apart.
	spacedGap   = 0.18
	spacedRatio = 1.6
	// lettersPerBlank is how many glyphs a run has for each blank at most if its
	// blanks are characters.
	lettersPerBlank = 12
)

// threshold returns the gap in ems from which there is a blank in the open run.
func (c *runBuilder) threshold() float64 {
	blanks, glyphs := 0, 0
	c.gaps = c.gaps[:0] // between letters
	for i := range c.glyphs {
		if isBlank(c.glyphs[i].Text) {
			blanks++
			continue
		}
		glyphs++
		if i > 0 && isLetterText(c.glyphs[i].Text) && isLetterText(c.glyphs[i-1].Text) {
			c.gaps = append(c.gaps, c.gap[i])
		}
	}
	width := wordGap
	if blanks*lettersPerBlank > glyphs {
		width = blankedGap
	}
	if len(c.gaps) < 4 || c.isAlphabet() {
		return width
	}
	slices.Sort(c.gaps)
	within := c.gaps[len(c.gaps)/4]
	if within > spacedGap {
		return c.gaps[len(c.gaps)/2] * spacedRatio
	}
	return max(within, 0) + width
}

func isBlank(text string) bool { return strings.TrimSpace(text) == "" }

func isLetterText(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return unicode.IsLetter(r)
}
