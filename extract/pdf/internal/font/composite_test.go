package font_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestWidthArrays goes by ISO 32000-2, 9.7.4.3: lists from a CID on, ranges of one
// width, the default for all others.
func TestWidthArrays(t *testing.T) {
	for _, c := range []struct {
		name, kid string
		want      map[string]float64
	}{
		{"none", "", map[string]float64{"\x00\x01": 1}},
		{"default", "/DW 500", map[string]float64{"\x00\x01": .5}},
		{"list", "/W[1[100 200 300]]", map[string]float64{"\x00\x00": 1, "\x00\x01": .1, "\x00\x03": .3, "\x00\x04": 1}},
		{"range", "/W[1 3 250]", map[string]float64{"\x00\x00": 1, "\x00\x01": .25, "\x00\x03": .25, "\x00\x04": 1}},
		{"both", "/W[1[100] 2 3 250 7[700]]/DW 0", map[string]float64{"\x00\x01": .1, "\x00\x02": .25, "\x00\x07": .7, "\x00\x08": 0}},
		{"a list before a range", "/W[1 5 250 2[100]]", map[string]float64{"\x00\x01": .25, "\x00\x02": .1}},
		{"by reference", "/W 20 0 R", map[string]float64{"\x00\x01": .1}},
		{"cut off", "/W[1[100] 2 3]", map[string]float64{"\x00\x01": .1, "\x00\x02": 1}},
		{"not numbers", "/W[1[(a) 200] /x /y /z]", map[string]float64{"\x00\x01": 1, "\x00\x02": .2}},
		{"range the wrong way", "/W[5 1 250]", map[string]float64{"\x00\x03": 1}},
		{"below zero", "/W[-3[100]]", map[string]float64{"\x00\x00": .1}},
		{"not an array", "/W 5", map[string]float64{"\x00\x01": 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := load(t, "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<<"+c.kid+">>]>>", "[1[100]]")
			for code, want := range c.want {
				g, n := f.Next([]byte(code))
				assert.Equal(t, 2, n)
				assert.InDelta(t, want, g.Width, 1e-9, "%q", code)
			}
		})
	}
}

// TestCodesOfComposites have as many bytes as the CMap says, also where a string
// ends within one.
func TestCodesOfComposites(t *testing.T) {
	const kid = "/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>>>]"
	for _, c := range []struct {
		name, encoding, in string
		lengths            []int
	}{
		{"identity", "/Identity-H", "\x00A\x00B", []int{2, 2}},
		{"half a code", "/Identity-H", "\x00A\x00", []int{2, 1}},
		{"Shift-JIS", "/90ms-RKSJ-H", "A\x82\xa0\xb1\x82", []int{1, 2, 1, 1}},
		{"GBK", "/GBK-EUC-V", "A\xd6\xd0", []int{1, 2}},
		{"JIS in seven bits", "/H", "\x24\x22\x24", []int{2, 1}},
		{"its own, of one to two bytes", " 20 0 R", "\x01\x81\x40\x02", []int{1, 2, 1}},
		{"its own, beyond its codes", " 20 0 R", "\xff\x01", []int{1, 1}},
		{"unknown name", "/None", "\x00A", []int{2}},
		{"none", " null", "\x00A", []int{2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := load(t, "<</Subtype/Type0/Encoding"+c.encoding+kid+">>", pdftest.Stream("", "begincodespacerange <00> <7f> <8140> <9ffc> endcodespacerange begincidrange <00> <7f> 1 <8140> <9ffc> 200 endcidrange"))
			var lengths []int
			for raw := []byte(c.in); len(raw) > 0; {
				_, n := f.Next(raw)
				lengths, raw = append(lengths, n), raw[n:]
			}
			assert.Equal(t, c.lengths, lengths)
		})
	}
}

// TestVerticalFonts are told by the name of the CMap, or by what it says.
func TestVerticalFonts(t *testing.T) {
	for encoding, want := range map[string]bool{"/Identity-V": true, "/Identity-H": false, "/V": true, "/H": false, "/UniJIS-UCS2-V": true, " 20 0 R": true, " 21 0 R": false} {
		f := load(t, "<</Subtype/Type0/Encoding"+encoding+"/DescendantFonts[<<>>]>>",
			pdftest.Stream("", "/WMode 1 def begincodespacerange <0000> <ffff> endcodespacerange"), pdftest.Stream("", "/WMode 0 def begincodespacerange <0000> <ffff> endcodespacerange"))
		assert.Equal(t, want, f.Vertical, encoding)
	}
}

// TestTextOfComposites comes from the first that knows it: the ToUnicode CMap, a
// predefined one, the character collection.
func TestTextOfComposites(t *testing.T) {
	for _, c := range []struct{ name, dict, in, want string }{
		{"CMap before the collection", "/Encoding/Identity-H/ToUnicode 20 0 R/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>>>]", "\x00\x01\x03\x4b", "xあ"},
		{"CMap that maps to nothing", "/Encoding/Identity-H/ToUnicode 21 0 R/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>>>]", "\x03\x4b", "あ"},
		{"ligature", "/Encoding/Identity-H/ToUnicode 22 0 R/DescendantFonts[<<>>]", "\x00\x02", "ffi"},
		{"beyond the first plane", "/Encoding/Identity-H/ToUnicode 22 0 R/DescendantFonts[<<>>]", "\x00\x03", "😀"},
		{"codes of one byte in the CMap", "/Encoding/Identity-H/ToUnicode 23 0 R/DescendantFonts[<<>>]", "\x00\x41", "x"},
		{"nobody knows", "/Encoding/Identity-H/DescendantFonts[<</CIDSystemInfo<</Ordering(Identity)>>>>]", "\x00\x41", "?"},
		{"no descendant", "/Encoding/Identity-H/ToUnicode 20 0 R", "\x00\x01", "x"},
	} {
		f := load(t, "<</Subtype/Type0"+c.dict+">>", pdftest.Stream("", "beginbfchar <0001> <0078> endbfchar"), pdftest.Stream("", "beginbfchar <034B> <> endbfchar"),
			pdftest.Stream("", "beginbfchar <0002> <006600660069> <0003> <D83DDE00> endbfchar"), pdftest.Stream("", "beginbfchar <41> <0078> endbfchar"))
		assert.Equal(t, c.want, decode(f, c.in), c.name)
	}
}

// TestLettersInOneByte: Latin letters and half-width kana in legacy encodings are half as wide as others.
func TestLettersInOneByte(t *testing.T) {
	for _, c := range []struct{ encoding, widths, half, full string }{
		{"90ms-RKSJ-H", "231 389 500", "A\xb1", "\x82\xa0"}, {"GBK-EUC-H", "814 908 500", "A ~", "\xd6\xd0"},
		{"ETen-B5-V", "13648 13742 500", "A ~", "\xa4\xa4"}, {"KSC-EUC-H", "8094 8190 500", "A ~", "\xb0\xa1"}, {"H", "231 389 500", "", "\x24\x22"},
	} {
		f := load(t, "<</Subtype/Type0/Encoding/"+c.encoding+"/DescendantFonts[<</W["+c.widths+"]>>]>>")
		for _, code := range []byte(c.half) {
			g, _ := f.Next([]byte{code})
			assert.InDelta(t, .5, g.Width, 1e-9, "%s %q", c.encoding, code)
		}
		g, _ := f.Next([]byte(c.full))
		assert.InDelta(t, 1, g.Width, 1e-9, "%s", c.encoding)
	}
}
