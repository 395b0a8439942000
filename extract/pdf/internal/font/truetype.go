package font

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// The functions of this file read what maps glyphs to text in TrueType and
// OpenType programs (ISO/IEC 14496-22): the tables cmap and post. Offsets that
// lie outside of the data read as zero.

type sfnt []byte

func (s sfnt) u16(at int) int {
	if at < 0 || at+2 > len(s) {
		return 0
	}
	return int(binary.BigEndian.Uint16(s[at:]))
}

func (s sfnt) u32(at int) int {
	if at < 0 || at+4 > len(s) {
		return 0
	}
	return int(binary.BigEndian.Uint32(s[at:]))
}

// sfntTable returns a table of a font program, nil without it.
func sfntTable(data []byte, tag string) []byte {
	s := sfnt(data)
	if s.u32(0) == 0x74746366 { // a collection: its first font
		at := s.u32(12)
		if at <= 0 || at >= len(data) {
			return nil
		}
		return tableAt(data, at, tag)
	}
	return tableAt(data, 0, tag)
}

func tableAt(data []byte, at int, tag string) []byte {
	s := sfnt(data)
	for i := range min(s.u16(at+4), 100) {
		record := at + 12 + 16*i
		if record+16 > len(data) {
			break
		}
		if string(data[record:record+4]) == tag {
			start, length := s.u32(record+8), s.u32(record+12)
			if start < 0 || start >= len(data) {
				return nil
			}
			return data[start:min(start+length, len(data))]
		}
	}
	return nil
}

const (
	maxSubtables = 20
	maxMappings  = 70_000
)

// eachMapping yields the codes and glyphs of the subtable of cmap at offset at,
// in formats 0, 4, 6 and 12.
func eachMapping(s sfnt, at int, yield func(code, gid int)) {
	switch s.u16(at) {
	case 0:
		for code := range 256 {
			if at+6+code < len(s) {
				yield(code, int(s[at+6+code]))
			}
		}
	case 4:
		eachSegment(s, at, yield)
	case 6:
		first := s.u16(at + 6)
		for i := range s.u16(at + 8) {
			yield(first+i, s.u16(at+10+2*i))
		}
	case 12:
		left := maxMappings
		for i := range min(s.u32(at+12), maxMappings) {
			group := at + 16 + 12*i
			first, last, gid := s.u32(group), s.u32(group+4), s.u32(group+8)
			for code := first; code <= last && left > 0; code++ {
				yield(code, gid+code-first)
				left--
			}
			if left == 0 || group > len(s) {
				return
			}
		}
	}
}

func eachSegment(s sfnt, at int, yield func(code, gid int)) {
	n := s.u16(at+6) / 2
	left := maxMappings
	for i := range n {
		end, start := s.u16(at+14+2*i), s.u16(at+16+2*n+2*i)
		delta, offsetAt := s.u16(at+16+4*n+2*i), at+16+6*n+2*i
		offset := s.u16(offsetAt)
		for code := start; code <= end && code != 0xffff && left > 0; code++ {
			left--
			gid := (code + delta) & 0xffff
			if offset != 0 {
				if gid = s.u16(offsetAt + offset + 2*(code-start)); gid != 0 {
					gid = (gid + delta) & 0xffff
				}
			}
			yield(code, gid)
		}
	}
}

// subtables calls yield with platform, encoding and offset of each subtable.
func subtables(s sfnt, yield func(platform, encoding, at int)) {
	for i := range min(s.u16(2), maxSubtables) {
		record := 4 + 8*i
		yield(s.u16(record), s.u16(record+2), s.u32(record+4))
	}
}

// trueTypeText returns the text of each glyph by the Unicode cmap, else by the
// names of post.
func trueTypeText(data []byte) []string {
	cmap := sfnt(sfntTable(data, "cmap"))
	var texts []string
	set := func(gid int, text string) {
		if gid <= 0 || gid > 0xffff || text == "" {
			return
		}
		for len(texts) <= gid {
			texts = append(texts, "")
		}
		if texts[gid] == "" {
			texts[gid] = text
		}
	}
	subtables(cmap, func(platform, encoding, at int) {
		if platform == 0 || platform == 3 && (encoding == 1 || encoding == 10) {
			eachMapping(cmap, at, func(code, gid int) {
				if utf8.ValidRune(rune(code)) && code >= ' ' && (code < 0xe000 || code > 0xf8ff) {
					set(gid, string(rune(code)))
				}
			})
		}
	})
	for gid, name := range postNames(data) {
		set(gid, nameText(name))
	}
	return texts
}

// trueTypeEncoding returns the text of the codes of a symbolic simple font: by
// the glyphs that the symbol or Macintosh cmap gives them.
func trueTypeEncoding(data []byte) *table {
	cmap := sfnt(sfntTable(data, "cmap"))
	if cmap == nil {
		return nil
	}
	texts := trueTypeText(data)
	var t table
	found := false
	subtables(cmap, func(platform, encoding, at int) {
		symbol := platform == 3 && encoding == 0
		if !symbol && !(platform == 1 && encoding == 0) {
			return
		}
		eachMapping(cmap, at, func(code, gid int) {
			if symbol {
				code &= 0xff
			}
			if code < 0 || code > 255 || gid == 0 || t[code] != "" {
				return
			}
			if gid < len(texts) && texts[gid] != "" {
				t[code] = texts[gid]
			} else if platform == 1 && code >= ' ' {
				t[code] = string(charmap.Macintosh.DecodeByte(byte(code)))
			}
			found = found || t[code] != ""
		})
	})
	if !found {
		return nil
	}
	return &t
}

func postNames(data []byte) map[int]string {
	post := sfnt(sfntTable(data, "post"))
	if post.u32(0) != 0x00020000 {
		return nil
	}
	n := post.u16(32)
	var own []string
	for at := 34 + 2*n; at < len(post) && len(own) < 0xffff; {
		length := int(post[at])
		if at+1+length > len(post) {
			break
		}
		own = append(own, string(post[at+1:at+1+length]))
		at += 1 + length
	}
	names := map[int]string{}
	for gid := range n {
		if i := post.u16(34+2*gid) - 258; i >= 0 && i < len(own) {
			names[gid] = own[i]
		} else if i+258 >= 3 && i+258 <= 97 { // the printable ASCII of the standard order
			names[gid] = fmt.Sprintf("uni%04X", i+258-3+' ')
		}
	}
	return names
}
