package contentstream

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

const (
	// maxGrounds bounds the filled areas of a page that are remembered.
	maxGrounds = 2000
	// alikeColors is the largest difference between components, on the scale from 0 to
	// 1, at which two colours look the same.
	alikeColors = 0.03
)

// color is a colour in red, green and blue, from 0 to 1.
type color [3]float64

func colorOf(c []float64) color {
	switch len(c) {
	case 1:
		return color{c[0], c[0], c[0]}
	case 3:
		return color{c[0], c[1], c[2]}
	}
	return color{(1 - c[0]) * (1 - c[3]), (1 - c[1]) * (1 - c[3]), (1 - c[2]) * (1 - c[3])}
}

func (a color) similarTo(b color) bool {
	for i := range a {
		if math.Abs(a[i]-b[i]) > alikeColors {
			return false
		}
	}
	return true
}

// background is a filled area that text may stand on. One that is not sure is the
// box of a shape, or has a colour that isn't known.
type background struct {
	box   object.Rect
	color color
	sure  bool
}

func (in *interpreter) fillBackground() {
	s, p := &in.state, &in.path
	if p.odd || s.clip.odd || s.space == 0 || s.translucent || s.transparent {
		in.addUnknownBackground(object.Rect{X0: p.x0, Y0: p.y0, X1: p.x1, Y1: p.y1})
		return
	}
	for _, r := range p.rects {
		if s.clip.bounded {
			r = intersection(r, s.clip.box)
		}
		in.addBackground(background{r, s.color, true})
	}
}

// addUnknownBackground notes an area of which no more is known.
func (in *interpreter) addUnknownBackground(box object.Rect) { in.addBackground(background{box: box}) }

func (in *interpreter) addBackground(g background) {
	if g.box.X1-g.box.X0 > 3 && g.box.Y1-g.box.Y0 > 3 && len(in.backgrounds) < maxGrounds {
		in.backgrounds = append(in.backgrounds, g)
	}
}

// shade notes the area of a shading: all within the clip.
func (in *interpreter) shade() {
	if box := (object.Rect{X1: in.page.Width, Y1: in.page.Height}); in.state.clip.bounded {
		in.addUnknownBackground(intersection(box, in.state.clip.box))
	} else {
		in.addUnknownBackground(box)
	}
}

// matchesBackground reports whether a glyph has the colour of the area that it stands on.
func (in *interpreter) matchesBackground(g *Glyph) bool {
	s := &in.state
	if s.space == 0 || s.text.mode != 0 && s.text.mode != 4 || len(in.backgrounds) == maxGrounds {
		return false
	}
	x, y := g.middle()
	for i := len(in.backgrounds) - 1; i >= 0; i-- {
		if r := &in.backgrounds[i].box; x > r.X0 && x < r.X1 && y > r.Y0 && y < r.Y1 {
			in.covering += len(in.backgrounds) - i
			return in.backgrounds[i].sure && in.covering < maxCovering && in.backgrounds[i].color.similarTo(s.color)
		}
	}
	in.covering += len(in.backgrounds)
	return false
}
