package font

import (
	_ "embed"
	"strings"
	"sync"
)

// cff holds the glyph names and the encoding of a Compact Font Format program (Adobe
// Technical Note 5176).
type cff struct {
	names []string    // of each glyph, nil for a CID-keyed program
	codes map[int]int // glyph by code of the built-in encoding
	std   bool        // the encoding is StandardEncoding
}

// texts returns the text of each glyph; for a CID-keyed program that is unknown.
func (c *cff) texts() []string {
	if c == nil || c.names == nil {
		return nil
	}
	texts := make([]string, len(c.names))
	for i, name := range c.names {
		texts[i] = nameText(name)
	}
	return texts
}

// encoding returns the text and the name of each code, nil for what is unknown.
func (c *cff) encoding() (text, names *table) {
	if c == nil || c.names == nil {
		return nil, nil
	}
	if c.std {
		return standardEncoding(), nil
	}
	text, names = &table{}, &table{}
	for code, gid := range c.codes {
		if gid < len(c.names) {
			names[code] = c.names[gid]
			text[code] = nameText(names[code])
		}
	}
	return text, names
}

const maxGlyphs = 65535

// parseCFF reads the charset and encoding of the first font of a program, nil
// for a damaged one.
func parseCFF(data []byte) *cff {
	if len(data) < 4 {
		return nil
	}
	s := sfnt(data)
	_, at := cffIndex(s, int(data[2]))
	top, at := cffIndex(s, at)
	if len(top) == 0 {
		return nil
	}
	strings, _ := cffIndex(s, at)
	dict := cffDict(top[0])
	c := &cff{}
	glyphs, _ := cffIndex(s, dict[17])
	if len(glyphs) == 0 {
		return nil
	}
	sids := cffCharset(s, dict[15], len(glyphs))
	if _, keyed := dict[1230]; keyed {
		return c
	}
	c.names = make([]string, len(sids))
	for i, sid := range sids {
		c.names[i] = cffString(sid, strings)
	}
	switch at := dict[16]; at {
	case 0:
		c.std = true
	case 1:
	default:
		c.codes = cffEncoding(s, at)
	}
	return c
}

// cffIndex reads an INDEX and returns its objects and the offset after it.
func cffIndex(s sfnt, at int) (objects [][]byte, next int) {
	n := s.u16(at)
	if n == 0 || at <= 0 || at+3 > len(s) {
		return nil, at + 2
	}
	size := int(s[at+2])
	if size < 1 || size > 4 {
		return nil, len(s)
	}
	offset := func(i int) int {
		v := 0
		for k := range size {
			p := at + 3 + i*size + k
			if p >= len(s) {
				return -1
			}
			v = v<<8 | int(s[p])
		}
		return v
	}
	base := at + 2 + (n+1)*size
	for i := range n {
		from, to := base+offset(i), base+offset(i+1)
		if from < base || to < from || to > len(s) {
			return objects, len(s)
		}
		objects = append(objects, s[from:to])
	}
	return objects, base + offset(n)
}

// cffDict reads the last operand of each operator; two-byte operators are 1200
// and up.
func cffDict(b []byte) map[int]int {
	dict := map[int]int{15: 0, 16: 0}
	operand := 0
	for i := 0; i < len(b); i++ {
		c := int(b[i])
		switch {
		case c == 12 && i+1 < len(b):
			i++
			dict[1200+int(b[i])] = operand
		case c <= 21:
			dict[c] = operand
		case c == 28 && i+2 < len(b):
			operand = int(int16(uint16(b[i+1])<<8 | uint16(b[i+2])))
			i += 2
		case c == 29 && i+4 < len(b):
			operand = int(int32(uint32(b[i+1])<<24 | uint32(b[i+2])<<16 | uint32(b[i+3])<<8 | uint32(b[i+4])))
			i += 4
		case c == 30: // a real number: not needed
			for i++; i < len(b) && b[i]&0x0f != 0x0f; i++ {
			}
		case c >= 32 && c <= 246:
			operand = c - 139
		case c >= 247 && c <= 250 && i+1 < len(b):
			operand = (c-247)*256 + int(b[i+1]) + 108
			i++
		case c >= 251 && c <= 254 && i+1 < len(b):
			operand = -(c-251)*256 - int(b[i+1]) - 108
			i++
		}
	}
	return dict
}

func cffCharset(s sfnt, at, n int) []int {
	n = min(n, maxGlyphs)
	sids := make([]int, 1, n)
	if at <= 2 { // predefined: ISOAdobe is in the order of the identifiers
		for i := 1; i < n; i++ {
			sids = append(sids, i)
		}
		return sids
	}
	if at >= len(s) {
		return sids
	}
	format := s[at]
	at++
	for len(sids) < n && at < len(s) {
		sid := s.u16(at)
		at += 2
		left := 0
		switch format {
		case 1:
			if at < len(s) {
				left = int(s[at])
			}
			at++
		case 2:
			left = s.u16(at)
			at += 2
		}
		for i := 0; i <= left && len(sids) < n; i++ {
			sids = append(sids, sid+i)
		}
	}
	return sids
}

func cffEncoding(s sfnt, at int) map[int]int {
	codes := map[int]int{}
	if at <= 0 || at+1 >= len(s) {
		return codes
	}
	format, n := s[at]&0x7f, int(s[at+1])
	at += 2
	gid := 1
	for range n {
		if at >= len(s) {
			break
		}
		first, left := int(s[at]), 0
		at++
		if format == 1 {
			if at < len(s) {
				left = int(s[at])
			}
			at++
		}
		for i := 0; i <= left && first+i < 256; i++ {
			codes[first+i] = gid
			gid++
		}
	}
	return codes
}

func cffString(sid int, own [][]byte) string {
	standard := standardStrings()
	if sid < len(standard) {
		return standard[sid]
	}
	if i := sid - 391; i >= 0 && i < len(own) {
		return string(own[i])
	}
	return ""
}

// cffStrings are the first standard strings of CFF (appendix A): the glyphs
// of ISOAdobe. Those after it name small capitals, fractions and weights.
//
//go:embed cffstrings.txt
var cffStrings string

var standardStrings = sync.OnceValue(func() []string { return strings.Fields(cffStrings) })
