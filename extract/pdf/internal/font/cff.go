package font

import (
	_ "embed"
	"strings"
	"sync"
)

const maxGlyphs = 65535

// The operators of a top DICT (Adobe Technical Note 5176, table 9).
const (
	cffCharset     = 15
	cffEncoding    = 16
	cffCharStrings = 17
	cffROS         = 12<<8 | 30 // of a CID-keyed program, whose glyphs have no names
)

// cffProgram reads the glyph names and the encoding of the first font of a Compact Font Format
// program.
func cffProgram(data []byte) (p program) {
	s := bigEndian(data)
	_, at := s.index(s.uint(2, 1))
	top, at := s.index(at)
	if len(top) == 0 {
		return p
	}
	own, _ := s.index(at)
	dict := cffDict(top[0])
	glyphs, _ := s.index(dict[cffCharStrings])
	if _, keyed := dict[cffROS]; keyed || len(glyphs) == 0 {
		return p
	}
	n := min(len(glyphs), maxGlyphs) - 1
	ids := []int{0}
	if at := dict[cffCharset]; at > 2 {
		ids = append(ids, s.ranges(at+1, 2, min(s.uint(at, 1), 2), n, n)...)
	} else { // predefined: ISOAdobe is in the order of the identifiers
		for i := range n {
			ids = append(ids, i+1)
		}
	}
	for _, id := range ids {
		p.glyphs = append(p.glyphs, nameText(cffString(id, own)))
	}
	p.encoded = true
	if at = dict[cffEncoding]; at == 0 {
		p.text = encodings()["StandardEncoding"]
	}
	if at < 2 { // of the Expert encoding nothing is known
		return p
	}
	for i, code := range s.ranges(at+2, 1, s.uint(at, 1)&1, s.uint(at+1, 1), 256) {
		if gid := i + 1; gid < len(p.glyphs) && code < 256 {
			p.text[code] = p.glyphs[gid]
		}
	}
	return p
}

// index reads an INDEX and returns its objects and the offset after it.
func (s bigEndian) index(at int) (objects [][]byte, next int) {
	n, size := s.uint(at, 2), s.uint(at+2, 1)
	if n == 0 || at <= 0 {
		return nil, at + 2
	}
	if size < 1 || size > 4 {
		return nil, len(s)
	}
	base := at + 2 + (n+1)*size // of the offsets, which count from 1
	for i := range n {
		from, to := base+s.uint(at+3+i*size, size), base+s.uint(at+3+(i+1)*size, size)
		if to < from || to > len(s) {
			return objects, len(s)
		}
		objects = append(objects, s[from:to])
		next = to
	}
	return objects, next
}

// cffDict reads the last operand of each operator.
func cffDict(b bigEndian) map[int]int {
	dict := map[int]int{}
	operand := 0
	for i := 0; i < len(b); i++ {
		switch c := int(b[i]); {
		case c == 12:
			i++
			dict[12<<8|b.uint(i, 1)] = operand
		case c <= 21:
			dict[c] = operand
		case c == 28:
			operand = int(int16(b.uint(i+1, 2)))
			i += 2
		case c == 29:
			operand = int(int32(b.uint(i+1, 4)))
			i += 4
		case c == 30: // a real number: not needed
			for i++; i < len(b) && b[i]&0x0f != 0x0f; i++ {
			}
		case c >= 32 && c <= 246:
			operand = c - 139
		case c >= 247 && c <= 250:
			operand = (c-247)*256 + b.uint(i+1, 1) + 108
			i++
		case c >= 251 && c <= 254:
			operand = -(c-251)*256 - b.uint(i+1, 1) - 108
			i++
		}
	}
	return dict
}

// ranges reads n ranges of numbers, up to limit numbers in all. A range is its first number in
// size bytes, and in left bytes how many more follow it.
func (s bigEndian) ranges(at, size, left, n, limit int) (list []int) {
	for ; n > 0 && at < len(s) && len(list) < limit; n-- {
		first, more := s.uint(at, size), s.uint(at+size, left)
		for i := 0; i <= more && len(list) < limit; i++ {
			list = append(list, first+i)
		}
		at += size + left
	}
	return list
}

func cffString(id int, own [][]byte) string {
	standard := standardStrings()
	if id < len(standard) {
		return standard[id]
	}
	if i := id - 391; i >= 0 && i < len(own) {
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
