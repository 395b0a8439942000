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
	maxEntries = 200_000 // tokens of sections
	maxTarget  = 64      // bytes of UTF-16 of one code
	maxSpaces  = 1000
)

// CMap maps codes. The zero value maps none. It is safe for concurrent use once
// parsed.
type CMap struct {
	// Vertical reports writing mode 1.
	Vertical bool
	// Use is the name of the CMap that this one builds on, "" without one.
	Use string

	spaces []codeSpace
	texts  table[[]uint16]
	cids   table[uint32]
}

type codeSpace struct {
	length int
	lo, hi uint32
}

// table maps codes one by one and in ranges, which it has in the order of their lower ends.
type table[T any] struct {
	codes  map[uint32]T
	ranges []span[T]
}

// span is a range of codes. The target of the first one counts up.
type span[T any] struct {
	lo, hi uint32
	target T
}

func (t *table[T]) add(ranged bool, lo, hi uint32, target T) {
	switch {
	case !ranged:
		t.codes[lo] = target
	case lo <= hi:
		t.ranges = append(t.ranges, span[T]{lo, hi, target})
	}
}

func (t *table[T]) sort() {
	sort.SliceStable(t.ranges, func(i, j int) bool { return t.ranges[i].lo < t.ranges[j].lo })
}

// find returns the target of the range that k is in, or of k itself, and how far k is into the
// range. A code of its own goes before ranges, and of ranges that begin alike the last one.
func (t *table[T]) find(k uint32) (target T, offset uint32, ok bool) {
	if target, ok = t.codes[k]; ok {
		return target, 0, true
	}
	i := sort.Search(len(t.ranges), func(i int) bool { return t.ranges[i].lo > k }) - 1
	for ; i >= 0; i-- {
		if r := &t.ranges[i]; k <= r.hi {
			return r.target, k - r.lo, true
		}
		if i > 0 && t.ranges[i-1].lo != t.ranges[i].lo {
			break
		}
	}
	return target, 0, false
}

// Parse reads a CMap. What is damaged is passed over.
func Parse(data []byte) *CMap {
	c := &CMap{texts: table[[]uint16]{codes: map[uint32][]uint16{}}, cids: table[uint32]{codes: map[uint32]uint32{}}}
	p := parser{r: token.NewReader(data), c: c}
	var name string
	for t := p.r.Next(); t.Kind != token.End; t = p.r.Next() {
		switch t.Kind {
		case token.Name:
			if name = string(t.Text); name == "WMode" {
				if n := p.r.Next(); n.Kind == token.Number {
					c.Vertical = n.Num == 1
				}
			}
		case token.Word:
			switch word := string(t.Text); word {
			case "usecmap":
				c.Use = name
			case "begincodespacerange", "beginbfchar", "begincidchar":
				p.section(word, false)
			case "beginbfrange", "begincidrange":
				p.section(word, true)
			}
		}
	}
	c.texts.sort()
	c.cids.sort()
	return c
}

type parser struct {
	r       *token.Reader
	c       *CMap
	entries int
	over    bool // the section has ended
}

// next returns the next token of a section, one of kind End from its end on.
func (p *parser) next() (t token.Token) {
	if !p.over {
		t = p.r.Next()
		p.entries++
		p.over = p.entries > maxEntries || t.Kind == token.End || t.Kind == token.Word
	}
	if p.over {
		return token.Token{}
	}
	return t
}

// section reads the entries of a section: a code, or the first and last code of a range, and
// what it maps to.
func (p *parser) section(word string, ranged bool) {
	for p.over = false; ; {
		first := p.next().Text
		lo, length := number(first), len(first)
		hi := lo
		if ranged {
			hi = number(p.next().Text)
		}
		t := p.next()
		if p.over {
			return
		}
		from, to := key(lo, length), key(hi, length)
		switch word {
		case "begincodespacerange":
			if length >= 1 && length <= 4 && len(p.c.spaces) < maxSpaces {
				p.c.spaces = append(p.c.spaces, codeSpace{length, lo, number(t.Text)})
			}
		case "begincidchar", "begincidrange":
			p.c.cids.add(ranged, from, to, uint32(max(t.Num, 0)))
		default:
			if t.Kind == token.String {
				p.c.texts.add(ranged, from, to, units(t.Text))
			} else if ranged && t.Kind == token.ArrayStart {
				p.array(lo, hi, length)
			}
		}
	}
}

// array reads the texts of the codes of a range, one by one.
func (p *parser) array(lo, hi uint32, length int) {
	for at, t := lo, p.next(); !p.over && t.Kind != token.ArrayEnd; at, t = at+1, p.next() {
		if at <= hi {
			p.c.texts.add(false, key(at, length), 0, units(t.Text))
		}
	}
}

// number returns a string as a number, of at most its first four bytes.
func number(b []byte) (v uint32) {
	for _, c := range b[:min(len(b), 4)] {
		v = v<<8 | uint32(c)
	}
	return v
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

// HasCodeSpace reports whether the CMap says how long codes are.
func (c *CMap) HasCodeSpace() bool { return len(c.spaces) > 0 }

// Next returns the code at the head of s and its length, at least 1.
func (c *CMap) Next(s []byte) (v uint32, length int) {
	shortest := 4
	for n := 1; n <= 4 && n <= len(s); n++ {
		v = v<<8 | uint32(s[n-1])
		for _, space := range c.spaces {
			shortest = min(shortest, space.length)
			holds := space.length == n // byte by byte, as code spaces are rectangles and not intervals
			for shift := 0; holds && shift < 8*n; shift += 8 {
				b := v >> shift & 0xff
				holds = b >= space.lo>>shift&0xff && b <= space.hi>>shift&0xff
			}
			if holds {
				return v, n
			}
		}
	}
	shortest = min(shortest, len(s))
	return number(s[:shortest]), shortest
}

// Text returns the Unicode text of a code; ok is false for one not mapped.
func (c *CMap) Text(v uint32, length int) (text string, ok bool) {
	if u, offset, ok := c.texts.find(key(v, length)); ok {
		runes := utf16.Decode(u)
		if n := len(runes); n > 0 && runes[n-1] > 0xffff { // the last character counts up
			runes[n-1] += rune(offset)
		} else if n > 0 {
			runes[n-1] = rune(uint16(runes[n-1]) + uint16(offset))
		}
		return string(runes), true
	}
	if cid, ok := c.CID(v, length); ok && cid > 0 && cid <= 0x10ffff {
		return string(rune(cid)), true // some writers confuse the two kinds of ranges
	}
	return "", false
}

// CID returns the CID of a code; ok is false for one not mapped.
func (c *CMap) CID(v uint32, length int) (cid uint32, ok bool) {
	first, offset, ok := c.cids.find(key(v, length))
	return first + offset, ok
}

// Maps reports whether the CMap maps any code to Unicode.
func (c *CMap) Maps() bool {
	return len(c.texts.codes)+len(c.texts.ranges)+len(c.cids.codes)+len(c.cids.ranges) > 0
}

// key makes codes of different lengths different. Codes of four bytes lose
// their upper two bits, which no CMap in use needs.
func key(code uint32, length int) uint32 {
	return code&0x3fffffff | uint32((length-1)&3)<<30
}
