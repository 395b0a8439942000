package contentstream

import (
	"math"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

func (in *interpreter) setFont(name string) {
	in.state.text.font = in.fonts.get(in.d.Dict(in.resources["Font"])[name])
}

func (in *interpreter) moveLine(x, y float64) {
	if m := (matrix{1, 0, 0, 1, x, y}).mul(in.tlm); m.usable() {
		in.tlm, in.tm = m, m
	}
}

func (in *interpreter) showAll(list []operand) {
	t := &in.state.text
	for _, item := range list {
		switch item.kind {
		case token.String:
			in.show(item.text)
		case token.Number:
			offset := -item.num / 1000 * t.size
			if t.font != nil && t.font.Vertical {
				in.advance(0, offset)
			} else {
				in.advance(offset*t.scale, 0)
			}
		}
	}
}

func (in *interpreter) advance(x, y float64) {
	in.tm[4] += x*in.tm[0] + y*in.tm[2]
	in.tm[5] += x*in.tm[1] + y*in.tm[3]
}

func (in *interpreter) show(s []byte) {
	t := &in.state.text
	if t.font == nil {
		in.setFont("")
	}
	place := in.placement()
	marked := in.marked()
	for len(s) > 0 {
		g, n := t.font.Next(s)
		s = s[n:]
		width := g.Width*t.size + t.charSpace
		if g.Blank {
			width += t.wordSpace
		}
		x, y := place.m.apply(in.tm[4], in.tm[5])
		if t.font.Vertical {
			in.advance(0, -t.size+t.charSpace)
		} else {
			in.advance(width*t.scale, 0)
		}
		if g.Text == "" && !marked.replaced {
			continue
		}
		out := Glyph{Text: g.Text, MCID: marked.mcid, W: float32(math.Abs(g.Width * t.size * t.scale * place.stretch))}
		if !in.addGlyph(out, x, y, place, marked.hidden) {
			return
		}
	}
}

// addGlyph puts a glyph at x, y of the page. It reports false when the budget is used up.
func (in *interpreter) addGlyph(out Glyph, x, y float64, place placement, hidden bool) bool {
	if in.budget.Glyphs--; in.budget.Glyphs < 0 || len(in.page.Glyphs) >= maxPageGlyphs || in.budget.Glyphs%4096 == 0 && in.ctx.Err() != nil {
		return false
	}
	out.Font, out.Dir, out.Size, out.Annotation = in.state.text.font, place.dir, float32(place.size), in.annotation
	out.Hidden = in.visibility(x, y, place, hidden)
	x, y = x+place.rise[0], y+place.rise[1]
	out.X, out.Y = float32(x*place.cos+y*place.sin), float32(y*place.cos-x*place.sin)
	if out.Font.Vertical {
		out.W = float32(place.size)
	}
	if out.Hidden == Seen && in.matchesBackground(&out) {
		out.Hidden = Sunk
	}
	in.page.Glyphs = append(in.page.Glyphs, out)
	return true
}

// placement is the geometry that all glyphs of one string share.
type placement struct {
	m             matrix // from text space to the page
	size, stretch float64
	dir           uint8
	rise          [2]float64
	sin, cos      float64 // of dir
}

func (in *interpreter) placement() placement {
	t := &in.state.text
	ctm := in.state.ctm
	full := in.tm.mul(ctm)
	p := placement{m: ctm, stretch: math.Hypot(full[0], full[1])}
	p.size = math.Abs(t.size) * math.Hypot(full[2], full[3])
	dx, dy := full[0], full[1]
	if t.size*t.scale < 0 {
		dx, dy = -dx, -dy
	}
	if t.font.Vertical {
		dx, dy = -full[2], -full[3]
	}
	p.dir = direction(dx, dy)
	p.sin, p.cos = Sincos(p.dir)
	if t.font.Type3 != nil {
		p.size *= t.font.Em
	}
	p.rise = [2]float64{t.rise * full[2], t.rise * full[3]}
	return p
}

// visibility returns why a reader can't see a glyph at x, y, or Seen.
func (in *interpreter) visibility(x, y float64, p placement, layerOff bool) Hidden {
	const rounding = 1
	s := &in.state
	switch {
	case layerOff:
		return Layer
	case !(x >= -rounding && x <= in.page.Width+rounding && y >= -rounding && y <= in.page.Height+rounding): // NaN is off the page, too
		return OffPage
	case s.text.mode == 3 || s.text.mode == 7:
		return Invisible
	case s.transparent:
		return Clear
	case p.size < 1 && p.size > 0:
		return Tiny
	case s.white && s.text.fills() && !slices.ContainsFunc(in.dark, func(r object.Rect) bool { return contains(&r, x, y, 1) }):
		return White
	case !in.isField && !contains(&s.clip.box, x, y, max(p.size, 1)):
		return Clipped
	}
	return Seen
}
