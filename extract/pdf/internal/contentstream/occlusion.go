package contentstream

import "github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"

const (
	// maxCorners bounds the rectangles of one path.
	maxCorners = 64
	// maxCovering bounds the looks at glyphs for all that is painted over a page.
	maxCovering = 20_000_000
)

// clip is where painting shows: everywhere, within a box, or, where odd is set,
// within a shape that isn't known.
type clip struct {
	box     object.Rect
	bounded bool
	odd     bool
}

func (c *clip) narrowToPath(p *path) {
	if p.odd || len(p.rects) != 1 {
		c.odd = true
		return
	}
	c.narrow(p.rects[0])
}

func (c *clip) narrow(r object.Rect) {
	if c.bounded {
		r = intersection(c.box, r)
	}
	c.box, c.bounded = r, true
}

// near reports whether a place is within the clip or no farther from it than slack.
func (c *clip) near(x, y, slack float64) bool {
	return x > c.box.X0-slack && x < c.box.X1+slack && y > c.box.Y0-slack && y < c.box.Y1+slack
}

func intersection(a, b object.Rect) object.Rect {
	return object.Rect{X0: max(a.X0, b.X0), Y0: max(a.Y0, b.Y0), X1: min(a.X1, b.X1), Y1: min(a.Y1, b.Y1)}
}

// markCovered notes which glyphs are painted over by the rectangles of a path. Only
// what is opaque for certain covers: a plain colour, rectangles, no blending.
func (in *interpreter) markCovered() {
	s, p := &in.state, &in.path
	if s.space == 0 || s.translucent || s.transparent || s.clip.odd || p.odd {
		return
	}
	for _, r := range p.rects {
		if s.clip.bounded {
			r = intersection(r, s.clip.box)
		}
		if r.X1-r.X0 <= 3 || r.Y1-r.Y0 <= 3 {
			continue // a line
		}
		if in.covering += len(in.page.Glyphs); in.covering > maxCovering {
			return
		}
		for i := range in.page.Glyphs {
			g := &in.page.Glyphs[i]
			if x, y := g.middle(); g.Hidden == Seen && x > r.X0 && x < r.X1 && y > r.Y0 && y < r.Y1 {
				g.Hidden = Covered
			}
		}
	}
}

func (g *Glyph) middle() (x, y float64) {
	along, above := float64(g.X+g.W/2), float64(g.Y+g.Size*0.3)
	sin, cos := Sincos(g.Dir)
	return along*cos - above*sin, along*sin + above*cos
}
