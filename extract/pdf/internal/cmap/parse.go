package cmap

import (
	"sort"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// Limits of a CMap.
const (
	maxEntries = 200_000
	maxTarget  = 64 // bytes of UTF-16 of one code
)

// Parse reads a CMap. What is damaged is passed over.
func Parse(data []byte) *CMap {
	p := parser{r: token.NewReader(data), c: &CMap{chars: map[uint32]string{}, cids: map[uint32]uint32{}}}
	var lastName string
	for {
		t := p.r.Next()
		switch t.Kind {
		case token.End:
			p.c.finish()
			return p.c
		case token.Name:
			lastName = string(t.Text)
			if lastName == "WMode" {
				if n := p.r.Next(); n.Kind == token.Number {
					p.c.Vertical = n.Num == 1
				}
			}
		case token.Word:
			switch string(t.Text) {
			case "usecmap":
				p.c.Use = lastName
			case "begincodespacerange":
				p.entries(false, p.codeSpace)
			case "beginbfchar":
				p.entries(false, p.bfChar)
			case "beginbfrange":
				p.entries(true, p.bfRange)
			case "begincidchar":
				p.entries(false, p.cidChar)
			case "begincidrange":
				p.entries(true, p.cidRange)
			}
		}
	}
}

type parser struct {
	r    *token.Reader
	c    *CMap
	over bool // the section has ended
}

// code returns a string token as a code and its length.
func code(t token.Token) (v uint32, length int) {
	for _, b := range t.Text[:min(len(t.Text), 4)] {
		v = v<<8 | uint32(b)
	}
	return v, len(t.Text)
}

// next returns the next token of a section; ok is false from its end on.
func (p *parser) next() (t token.Token, ok bool) {
	if p.over {
		return t, false
	}
	t = p.r.Next()
	p.c.entries++
	p.over = p.c.entries > maxEntries || t.Kind == token.End || t.Kind == token.Word
	return t, !p.over
}

// entry is one line of a section: a code, or the first and last code of a range,
// with the token that gives its target.
type entry struct {
	lo, hi uint32
	length int
	target token.Token
}

// entry reads one of a range or of a single code; ok is false at the end of the
// section.
func (p *parser) entry(ranged bool) (e entry, ok bool) {
	t, ok := p.next()
	if !ok {
		return e, false
	}
	e.lo, e.length = code(t)
	e.hi = e.lo
	if ranged {
		if t, ok = p.next(); !ok {
			return e, false
		}
		e.hi, _ = code(t)
	}
	e.target, ok = p.next()
	return e, ok
}

func (p *parser) entries(ranged bool, each func(e entry)) {
	p.over = false
	for e, ok := p.entry(ranged); ok; e, ok = p.entry(ranged) {
		each(e)
	}
}

func (p *parser) codeSpace(e entry) {
	hi, _ := code(e.target)
	if e.length >= 1 && e.length <= 4 && len(p.c.spaces) < 1000 {
		p.c.spaces = append(p.c.spaces, codeSpace{e.length, e.lo, hi})
	}
}

func (p *parser) bfChar(e entry) {
	if e.target.Kind == token.String {
		p.c.chars[key(e.lo, e.length)] = decode(units(e.target.Text))
	}
}

func (p *parser) bfRange(e entry) {
	switch e.target.Kind {
	case token.String:
		if e.hi >= e.lo {
			p.c.ranges = append(p.c.ranges, bfRange{key(e.lo, e.length), key(e.hi, e.length), units(e.target.Text)})
		}
	case token.ArrayStart:
		for at := e.lo; ; at++ {
			t, ok := p.next()
			if !ok || t.Kind == token.ArrayEnd {
				return
			}
			if at <= e.hi {
				p.c.chars[key(at, e.length)] = decode(units(t.Text))
			}
		}
	}
}

func (p *parser) cidChar(e entry) {
	p.c.cids[key(e.lo, e.length)] = uint32(max(e.target.Num, 0))
}

func (p *parser) cidRange(e entry) {
	if e.hi >= e.lo {
		p.c.spans = append(p.c.spans, cidRange{key(e.lo, e.length), key(e.hi, e.length), uint32(max(e.target.Num, 0))})
	}
}

// units reads big-endian UTF-16.
func units(b []byte) []uint16 {
	b = b[:min(len(b), maxTarget)]
	if len(b) == 1 {
		return []uint16{uint16(b[0])}
	}
	u := make([]uint16, 0, len(b)/2)
	for i := 0; i+1 < len(b); i += 2 {
		u = append(u, uint16(b[i])<<8|uint16(b[i+1]))
	}
	return u
}

func (c *CMap) finish() {
	sort.SliceStable(c.ranges, func(i, j int) bool { return c.ranges[i].lo < c.ranges[j].lo })
	sort.SliceStable(c.spans, func(i, j int) bool { return c.spans[i].lo < c.spans[j].lo })
}
