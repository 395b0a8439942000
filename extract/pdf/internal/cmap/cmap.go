// Package cmap reads CMaps: the mapping of the codes of composite fonts to CIDs
// and of the codes of any font to Unicode (Adobe Technical Notes 5014 and 5411).
package cmap

import (
	"sort"
	"unicode/utf16"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// Limits of a CMap.
const (
	maxEntries = 200_000
	maxTarget  = 64 // bytes of UTF-16 of one code
)

// CMap maps codes. The zero value maps none. It is safe for concurrent use once
// parsed.
type CMap struct {
	// Vertical reports writing mode 1.
	Vertical bool
	// Use is the name of the CMap that this one builds on, "" without one.
	Use string

	spaces  []codeSpace
	chars   map[uint32]string
	ranges  []bfRange
	cids    map[uint32]uint32
	spans   []cidRange
	entries int
}

type codeSpace struct {
	length int
	lo, hi uint32
}

type bfRange struct {
	lo, hi uint32
	units  []uint16
}

type cidRange struct{ lo, hi, cid uint32 }

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

// entry is one line of a section: a code, or the first and the last of a range,
// and what stands for it.
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

// entries calls each for the entries of a section.
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

// key makes codes of different lengths different. Codes of four bytes lose
// their upper two bits, which no CMap in use needs.
func key(code uint32, length int) uint32 {
	return code&0x3fffffff | uint32((length-1)&3)<<30
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

func decode(u []uint16) string { return string(utf16.Decode(u)) }

func (c *CMap) finish() {
	sort.SliceStable(c.ranges, func(i, j int) bool { return c.ranges[i].lo < c.ranges[j].lo })
	sort.SliceStable(c.spans, func(i, j int) bool { return c.spans[i].lo < c.spans[j].lo })
}

// HasCodeSpace reports whether the CMap says how long codes are.
func (c *CMap) HasCodeSpace() bool { return len(c.spaces) > 0 }

// Next returns the code at the head of s and its length, at least 1.
func (c *CMap) Next(s []byte) (v uint32, length int) {
	shortest := 4
	for n := 1; n <= 4 && n <= len(s); n++ {
		v = v<<8 | uint32(s[n-1])
		for _, space := range c.spaces {
			shortest = min(shortest, space.length)
			if space.length == n && space.holds(v) {
				return v, n
			}
		}
	}
	if len(c.spaces) == 0 {
		shortest = 2
	}
	shortest = min(shortest, len(s))
	v = 0
	for _, b := range s[:shortest] {
		v = v<<8 | uint32(b)
	}
	return v, shortest
}

// holds compares byte by byte, as code spaces are rectangles and not intervals.
func (s codeSpace) holds(v uint32) bool {
	for i := range s.length {
		shift := 8 * i
		if b := v >> shift & 0xff; b < s.lo>>shift&0xff || b > s.hi>>shift&0xff {
			return false
		}
	}
	return true
}

// Text returns the Unicode text of a code; ok is false for one not mapped.
func (c *CMap) Text(v uint32, length int) (text string, ok bool) {
	k := key(v, length)
	if text, ok = c.chars[k]; ok {
		return text, true
	}
	i := sort.Search(len(c.ranges), func(i int) bool { return c.ranges[i].lo > k })
	for i--; i >= 0; i-- {
		if r := c.ranges[i]; k <= r.hi {
			return r.at(k - r.lo), true
		}
		if i == 0 || c.ranges[i].lo != c.ranges[i-1].lo {
			break
		}
	}
	if cid, ok := c.CID(v, length); ok && cid > 0 && cid <= 0x10ffff {
		return string(rune(cid)), true // some writers confuse the two kinds of ranges
	}
	return "", false
}

// at returns the target of a code: the last unit counts up.
func (r bfRange) at(offset uint32) string {
	if len(r.units) == 0 {
		return ""
	}
	u := append([]uint16(nil), r.units...)
	last := len(u) - 1
	if last > 0 && utf16.IsSurrogate(rune(u[last])) {
		full := utf16.DecodeRune(rune(u[last-1]), rune(u[last])) + rune(offset)
		high, low := utf16.EncodeRune(full)
		u[last-1], u[last] = uint16(high), uint16(low)
		return decode(u)
	}
	u[last] += uint16(offset)
	return decode(u)
}

// CID returns the CID of a code; ok is false for one not mapped.
func (c *CMap) CID(v uint32, length int) (cid uint32, ok bool) {
	k := key(v, length)
	if cid, ok = c.cids[k]; ok {
		return cid, true
	}
	i := sort.Search(len(c.spans), func(i int) bool { return c.spans[i].lo > k }) - 1
	if i >= 0 && k <= c.spans[i].hi {
		return c.spans[i].cid + k - c.spans[i].lo, true
	}
	return 0, false
}

// Maps reports whether the CMap maps any code to Unicode.
func (c *CMap) Maps() bool {
	return len(c.chars) > 0 || len(c.ranges) > 0 || len(c.cids) > 0 || len(c.spans) > 0
}
