package cmap_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/cmap"
)

const unicodeMap = `/CIDInit /ProcSet findresource begin begincmap /WMode 1 def
1 begincodespacerange <00> <7f> endcodespacerange
1 begincodespacerange <8140> <9ffc> endcodespacerange
3 beginbfchar <01> <0041> <02> <00660066> <8141> <d83dde00> endbfchar
3 beginbfrange <10> <12> <0061> <20> <21> [<0078> <0079>] <30> <31> <d83dde00> endbfrange
1 begincidrange <40> <45> 7 endcidrange 1 begincidchar <50> 99 endcidchar
/Base usecmap endcmap`

func TestParse(t *testing.T) {
	c := cmap.Parse([]byte(unicodeMap))
	assert.True(t, c.Vertical)
	assert.True(t, c.HasCodeSpace())
	assert.True(t, c.Maps())
	assert.Equal(t, "Base", c.Use)
	for code, want := range map[uint32]string{0x01: "A", 0x02: "ff", 0x10: "a", 0x12: "c", 0x13: "", 0x21: "y", 0x30: "😀", 0x31: "😁"} {
		text, ok := c.Text(code, 1)
		assert.Equal(t, want, text, "%#x", code)
		assert.Equal(t, want != "", ok, "%#x", code)
	}
	text, _ := c.Text(0x8141, 2)
	assert.Equal(t, "😀", text)
	for code, want := range map[uint32]uint32{0x40: 7, 0x45: 12, 0x50: 99} {
		cid, ok := c.CID(code, 1)
		assert.True(t, ok)
		assert.Equal(t, want, cid)
	}
	_, ok := c.CID(0x46, 1)
	assert.False(t, ok)
}

func TestNext(t *testing.T) {
	c := cmap.Parse([]byte(unicodeMap))
	var got []string
	for s := []byte("\x01\x81\x41\x02\xff\x81"); len(s) > 0; {
		code, n := c.Next(s)
		got = append(got, fmt.Sprintf("%x/%d", code, n))
		s = s[n:]
	}
	assert.Equal(t, "1/1 8141/2 2/1 ff/1 81/1", strings.Join(got, " "))
	code, n := (&cmap.CMap{}).Next([]byte("ab"))
	assert.Equal(t, uint32(0x6162), code)
	assert.Equal(t, 2, n, "without code spaces codes have two bytes")
}

func TestDamaged(t *testing.T) {
	for _, s := range []string{"", "beginbfchar", "1 beginbfrange <00> <ff>", "beginbfrange <00> <ff> [ <0041>", "begincodespacerange <", "beginbfchar <01> 5 endbfchar"} {
		c := cmap.Parse([]byte(s))
		_, ok := c.Text(1, 1)
		assert.False(t, ok, s)
	}
	huge := cmap.Parse([]byte("beginbfrange " + strings.Repeat("<00000000> <ffffffff> <0041> ", 1000) + "endbfrange"))
	_, ok := huge.Text(5, 4)
	assert.True(t, ok)
	open := cmap.Parse([]byte("beginbfrange <02> <03> [<0041> endbfrange beginbfchar <01> <0042> endbfchar"))
	text, _ := open.Text(1, 1)
	assert.Equal(t, "B", text, "a section ends where it says so, whatever is open in it")
}

func TestEntryLimit(t *testing.T) {
	chars := func(n int) *cmap.CMap {
		return cmap.Parse([]byte("beginbfchar " + strings.Repeat("<02> <0042> ", n-1) + "<01> <0041> endbfchar"))
	}
	_, ok := chars(100_000).Text(1, 1)
	assert.True(t, ok)
	_, ok = chars(100_000+1).Text(1, 1)
	assert.False(t, ok)
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(unicodeMap))
	f.Add([]byte("begincidrange <00> <ffff> 4294967295 endcidrange"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := cmap.Parse(data)
		for s := []byte("\x00\x01\x81\x40\xff\xff\xff\xff"); len(s) > 0; {
			code, n := c.Next(s)
			if n < 1 || n > len(s) {
				t.Fatalf("length %d of %d", n, len(s))
			}
			c.Text(code, n)
			c.CID(code, n)
			s = s[n:]
		}
	})
}
