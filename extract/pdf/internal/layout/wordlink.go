package layout

import (
	"unicode"
	"unicode/utf8"
)

// wordLinks returns the link of each glyph: of a letter that of the middle of its word, of a sign its own. It
// returns nil if the page has no links or the text is turned.
func (c *runBuilder) wordLinks(threshold float64) []string {
	if len(c.links) == 0 {
		return nil
	}
	isSign := func(i int) bool {
		r, _ := utf8.DecodeRuneInString(c.glyphs[i].Text)
		return unicode.IsPunct(r)
	}
	links := make([]string, len(c.glyphs))
	for start := 0; start < len(c.glyphs); {
		end := start + 1
		for end < len(c.glyphs) && !isBlank(c.glyphs[end].Text) && c.gap[end] <= threshold && !isSign(start) && !isSign(end) {
			end++
		}
		middle := &c.glyphs[(start+end)/2]
		link := c.linkAt(float64(middle.X+middle.W/2), float64(middle.Y+middle.Size*0.25))
		for ; start < end; start++ {
			links[start] = link
		}
	}
	return links
}

// maxLookups bounds the areas that are looked at for the glyphs of a page.
const maxLookups = 5_000_000

// linkAt returns the address of the first link area of the page that holds a point, "" for
// none, and once too many areas were looked at.
func (c *runBuilder) linkAt(x, y float64) string {
	for i := range c.links {
		if c.linkLooks++; c.linkLooks > maxLookups {
			break
		}
		if b := &c.links[i].Box; x >= b.X0 && x <= b.X1 && y >= b.Y0 && y <= b.Y1 {
			return c.links[i].URI
		}
	}
	return ""
}
