package contentstream

import (
	"math"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// textOperator executes the operators of text objects, state, position and
// showing (ISO 32000-2, 9.3 and 9.4); it reports false for any other.
func (in *interpreter) textOperator(name string, o []operand) bool {
	t := &in.state.text
	first := num(o, len(o)-1)
	switch name {
	case "BT":
		in.tm, in.tlm = identity(), identity()
	case "ET":
	case "Tc":
		t.charSpace = first
	case "Tw":
		t.wordSpace = first
	case "Tz":
		t.scale = first / 100
	case "TL":
		t.leading = first
	case "Ts":
		t.rise = first
	case "Tr":
		t.mode = int(first)
	case "Tf":
		t.size = first
		in.setFont(nameOf(o))
	case "Td", "TD":
		x, y := num(o, len(o)-2), first
		if name == "TD" {
			t.leading = -y
		}
		in.moveLine(x, y)
	case "Tm":
		if m, ok := matrixOf(last(o, 6)); ok && m.usable() {
			in.tm, in.tlm = m, m
		}
	case "T*":
		in.moveLine(0, -t.leading)
	case "Tj", "'", "\"":
		if name == "\"" && len(o) >= 3 {
			t.wordSpace, t.charSpace = num(o, len(o)-3), num(o, len(o)-2)
		}
		if name != "Tj" {
			in.moveLine(0, -t.leading)
		}
		if n := len(o); n > 0 && o[n-1].kind == token.String {
			in.show(o[n-1].text)
		}
	case "TJ":
		if n := len(o); n > 0 {
			in.showAll(o[n-1].list)
		}
	default:
		return false
	}
	return true
}

func (in *interpreter) setFont(name string) {
	if o, ok := in.fontDicts[name]; ok {
		in.state.text.font = in.fonts.get(o)
		return
	}
	in.state.text.font = in.fonts.get(nil)
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
	mcid, hidden, artifact := in.current()
	replaced := in.replaced()
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
		if g.Text == "" && !replaced {
			continue
		}
		out := Glyph{Text: g.Text, Hang: g.Hang, MCID: mcid, Artifact: artifact, W: float32(math.Abs(g.Width * t.size * t.scale * place.stretch))}
		if !in.addGlyph(out, x, y, place, hidden) {
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
	dx, dy := full[0]*sign(t.size*t.scale), full[1]*sign(t.size*t.scale)
	if t.font.Vertical {
		dx, dy = -full[2], -full[3]
	}
	p.dir = direction(dx, dy)
	p.sin, p.cos = Sincos(p.dir)
	if t.font.Type3 != nil {
		p.size = typicalSize(t.font, p.size)
	}
	p.rise = [2]float64{t.rise * full[2], t.rise * full[3]}
	return p
}

// typicalSize estimates the size of a Type 3 font: its glyph space need not be
// a thousandth of an em.
func typicalSize(f *font.Font, size float64) float64 {
	if f.Scale > 0.0005 && f.Scale < 0.002 {
		return size
	}
	return size * min(max(f.Scale*100, 0.1), 10)
}

func sign(v float64) float64 {
	if v < 0 {
		return -1
	}
	return 1
}

// visibility returns why a reader can't see a glyph at x, y, or Seen.
func (in *interpreter) visibility(x, y float64, p placement, layerOff bool) Hidden {
	s := &in.state
	switch {
	case layerOff:
		return Layer
	case !in.frame.contains(x, y):
		return OffPage
	case s.text.mode == 3 || s.text.mode == 7:
		return Invisible
	case s.transparent:
		return Clear
	case p.size < 1 && p.size > 0:
		return Tiny
	case s.white && (s.text.mode == 0 || s.text.mode == 4) && !in.onDark(x, y):
		return White
	case s.clip.bounded && !in.scrolls && !s.clip.near(x, y, max(p.size, 1)):
		return Clipped
	}
	return Seen
}

// onDark reports whether x, y lies on a filled area or an image.
func (in *interpreter) onDark(x, y float64) bool {
	for i := len(in.dark) - 1; i >= 0; i-- {
		if r := in.dark[i]; x >= r.X0-1 && x <= r.X1+1 && y >= r.Y0-1 && y <= r.Y1+1 {
			return true
		}
	}
	return false
}
