package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// wordLinks returns the link of each glyph. All glyphs of a word get the link of most of
// them. It returns nil if the page has no links or the text is turned.
func (c *runBuilder) wordLinks(threshold float64) []string {
	if c.links == nil || c.dir != 0 {
		return nil
	}
	links := make([]string, len(c.glyphs))
	for i := range c.glyphs {
		if g := &c.glyphs[i]; strings.TrimSpace(g.Text) != "" {
			links[i] = c.links.at(float64(g.X+g.W/2), float64(g.Y+g.Size*0.25))
		}
	}
	start := 0
	for i := 0; i <= len(c.glyphs); i++ {
		if i < len(c.glyphs) && strings.TrimSpace(c.glyphs[i].Text) != "" && (i == start || c.gap[i] <= threshold) {
			continue
		}
		c.wordLink(links, start, i)
		start = i
	}
	return links
}

func (c *runBuilder) wordLink(links []string, start, end int) {
	counts := map[string]int{}
	for i := start; i < end; i++ {
		if strings.TrimSpace(c.glyphs[i].Text) != "" {
			counts[links[i]]++
		}
	}
	best, most := "", 0
	for i := start; i < end; i++ { // in order, so that the choice is stable
		if counts[links[i]] > most {
			best, most = links[i], counts[links[i]]
		}
	}
	for i := start; i < end; i++ {
		r, _ := utf8.DecodeRuneInString(c.glyphs[i].Text)
		if unicode.IsPunct(r) && links[i] == "" {
			continue // the sign after a link is not part of it
		}
		links[i] = best
	}
}
