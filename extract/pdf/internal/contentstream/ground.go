package contentstream

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

const (
	// maxGrounds bounds the areas of a page that are remembered, and those of them that are dark.
	maxGrounds = 2000
	// maxCovering bounds the looks at glyphs for all that is painted over a page.
	maxCovering = 20_000_000
	// alikeColors is the largest difference between components, on the scale from 0 to
	// 1, at which two colours look the same.
	alikeColors = 0.03
)

// color is a colour in red, green and blue, from 0 to 1.
type color [3]float64

// background is an area that text may stand on. One that is not sure is the box of
// a shape or an image, or has a colour that isn't known.
type background struct {
	box   object.Rect
	color color
	sure  bool
}

// fill notes what the path is filled with, for text that comes after, and which glyphs it is painted
// over. Only what is opaque for certain covers: a plain colour, rectangles, no blending.
func (in *interpreter) fill() {
	s, p := &in.state, &in.path
	dark := !s.white && !s.transparent
	if p.odd || s.clip.odd || s.space == 0 || s.translucent || s.transparent {
		if !isLine(p.box) {
			in.addBackground(background{box: p.box}, dark)
		}
		return
	}
	for _, r := range p.rects {
		if r = r.Within(s.clip.box); isLine(r) {
			continue
		}
		in.addBackground(background{r, s.color, true}, dark)
		if in.covering += len(in.page.Glyphs); in.covering > maxCovering {
			continue
		}
		for i := range in.page.Glyphs {
			if g := &in.page.Glyphs[i]; g.Hidden == Seen {
				if x, y := g.middle(); contains(&r, x, y, 0) {
					g.Hidden = Covered
				}
			}
		}
	}
}

// isLine reports whether an area is the size of a line or a dot.
func isLine(r object.Rect) bool { return r.X1-r.X0 <= 3 || r.Y1-r.Y0 <= 3 }

// addBackground notes an area, and whether white text is seen on it. Dark areas have a bound of their own, so that no number
// of white ones hides the white text that comes after them.
func (in *interpreter) addBackground(g background, dark bool) {
	if len(in.backgrounds) < maxGrounds {
		in.backgrounds = append(in.backgrounds, g)
	}
	if dark && len(in.dark) < maxGrounds {
		in.dark = append(in.dark, g.box)
	}
}

// matchesBackground reports whether a glyph has the colour of the area that it stands on.
func (in *interpreter) matchesBackground(g *Glyph) bool {
	s := &in.state
	if s.space == 0 || !s.text.fills() || len(in.backgrounds) == maxGrounds {
		return false
	}
	x, y := g.middle()
	i := len(in.backgrounds) - 1
	for i >= 0 && !contains(&in.backgrounds[i].box, x, y, 0) {
		i--
	}
	in.covering += len(in.backgrounds) - i
	if i < 0 || !in.backgrounds[i].sure || in.covering >= maxCovering {
		return false
	}
	for k, c := range in.backgrounds[i].color {
		if math.Abs(c-s.color[k]) > alikeColors {
			return false
		}
	}
	return true
}

func (g *Glyph) middle() (x, y float64) {
	along, above := float64(g.X+g.W/2), float64(g.Y+g.Size*0.3)
	sin, cos := Sincos(g.Dir)
	return along*cos - above*sin, along*sin + above*cos
}
