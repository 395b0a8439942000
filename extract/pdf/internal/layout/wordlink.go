package layout

import (
	"unicode"
	"unicode/utf8"
)

// linkWords sets the link of each glyph: of a letter to that of the middle of its word, of a sign to its own.
func (c *runBuilder) linkWords(glyphs []piece, threshold float64) {
	if len(c.links) == 0 {
		return
	}
	isSign := func(p piece) bool {
		r, _ := utf8.DecodeRuneInString(p.Text)
		return unicode.IsPunct(r)
	}
	for word := range groups(glyphs, func(word []piece, p piece) bool {
		return !isBlank(p.Text) && p.gap <= threshold && !isSign(word[0]) && !isSign(p)
	}) {
		middle := &word[len(word)/2]
		link := c.linkAt(float64(middle.X+middle.W/2), float64(middle.Y+middle.Size*0.25))
		for i := range word {
			word[i].link = link
		}
	}
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
