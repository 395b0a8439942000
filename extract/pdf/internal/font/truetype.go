package font

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"unicode/utf8"
)

// The functions of this file read what maps glyphs to text in TrueType and
// OpenType programs (ISO/IEC 14496-22): the tables cmap and post.

// bigEndian are bytes of which numbers are read. Those outside of it are zero.
type bigEndian []byte

// uint returns the number of size bytes at an offset.
func (s bigEndian) uint(at, size int) (n int) {
	if at < 0 || at > len(s)-size {
		return 0
	}
	switch size { // most numbers, in tables of tens of thousands
	case 2:
		return int(binary.BigEndian.Uint16(s[at:]))
	case 4:
		return int(binary.BigEndian.Uint32(s[at:]))
	}
	for _, c := range s[at : at+size] {
		n = n<<8 | int(c)
	}
	return n
}

// table returns a table of a font program, of the first font of a collection; nil without it.
func (s bigEndian) table(tag string) bigEndian {
	at := 0
	if s.uint(0, 4) == 0x74746366 { // "ttcf"
		at = s.uint(12, 4)
	}
	for i := range min(s.uint(at+4, 2), 100) {
		record := at + 12 + 16*i
		if record > len(s)-16 {
			break
		}
		if string(s[record:record+4]) == tag {
			start, length := s.uint(record+8, 4), s.uint(record+12, 4)
			if start < 0 || length < 0 || start >= len(s) {
				return nil
			}
			return s[start:min(start+length, len(s))]
		}
	}
	return nil
}

const (
	maxSubtables = 20
	maxMappings  = 70_000 // of a subtable
)

// eachMapping yields the codes and glyphs of the subtables of a cmap that are wanted, by platform
// and encoding, in formats 0, 4 and 6.
func eachMapping(s bigEndian, wanted func(platform, encoding int) bool, yield func(platform, code, gid int)) {
	for i := range min(s.uint(2, 2), maxSubtables) {
		platform, at := s.uint(4+8*i, 2), s.uint(8+8*i, 4)
		if !wanted(platform, s.uint(6+8*i, 2)) {
			continue
		}
		switch s.uint(at, 2) {
		case 0:
			for code := range min(256, max(0, len(s)-at-6)) {
				yield(platform, code, s.uint(at+6+code, 1))
			}
		case 4:
			eachSegment(s, at, func(code, gid int) { yield(platform, code, gid) })
		case 6:
			first := s.uint(at+6, 2)
			for i := range s.uint(at+8, 2) {
				yield(platform, first+i, s.uint(at+10+2*i, 2))
			}
		}
	}
}

// eachSegment yields the mappings of a subtable in format 4.
func eachSegment(s bigEndian, at int, yield func(code, gid int)) {
	n := s.uint(at+6, 2) / 2
	left := maxMappings
	for i := range n {
		end, start := s.uint(at+14+2*i, 2), s.uint(at+16+2*n+2*i, 2)
		delta, offsetAt := s.uint(at+16+4*n+2*i, 2), at+16+6*n+2*i
		offset := s.uint(offsetAt, 2)
		for code := start; code <= end && code != 0xffff && left > 0; code++ {
			left--
			gid := (code + delta) & 0xffff
			if offset != 0 {
				if gid = s.uint(offsetAt+offset+2*(code-start), 2); gid != 0 {
					gid = (gid + delta) & 0xffff
				}
			}
			yield(code, gid)
		}
	}
}

// trueTypeGlyphs returns the text of each glyph by the Unicode cmap, else by the
// names of post.
func trueTypeGlyphs(data bigEndian) (glyphs []string) {
	set := func(gid int, text string) {
		if gid <= 0 || gid > maxGlyphs || text == "" {
			return
		}
		glyphs = append(glyphs, make([]string, max(0, gid+1-len(glyphs)))...)
		glyphs[gid] = cmp.Or(glyphs[gid], text)
	}
	isUnicode := func(platform, encoding int) bool {
		return platform == 0 || platform == 3 && (encoding == 1 || encoding == 10)
	}
	eachMapping(data.table("cmap"), isUnicode, func(_, code, gid int) {
		if utf8.ValidRune(rune(code)) && code >= ' ' && (code < 0xe000 || code > 0xf8ff) {
			set(gid, string(rune(code)))
		}
	})
	post := data.table("post")
	if post.uint(0, 4) != 0x00020000 {
		return glyphs
	}
	n := post.uint(32, 2)
	var own []string
	for at := 34 + 2*n; at < len(post) && len(own) < maxGlyphs; {
		end := at + 1 + int(post[at])
		if end > len(post) {
			break
		}
		own = append(own, string(post[at+1:end]))
		at = end
	}
	for gid := range n {
		if i := post.uint(34+2*gid, 2); i >= 258 && i-258 < len(own) {
			set(gid, nameText(own[i-258]))
		} else if i >= 3 && i <= 97 { // the printable ASCII of the standard order
			set(gid, nameText(fmt.Sprintf("uni%04X", i-3+' ')))
		}
	}
	return glyphs
}

// readTrueType reads the text of the codes of a symbolic simple font by
// the glyphs that the symbol or Macintosh cmap gives them.
func (p *program) readTrueType(data bigEndian) {
	const macintosh, windows = 1, 3
	mac := encodings()["MacRomanEncoding"]
	isByte := func(platform, encoding int) bool {
		return (platform == macintosh || platform == windows) && encoding == 0
	}
	eachMapping(data.table("cmap"), isByte, func(platform, code, gid int) {
		if platform == windows {
			code &= 0xff
		}
		if code < 0 || code > 255 || gid == 0 || p.text[code] != "" {
			return
		}
		if gid < len(p.glyphs) && p.glyphs[gid] != "" {
			p.text[code] = p.glyphs[gid]
		} else if platform == macintosh {
			p.text[code] = mac[code]
		}
		p.encoded = p.encoded || p.text[code] != ""
	})
}
