package contentstream

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

const (
	// maxNested bounds arrays and dictionaries within operands.
	maxNested = 20
	// perToken is the cost of a token in addition to one unit for each of its bytes.
	perToken = 64
)

// operand is an operand of an operator: a number, a string or name, or an array or dictionary of
// operands.
type operand struct {
	kind token.Kind
	num  float64
	text []byte
	list []operand // of a dictionary, each name with its value behind it
}

// entry returns the value of a name in a dictionary, the zero operand for none.
func (o *operand) entry(name string) operand {
	for i := 0; i+1 < len(o.list); i++ {
		if o.list[i].kind == token.Name {
			if string(o.list[i].text) == name {
				return o.list[i+1]
			}
			i++
		}
	}
	return operand{}
}

// operandReader collects operands up to the next operator.
type operandReader struct {
	r        *token.Reader
	meter    *ctxio.Meter // at whose end the operands end too; nil never ends
	operands []operand
	arena    []byte // of the texts, which live until next is called
}

// next reads to the next operator; ok is false at the end of the data or of the context.
func (p *operandReader) next() (operator []byte, ok bool) {
	p.operands, p.arena = p.operands[:0], p.arena[:0]
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

// value reads the rest of an operand that begins with t.
func (p *operandReader) value(t token.Token, depth int) operand {
	o := operand{kind: t.Kind, num: t.Num}
	if len(t.Text) > 0 {
		start := len(p.arena)
		p.arena = append(p.arena, t.Text...)
		o.text = p.arena[start:len(p.arena):len(p.arena)]
	}
	if o.kind != token.ArrayStart && o.kind != token.DictStart {
		return o
	}
	for {
		before := p.r.Pos()
		t = p.r.Next()
		switch {
		case t.Kind == token.End || t.Kind == o.kind+1 || p.meter.Spend(perToken+len(t.Text)) != nil:
			return o
		case t.Kind == token.Word && o.kind == token.ArrayStart: // an operator: the array lacks its end
			p.r.Seek(before)
			return o
		case depth >= maxNested && (t.Kind == token.ArrayStart || t.Kind == token.DictStart):
			continue
		}
		if item := p.value(t, depth+1); len(o.list) < 100*maxOperands {
			o.list = append(o.list, item)
		}
	}
}

// skipImage skips the data of an inline image: up to an EI.
func skipImage(r *token.Reader) {
	for t := r.Next(); t.Kind != token.Word || string(t.Text) != "ID"; t = r.Next() {
		if t.Kind == token.End {
			return
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
// for nowhere: at an EI before a blank and plain ASCII, and after a blank if apart is
// set, as it should be. Before other bytes an EI is a part of the data.
func imageEnd(data []byte, at int, apart bool) int {
	blank := func(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == 0 }
	for i := at; i+2 < len(data); i++ {
		if data[i+1] != 'E' || data[i+2] != 'I' || apart && !blank(data[i]) {
			continue
		}
		behind := data[i+3 : min(len(data), i+13)]
		isData := func(c rune) bool { return c >= 0x7f || c < ' ' && !blank(byte(c)) }
		if (len(behind) == 0 || blank(behind[0])) && !bytes.ContainsFunc(behind, isData) {
			return i + 3
		}
	}
	return -1
}

// num returns the number at i, 0 for none.
func num(o []operand, i int) float64 {
	if i < 0 || i >= len(o) {
		return 0
	}
	return o[i].num
}

// matrixOf returns the last six numbers as a matrix.
func matrixOf(o []operand) (m matrix, ok bool) {
	if len(o) < len(m) {
		return m, false
	}
	for i := range m {
		m[i] = o[len(o)-len(m)+i].num
	}
	return m, true
}

// nameOf returns the last name, "" for none.
func nameOf(o []operand) string {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].kind == token.Name {
			return string(o[i].text)
		}
	}
	return ""
}
