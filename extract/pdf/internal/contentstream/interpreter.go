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
	frame  pageArea

	state  state
	stack  []state
	lost   int // states that did not fit the stack
	tm     matrix
	tlm    matrix
	marks  []markedContent
	unkept int // marks that did not fit
	path   path
	dark   []object.Rect // filled areas and images that white text is seen on
	forms  []int         // numbers of the forms that are running

	backgrounds []background // filled areas, the last one on top

	covering int  // looks at glyphs for what is painted over them
	scrolls  bool // in a form field: a reader can move what is clipped away

	annotation int32 // the number of the one that is shown, 0 for none

	resources object.Dict
	fontDicts object.Dict
}

// operand is an operand of an operator: a number, a string or name, or an array
// of numbers and strings.
type operand struct {
	kind token.Kind
	num  float64
	text []byte
	list []operand
	dict map[string]operand
}

// run executes a content stream with resources.
func (in *interpreter) run(data []byte, resources object.Dict) {
	before, fonts := in.resources, in.fontDicts
	in.resources, in.fontDicts = resources, in.d.Dict(resources["Font"])
	defer func() { in.resources, in.fontDicts = before, fonts }()
	base := len(in.stack)
	r := token.NewReader(data)
	p := operandReader{r: r, meter: ctxio.NewMeter(in.ctx)}
	for {
		t, ok := p.next()
		if !ok {
			break
		}
		if in.budget.Ops--; in.budget.Ops < 0 || in.budget.Ops%4096 == 0 && in.ctx.Err() != nil {
			break
		}
		if string(t) == "BI" {
			skipImage(r)
			in.image()
		} else {
			in.operator(string(t), p.operands)
		}
		p.reset()
	}
	// a stream that lacks its Q must not change what follows
	if len(in.stack) > base {
		in.state = in.stack[base]
		in.stack = in.stack[:base]
	}
}

// operandReader collects operands up to the next operator.
type operandReader struct {
	r        *token.Reader
	meter    *ctxio.Meter // at whose end the operands end too; nil never ends
	operands []operand
	arena    []byte
}

func (p *operandReader) reset() { p.operands, p.arena = p.operands[:0], p.arena[:0] }

// copyText copies text into the arena, which lives until reset.
func (p *operandReader) copyText(text []byte) []byte {
	start := len(p.arena)
	p.arena = append(p.arena, text...)
	return p.arena[start:len(p.arena):len(p.arena)]
}

// perToken is the cost of a token in addition to one unit for each of its bytes.
const perToken = 64

// next reads to the next operator; ok is false at the end of the data or of the context.
func (p *operandReader) next() (operator []byte, ok bool) {
	for {
		t := p.r.Next()
		if p.meter.Spend(perToken+len(t.Text)) != nil {
			return nil, false
		}
		switch t.Kind {
		case token.End:
			return nil, false
		case token.Word:
			switch string(t.Text) {
			case "true", "false", "null":
				continue
			}
			return t.Text, true
		case token.ArrayEnd, token.DictEnd:
			continue
		}
		o := p.value(t, 0)
		if len(p.operands) == maxOperands {
			p.operands = p.operands[:copy(p.operands, p.operands[maxOperands/2:])]
		}
		p.operands = append(p.operands, o)
	}
}

// maxNested bounds arrays and dictionaries within operands.
const maxNested = 20

// value reads the rest of an operand that begins with t.
func (p *operandReader) value(t token.Token, depth int) operand {
	switch t.Kind {
	case token.Number:
		return operand{kind: token.Number, num: t.Num}
	case token.String, token.Name:
		return operand{kind: t.Kind, text: p.copyText(t.Text)}
	case token.ArrayStart:
		o := operand{kind: token.ArrayStart}
		for {
			before := p.r.Pos()
			t = p.r.Next()
			if t.Kind == token.End || t.Kind == token.ArrayEnd || p.meter.Spend(perToken+len(t.Text)) != nil {
				return o
			}
			if t.Kind == token.Word && len(t.Text) > 0 { // an operator: the array lacks its end
				p.r.Seek(before)
				return o
			}
			if t.Kind == token.ArrayStart && depth >= maxNested {
				continue
			}
			if item := p.value(t, depth+1); len(o.list) < 100*maxOperands {
				o.list = append(o.list, item)
			}
		}
	case token.DictStart:
		return p.dict(depth)
	}
	return operand{}
}

func (p *operandReader) dict(depth int) operand {
	o := operand{kind: token.DictStart, dict: map[string]operand{}}
	for {
		t := p.r.Next()
		switch t.Kind {
		case token.End, token.DictEnd:
			return o
		case token.Name:
			key := string(t.Text)
			t = p.r.Next()
			if t.Kind == token.DictEnd || t.Kind == token.End {
				return o
			}
			if depth < maxNested && len(o.dict) < maxOperands {
				o.dict[key] = p.value(t, depth+1)
			}
		}
	}
}

// skipImage skips the data of an inline image: up to EI between blanks.
func skipImage(r *token.Reader) {
	for {
		t := r.Next()
		if t.Kind == token.End {
			return
		}
		if t.Kind == token.Word && string(t.Text) == "ID" {
			break
		}
	}
	at := r.Pos()
	end := imageEnd(r.Data(), at, true)
	if end < 0 {
		end = imageEnd(r.Data(), at, false)
	}
	// an image that never ends hides nothing: go on after its head
	r.Seek(max(end, at))
}

// imageEnd returns where the data of an inline image from at on have ended, -1
// for nowhere: at an EI before a blank and text, and after a blank if apart is
// set, as it should be.
func imageEnd(data []byte, at int, apart bool) int {
	for i := at; i+2 < len(data); i++ {
		if data[i+1] == 'E' && data[i+2] == 'I' && (!apart || blank(data[i])) && (i+3 >= len(data) || blank(data[i+3])) && endsImage(data[i+3:min(len(data), i+13)]) {
			return i + 3
		}
	}
	return -1
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 }

// endsImage reports whether b, the bytes after an EI, is plain ASCII. Then the image data
// has ended; otherwise the EI is a part of it.
func endsImage(b []byte) bool {
	for _, c := range b {
		if c >= 0x7f || c < ' ' && !blank(c) {
			return false
		}
	}
	return true
}

func num(o []operand, i int) float64 {
	if i < 0 || i >= len(o) {
		return 0
	}
	return o[i].num
}

func last(o []operand, n int) []operand { return o[max(0, len(o)-n):] }

func numbers(o []operand) []float64 {
	n := make([]float64, 0, 4)
	for _, v := range o {
		if v.kind == token.Number {
			n = append(n, v.num)
		}
	}
	return n
}
