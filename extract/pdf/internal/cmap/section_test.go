package cmap_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/cmap"
)

// text is what a CMap makes of a code, "" for one not mapped.
func text(c *cmap.CMap, code uint32, length int) string {
	s, _ := c.Text(code, length)
	return s
}

// TestSections goes by Adobe Technical Notes 5014 and 5411.
func TestSections(t *testing.T) {
	for _, c := range []struct {
		name, in string
		code     uint32
		length   int
		want     string
	}{
		{"character", "beginbfchar <41> <0042> endbfchar", 0x41, 1, "B"},
		{"character of two bytes", "beginbfchar <0041> <0042> endbfchar", 0x41, 2, "B"},
		{"the same code of another length", "beginbfchar <0041> <0042> endbfchar", 0x41, 1, ""},
		{"ligature", "beginbfchar <01> <006600660069> endbfchar", 1, 1, "ffi"},
		{"surrogate pair", "beginbfchar <01> <D840DC3E> endbfchar", 1, 1, "𠀾"},
		{"one byte is a code point", "beginbfchar <01> <41> endbfchar", 1, 1, "A"},
		{"nothing", "beginbfchar <01> <> endbfchar", 1, 1, ""},
		{"later one wins", "beginbfchar <01> <0041> <01> <0042> endbfchar", 1, 1, "B"},
		{"first of a range", "beginbfrange <0000> <005E> <0020> endbfrange", 0, 2, " "},
		{"last of a range", "beginbfrange <0000> <005E> <0020> endbfrange", 0x5e, 2, "~"},
		{"behind a range", "beginbfrange <0000> <005E> <0020> endbfrange", 0x5f, 2, ""},
		{"range of ligatures", "beginbfrange <10> <11> <00660061> endbfrange", 0x11, 1, "fb"},
		{"range of an array", "beginbfrange <10> <12> [<0041> <00420042> <0043>] endbfrange", 0x11, 1, "BB"},
		{"array that is too long", "beginbfrange <10> <10> [<0041> <0042>] endbfrange", 0x11, 1, ""},
		{"what follows such an array", "beginbfrange <10> <10> [<0041> <0042>] <20> <21> <0061> endbfrange", 0x21, 1, "b"},
		{"range that ends before it starts", "beginbfrange <20> <10> <0041> endbfrange", 0x20, 1, ""},
		{"range beyond the first plane", "beginbfrange <01> <03> <D83DDE00> endbfrange", 3, 1, "😂"},
		{"character before a range", "beginbfrange <00> <ff> <0000> endbfrange beginbfchar <41> <0042> endbfchar", 0x41, 1, "B"},
		{"ranges in any order", "beginbfrange <20> <2f> <0041> <10> <1f> <0061> endbfrange", 0x10, 1, "a"},
		{"two sections", "1 beginbfchar <01> <0041> endbfchar 1 beginbfchar <02> <0042> endbfchar", 1, 1, "A"},
		{"CIDs in place of Unicode", "begincidrange <00> <ff> 65 endcidrange", 1, 1, "B"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, text(cmap.Parse([]byte(c.in)), c.code, c.length)) })
	}
}

func TestCIDs(t *testing.T) {
	c := cmap.Parse([]byte("2 begincidrange <0020> <007e> 1 <8140> <817e> 633 endcidrange 1 begincidchar <0080> 97 endcidchar"))
	for code, want := range map[uint32]uint32{0x20: 1, 0x7e: 95, 0x8140: 633, 0x817e: 695, 0x80: 97} {
		cid, ok := c.CID(code, 2)
		assert.True(t, ok, "%#x", code)
		assert.Equal(t, want, cid, "%#x", code)
	}
	for _, code := range []uint32{0x1f, 0x7f, 0x81, 0x813f, 0x817f} {
		_, ok := c.CID(code, 2)
		assert.False(t, ok, "%#x", code)
	}
}

// TestCodeSpaces are rectangles: each byte has bounds of its own.
func TestCodeSpaces(t *testing.T) {
	mixed := cmap.Parse([]byte("begincodespacerange <00> <80> <8140> <9FFC> <A0> <DF> <E040> <FBFC> endcodespacerange"))
	for _, c := range []struct {
		in     string
		code   uint32
		length int
	}{
		{"\x41", 0x41, 1},
		{"\x80", 0x80, 1},
		{"\x81\x40", 0x8140, 2},
		{"\x9f\xfc\x41", 0x9ffc, 2},
		{"\xa0\x41", 0xa0, 1},
		{"\xe0\x40", 0xe040, 2},
		{"\x81\x3f", 0x81, 1}, // the second byte is out of bounds
		{"\x81", 0x81, 1},     // and here it is missing
	} {
		code, n := mixed.Next([]byte(c.in))
		assert.Equal(t, c.code, code, "%x", c.in)
		assert.Equal(t, c.length, n, "%x", c.in)
	}
	four := cmap.Parse([]byte("begincodespacerange <00000000> <ffffffff> endcodespacerange"))
	code, n := four.Next([]byte("\x01\x02\x03\x04\x05"))
	assert.Equal(t, uint32(0x01020304), code)
	assert.Equal(t, 4, n)
}

func TestWritingMode(t *testing.T) {
	for in, want := range map[string]bool{"/WMode 1 def": true, "/WMode 0 def": false, "": false, "/WMode /x def": false} {
		assert.Equal(t, want, cmap.Parse([]byte(in)).Vertical, in)
	}
	assert.Equal(t, "Adobe-Japan1-UCS2", cmap.Parse([]byte("/Adobe-Japan1-UCS2 usecmap")).Use)
	assert.False(t, cmap.Parse(nil).Maps())
	assert.False(t, cmap.Parse(nil).HasCodeSpace())
}

// TestTargetLimit cuts the text of one code.
func TestTargetLimit(t *testing.T) {
	long := "beginbfchar <01> <"
	for range 100 {
		long += "0041"
	}
	assert.Len(t, text(cmap.Parse([]byte(long+"> endbfchar")), 1, 1), 32)
}
