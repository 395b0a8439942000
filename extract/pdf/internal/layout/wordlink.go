package layout

import (
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// wordLinks returns the link of each glyph: of a letter that of the middle of its word, of a sign its own. It
// returns nil if the page has no links or the text is turned.
func (c *runBuilder) wordLinks(threshold float64) []string {
	if c.links == nil {
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
		link := c.links.at(float64(middle.X+middle.W/2), float64(middle.Y+middle.Size*0.25))
		for ; start < end; start++ {
			links[start] = link
		}
	}
	return links
}

// maxLookups bounds the areas that are looked at for the glyphs of a page.
const maxLookups = 5_000_000

// linkIndex finds the link area at a place of a page, the first of them in the order of the page.
type linkIndex struct {
	links   []contentstream.Link
	lookups int
}

// at returns the address of the first link area that holds the point, "" for
// none, and once too many areas were looked at.
func (x *linkIndex) at(px, py float64) string {
	for i := range x.links {
		if x.lookups++; x.lookups > maxLookups {
			return ""
		}
		if b := &x.links[i].Box; px >= b.X0 && px <= b.X1 && py >= b.Y0 && py <= b.Y1 {
			return x.links[i].URI
		}
	}
	return ""
}
