package layout

import "github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"

const (
	radical  = "√"
	rootGap  = 0.2 // ems between a radical sign and its rule or what it is of
	maxRoots = 500 // of a page
	rootRise = 1.5 // ems by which the sign or its rule may stand over the text
)

// rootFollows reports whether g is what the radical sign last is of: TeX hangs the
// sign from the rule, so that its origin is far over the line.
func rootFollows(last, g *contentstream.Glyph) bool {
	em := g.Size
	return last.Text == radical && abs(g.X-last.X-last.W) < rootGap*em && g.Y <= last.Y+0.2*em && last.Y-g.Y < rootRise*em
}

// bracketRoots puts brackets around what is under the rule of a root, if it is more
// than one glyph or number.
func (c *runBuilder) bracketRoots() {
	for i := 0; i+2 < len(c.glyphs); i++ {
		g := &c.glyphs[i]
		if g.Text != radical {
			continue
		}
		if c.roots++; c.roots > maxRoots {
			return
		}
		end := i
		for _, s := range c.segments {
			if s.X1-s.X0 <= s.Y1-s.Y0 || abs(s.X0-g.X-g.W) > rootGap*g.Size || abs(s.Y0-g.Y) > rootRise*g.Size {
				continue
			}
			for end+1 < len(c.glyphs) && c.glyphs[end+1].X+c.glyphs[end+1].W <= s.X1+rootGap*g.Size && c.glyphs[end+1].Y < s.Y0 {
				end++
			}
			break
		}
		for end > i && isBlank(c.glyphs[end].Text) {
			end--
		}
		if end > i+1 && !c.isNumber(i+1, end) {
			c.glyphs[i+1].Text = "(" + c.glyphs[i+1].Text
			c.glyphs[end].Text += ")"
		}
	}
}

// isNumber reports whether all glyphs are digits.
func (c *runBuilder) isNumber(first, last int) bool {
	for _, g := range c.glyphs[first : last+1] {
		if len(g.Text) != 1 || g.Text[0] < '0' || g.Text[0] > '9' {
			return false
		}
	}
	return true
}
