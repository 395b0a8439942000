// Package cmap reads CMaps: the mapping of the codes of composite fonts to CIDs
// and of the codes of any font to Unicode (Adobe Technical Notes 5014 and 5411).
package cmap

import (
	"sort"
	"unicode/utf16"
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

// key makes codes of different lengths different. Codes of four bytes lose
// their upper two bits, which no CMap in use needs.
func key(code uint32, length int) uint32 {
	return code&0x3fffffff | uint32((length-1)&3)<<30
}

func decode(u []uint16) string { return string(utf16.Decode(u)) }
