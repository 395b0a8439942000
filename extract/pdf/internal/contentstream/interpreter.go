package contentstream

import (
	"context"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// interpreter runs content streams.
type interpreter struct {
	ctx    context.Context
	d      *object.Doc
	page   *Page
	fonts  *Fonts
	layers *Layers
	budget *Budget

	state  state
	stack  []state
	lost   int // states that did not fit the stack
	tm     matrix
	tlm    matrix
	marks  []markedContent
	unkept int // marks that did not fit
	path   path
	forms  []int // numbers of the forms that are running

	backgrounds []background  // filled areas and images, the last one on top
	dark        []object.Rect // those that white text is seen on

	covering int  // looks at glyphs for what is painted over them
	isField  bool // what is run is of a form field, in which a reader can move what is clipped away

	annotation int32 // the number of the one that is shown, 0 for none

	resources object.Dict
}

// run executes a content stream with resources.
func (in *interpreter) run(data []byte, resources object.Dict) {
	before := in.resources
	in.resources = resources
	defer func() { in.resources = before }()
	base := len(in.stack)
	r := token.NewReader(data)
	p := operandReader{r: r, meter: ctxio.NewMeter(in.ctx)}
	for name, ok := p.next(); ok; name, ok = p.next() {
		if in.budget.Ops--; in.budget.Ops < 0 || in.budget.Ops%4096 == 0 && in.ctx.Err() != nil {
			break
		}
		if string(name) == "BI" {
			skipImage(r)
			in.image()
		} else {
			in.operator(string(name), p.operands)
		}
	}
	// a stream that lacks its Q must not change what follows
	if len(in.stack) > base {
		in.state = in.stack[base]
		in.stack = in.stack[:base]
	}
}

// operator executes an operator (ISO 32000-2, annex A). Those that change nothing that matters
// are passed over.
func (in *interpreter) operator(name string, o []operand) {
	s, t, p, n := &in.state, &in.state.text, &in.path, len(o)
	x, y := num(o, n-2), num(o, n-1)
	switch name {
	case "q":
		if len(in.stack) < maxStates {
			in.stack = append(in.stack, *s)
		} else {
			in.lost++
		}
	case "Q":
		if in.lost > 0 {
			in.lost--
		} else if top := len(in.stack) - 1; top >= 0 {
			*s, in.stack = in.stack[top], in.stack[:top]
		}
	case "cm":
		if m, ok := matrixOf(o); ok && m.mul(s.ctm).usable() {
			s.ctm = m.mul(s.ctm)
		}
	case "gs":
		gs := in.d.Dict(in.d.Dict(in.resources["ExtGState"])[nameOf(o)])
		if a, ok := in.d.Num(gs["ca"]); ok {
			s.transparent, s.translucent = a <= 0.01, a < 1
		}
		if mode := in.d.Name(gs["BM"]); mode != "" && mode != "Normal" && mode != "Compatible" || in.d.Dict(gs["SMask"]) != nil || in.d.Array(gs["BM"]) != nil {
			s.translucent = true
		}
		if list := in.d.Array(gs["Font"]); len(list) == 2 {
			t.font = in.fonts.get(list[0])
			t.size, _ = in.d.Num(list[1])
		}
	case "Do":
		in.paintXObject(nameOf(o))
	case "BDC", "BMC":
		in.begin(o, name == "BDC")
	case "EMC":
		in.end()

	case "g", "rg", "k":
		s.setColor(components(name), o)
	case "sc", "scn":
		s.setColor(s.space, o)
	case "cs":
		s.white, s.space = false, components(nameOf(o))
	case "sh":
		in.addBackground(background{box: in.page.box().Within(s.clip.box)}, false)

	case "BT":
		in.tm, in.tlm = identity(), identity()
	case "Tc":
		t.charSpace = y
	case "Tw":
		t.wordSpace = y
	case "Tz":
		t.scale = y / 100
	case "TL":
		t.leading = y
	case "Ts":
		t.rise = y
	case "Tr":
		t.mode = int(y)
	case "Tf":
		t.size = y
		in.setFont(nameOf(o))
	case "Td":
		in.moveLine(x, y)
	case "TD":
		t.leading = -y
		in.moveLine(x, y)
	case "Tm":
		if m, ok := matrixOf(o); ok && m.usable() {
			in.tm, in.tlm = m, m
		}
	case "T*":
		in.moveLine(0, -t.leading)
	case "Tj", "'", "\"":
		if name == "\"" && n >= 3 {
			t.wordSpace, t.charSpace = num(o, n-3), x
		}
		if name != "Tj" {
			in.moveLine(0, -t.leading)
		}
		if n > 0 && o[n-1].kind == token.String {
			in.show(o[n-1].text)
		}
	case "TJ":
		if n > 0 {
			in.showAll(o[n-1].list)
		}

	case "m", "c", "v", "y":
		p.odd = true
		p.x, p.y = s.ctm.apply(x, y)
		if name == "m" {
			p.startX, p.startY = p.x, p.y
		}
		p.grow(p.x, p.y)
	case "l":
		p.odd = true
		p.lineTo(s.ctm.apply(x, y))
	case "h":
		p.lineTo(p.startX, p.startY)
	case "re":
		p.rectangle(&s.ctm, num(o, n-4), num(o, n-3), x, y)
	case "W", "W*":
		p.clips = true
	case "S", "s":
		in.paint(true, false)
	case "f", "F", "f*", "B", "b", "B*", "b*":
		p.odd = p.odd || len(p.rects) > 1 && len(name) > 1 // what is between two rectangles alone may be painted
		in.paint(name[0]|0x20 == 'b', true)
	case "n":
		in.paint(false, false)
	}
}
