package font_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// TestLatinEncodings has codes from ISO 32000-2, annex D.2, in the three Latin
// encodings.
func TestLatinEncodings(t *testing.T) {
	fonts := map[string]*font.Font{}
	for _, name := range []string{"StandardEncoding", "MacRomanEncoding", "WinAnsiEncoding"} {
		fonts[name] = load(t, "<</Subtype/Type1/BaseFont/Helvetica/Encoding/"+name+">>")
	}
	for _, c := range []struct {
		text          string
		std, mac, win int // -1 where the encoding lacks the character
	}{
		{"A", 0o101, 0o101, 0o101}, {"Æ", 0o341, 0o256, 0o306}, {"Á", -1, 0o347, 0o301}, {"ß", 0o373, 0o247, 0o337},
		{"•", 0o267, 0o245, 0o225}, {"†", 0o262, 0o240, 0o206}, {"…", 0o274, 0o311, 0o205}, {"—", 0o320, 0o321, 0o227},
		{"–", 0o261, 0o320, 0o226}, {"ﬁ", 0o256, 0o336, -1}, {"ﬂ", 0o257, 0o337, -1}, {"⁄", 0o244, 0o332, -1},
		{"«", 0o253, 0o307, 0o253}, {"Ł", 0o350, -1, -1}, {"Œ", 0o352, 0o316, 0o214}, {"Š", -1, -1, 0o212},
		{"ı", 0o365, 0o365, -1}, {"“", 0o252, 0o322, 0o223}, {"’", 0o47, 0o325, 0o222}, {"‘", 0o140, 0o324, 0o221},
		{"'", 0o251, 0o47, 0o47}, {"`", 0o301, 0o140, 0o140}, {"ÿ", -1, 0o330, 0o377}, {"€", -1, -1, 0o200},
	} {
		for name, code := range map[string]int{"StandardEncoding": c.std, "MacRomanEncoding": c.mac, "WinAnsiEncoding": c.win} {
			if code >= 0 {
				assert.Equal(t, c.text, decode(fonts[name], string([]byte{byte(code)})), "%s %#o", name, code)
			}
		}
	}
	assert.Equal(t, " -", decode(fonts["WinAnsiEncoding"], "\xa0\xad"), "a no-break space is a blank, and a soft hyphen a hyphen")
	assert.Equal(t, "?", decode(fonts["StandardEncoding"], "\x80"))
	assert.Equal(t, "’", decode(load(t, "<</Subtype/Type1/BaseFont/Helvetica/Encoding/Identity-H>>"), "'"), "the standard one stands in for no encoding of simple fonts")
}

func TestSymbolEncodings(t *testing.T) {
	symbol, dingbats := load(t, "<</Subtype/Type1/BaseFont/Symbol>>"), load(t, "<</Subtype/Type1/BaseFont/ZapfDingbats>>")
	for code, want := range map[int]string{0o101: "Α", 0o141: "α", 0o127: "Ω", 0o160: "π", 0o245: "∞", 0o256: "→", 0o345: "∑", 0o326: "√", 0o271: "≠", 0o243: "≤"} {
		assert.Equal(t, want, decode(symbol, string([]byte{byte(code)})), "%#o", code)
	}
	for code, want := range map[int]string{0o41: "✁", 0o64: "✔", 0o110: "★", 0o154: "●", 0o156: "■", 0o254: "①", 0o324: "➔"} {
		assert.Equal(t, want, decode(dingbats, string([]byte{byte(code)})), "%#o", code)
	}
}

// TestDifferences change single codes of the base.
func TestDifferences(t *testing.T) {
	for _, c := range []struct{ name, encoding, in, want string }{
		{"on a named base", "<</BaseEncoding/MacRomanEncoding/Differences[65/B]>>", "A\x8e", "Bé"},
		{"on no base", "<</Differences[65/B]>>", "AC", "BC"},
		{"runs of names", "<</Differences[65/one/two 97/three]>>", "ABa", "123"},
		{"code out of range", "<</Differences[300/one 65/two]>>", "A", "2"},
		{"negative code", "<</Differences[-2/a/b/c]>>", "\x00", "c"},
		{"names alone", "<</Differences[/x/y]>>", "\x00\x01", "xy"},
		{"numbers between names", "<</Differences[65 66/B 70/F]>>", "BF", "BF"},
		{"unknown names", "<</Differences[65/foo/baz.alt]>>", "AB", "??"},
		{"names that are the sign of the code", "<</Differences[65/A 97/a]>>", "Aa", "Aa"},
		{"names made of codes", "<</Differences[65/g65/c66/C67]>>", "ABC", "ABC"},
		{"suffixes", "<</Differences[65/a.sc/one.oldstyle/f_f.liga]>>", "ABC", "a1ff"},
		{"not a name", "<</Differences[65(B)/C]>>", "AB", "AC"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, decode(load(t, "<</Subtype/Type1/BaseFont/X/Encoding"+c.encoding+">>"), c.in))
		})
	}
}

// TestToUnicode goes before the encoding, but for what it maps to nothing.
func TestToUnicode(t *testing.T) {
	for _, c := range []struct{ name, cmap, in, want string }{
		{"before the encoding", "beginbfchar <41> <0042> endbfchar", "AC", "BC"},
		{"codes written with two bytes", "beginbfchar <0041> <0042> endbfchar", "A", "B"},
		{"to nothing", "beginbfchar <41> <> endbfchar", "A", "A"},
		{"to a replacement character", "beginbfchar <41> <FFFD> endbfchar", "A", "A"},
		{"to a control", "beginbfchar <41> <0001> endbfchar", "A", "A"},
		{"to a byte order mark", "beginbfchar <41> <FEFF0042> endbfchar", "A", "B"},
		{"damaged", "beginbfchar <41", "A", "A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := load(t, "<</Subtype/Type1/BaseFont/X/Encoding/WinAnsiEncoding/ToUnicode 20 0 R>>", pdftest.Stream("", c.cmap))
			assert.Equal(t, c.want, decode(f, c.in))
		})
	}
}

// TestToUnicodeOfBitmaps: Ghostscript writes the signs of Zapf Dingbats for the names that bitmap fonts of TeX have.
func TestToUnicodeOfBitmaps(t *testing.T) {
	cmap := pdftest.Stream("", "beginbfchar <41> <2746> <6e> <2665> <2e> <0021> endbfchar")
	type3 := func(names string) string {
		return decode(load(t, "<</Subtype/Type3/Encoding<</Differences["+names+"]>>/ToUnicode 20 0 R>>", cmap), "An.")
	}
	assert.Equal(t, "An!", type3("46/a46 65/a65 101/a101 110/a110"))
	assert.Equal(t, "❆♥!", type3("46/dot 65/snow 110/heart"))
}

// TestLettersOfAProgram: names in Differences go before an encoding of the font program that lacks them.
func TestLettersOfAProgram(t *testing.T) {
	f := load(t, "<</Subtype/Type1/BaseFont/X/Encoding<</Differences[65/A 97/a/b]>>/FontDescriptor<</Flags 4/FontFile 20 0 R>>>>",
		pdftest.Stream("", "%!PS-AdobeFont\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 12 /fi put\nreadonly def"))
	assert.Equal(t, "Aabﬁ", decode(f, "Aab\x0c"))
}

// TestFontStyles are told by the name or the descriptor.
func TestFontStyles(t *testing.T) {
	type style struct{ bold, italic, mono bool }
	for dict, want := range map[string]style{
		"/BaseFont/Helvetica":                       {},
		"/BaseFont/Helvetica-BoldOblique":           {bold: true, italic: true},
		"/BaseFont/ABCDEF+TimesNewRomanPS-ItalicMT": {italic: true},
		"/BaseFont/CourierNew":                      {mono: true},
		"/BaseFont/Consolas-Bold":                   {bold: true, mono: true},
		"/BaseFont/Menlo-Regular":                   {mono: true},
		"/BaseFont/ABCDEF+Source-Code-Pro-Bold":     {bold: true, mono: true},
		"/BaseFont/Letter-Gothic-Std":               {mono: true},
		"/BaseFont/Inconsolatazi4-Regular":          {mono: true},
		"/BaseFont/NimbusMonL-Regu":                 {mono: true},
		"/BaseFont/X/Encoding/WinAnsiEncoding/FirstChar 97/Widths[600 600 600 600 600 600 600 600]": {mono: true},
		"/BaseFont/X/Encoding/WinAnsiEncoding/FirstChar 97/Widths[600 600 600 600 600 600 600]":     {},
		"/BaseFont/X/Encoding/WinAnsiEncoding/FirstChar 97/Widths[600 600 600 600 600 600 600 601]": {},
		"/BaseFont/Roboto-Black":                                  {bold: true},
		"/BaseFont/CMBX10":                                        {bold: true},
		"/BaseFont/CMTT10":                                        {mono: true},
		"/BaseFont/CMTI10":                                        {italic: true},
		"/BaseFont/ABCDEF+NimbusRomNo9L-ReguItal":                 {italic: true},
		"/BaseFont/ABCDEF+URWGothicL-DemiObli":                    {bold: true, italic: true},
		"/BaseFont/X/FontDescriptor<</FontWeight 700>>":           {bold: true},
		"/BaseFont/X/FontDescriptor<</FontWeight 500>>":           {},
		"/BaseFont/X/FontDescriptor<</Flags 262144>>":             {bold: true},
		"/BaseFont/X/FontDescriptor<</Flags 64>>":                 {italic: true},
		"/BaseFont/X/FontDescriptor<</Flags 1>>":                  {mono: true},
		"/BaseFont/X/FontDescriptor<</ItalicAngle -12/Flags 32>>": {},
	} {
		f := load(t, "<</Subtype/Type1"+dict+">>")
		assert.Equal(t, want, style{f.Bold, f.Italic, f.Mono}, dict)
	}
}

// TestCoreNames have the widths of the standard font that they mean, others none.
func TestCoreNames(t *testing.T) {
	helvetica, helveticaBold := [2]float64{.667, .722}, [2]float64{.722, .778} // of "A" and "w"
	times, timesItalic, timesBoldItalic := [2]float64{.722, .722}, [2]float64{.611, .667}, [2]float64{.667, .667}
	courier, signs := [2]float64{.6, .6}, [2]float64{1, 1}
	for name, want := range map[string][2]float64{
		"Helvetica": helvetica, "ArialMT": helvetica, "Arial,BoldItalic": helveticaBold, "Arial-BoldMT": helveticaBold,
		"TimesNewRoman": times, "TimesNewRomanPS-BoldItalicMT": timesBoldItalic, "Times-Italic": timesItalic,
		"CourierNewPSMT": courier, "Courier-Oblique": courier, "Symbol": signs, "ZapfDingbats": signs,
		"Georgia": {}, "SymbolMT2": {},
	} {
		f := load(t, "<</Subtype/Type1/BaseFont/"+name+">>")
		for i, code := range "Aw" {
			g, _ := f.Next([]byte{byte(code)})
			assert.InDelta(t, want[i], g.Width, 1e-9, "%q of %s", code, name)
		}
	}
}

// TestWidthsThatAreMissing come from the standard fonts or the descriptor.
func TestWidthsThatAreMissing(t *testing.T) {
	width := func(dict, s string) float64 {
		g, _ := load(t, "<<"+dict+">>").Next([]byte(s))
		return g.Width
	}
	assert.InDelta(t, .667, width("/Subtype/Type1/BaseFont/Helvetica", "A"), 1e-9)
	assert.InDelta(t, .6, width("/Subtype/Type1/BaseFont/Courier", "i"), 1e-9)
	assert.InDelta(t, .25, width("/Subtype/Type1/BaseFont/Times-Roman", " "), 1e-9)
	assert.InDelta(t, .9, width("/Subtype/Type1/BaseFont/Helvetica/FirstChar 65/Widths[900]", "A"), 1e-9)
	assert.InDelta(t, .3, width("/Subtype/Type1/BaseFont/X/FontDescriptor<</MissingWidth 300>>", "A"), 1e-9)
	assert.Zero(t, width("/Subtype/Type1/BaseFont/X", "A"))
	assert.Zero(t, width("/Subtype/Type1/BaseFont/X/FirstChar 250/Widths[1 2 3 4 5 6 7 8 9]", "A"), "widths beyond the last code")
}

// TestAnythingIsAFont that reads bytes at worst.
func TestAnythingIsAFont(t *testing.T) {
	for _, dict := range []string{"<<>>", "null", "5", "<</Subtype/Type0>>", "<</Subtype/Type3>>", "<</Subtype/Type0/DescendantFonts[5]/Encoding 5>>", "<</Subtype/Nothing/Encoding[1 2]/Widths 5>>"} {
		f := load(t, dict)
		_, n := f.Next([]byte("A"))
		assert.Equal(t, 1, n, dict)
	}
	assert.Equal(t, "Abc", decode(load(t, "<<>>"), "Abc"))
}

func TestBlanks(t *testing.T) {
	g, _ := load(t, "<<>>").Next([]byte(" "))
	assert.True(t, g.Blank)
	kid := "/DescendantFonts[<</CIDSystemInfo<</Ordering(Identity)>>>>]"
	g, n := load(t, "<</Subtype/Type0/Encoding/Identity-H"+kid+">>").Next([]byte("\x00 "))
	assert.Equal(t, 2, n)
	assert.False(t, g.Blank, "word spacing is for codes of one byte")
}

// TestExpertGlyphs are small capitals and old-style digits: they mean the plain characters.
func TestExpertGlyphs(t *testing.T) {
	for name, want := range map[string]string{
		"oneoldstyle": "1", "zerooldstyle": "0", "dollaroldstyle": "$", "centoldstyle": "¢", "ampersandsmall": "&", "Asmall": "a", "Zsmall": "z",
		"Aacutesmall": "á", "exclamdownsmall": "¡", "registersans": "\uf8e8", "onesuperior": "¹", "oneinferior": "₁",
	} {
		assert.Equal(t, want, named(t, name).Text, name)
	}
	f := load(t, "<</Subtype/Type1/BaseFont/X/ToUnicode 20 0 R>>", pdftest.Stream("", "beginbfchar <41> <F731> <42> <F761> <43> <F7E9> <44> <F720> <45> <F8FF> endbfchar"))
	assert.Equal(t, "1aé\uf720\uf8ff", decode(f, "ABCDE"))
}

// TestWideCodes are those of UTF-16 and UTF-32.
func TestWideCodes(t *testing.T) {
	const kid = "/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>>>]"
	for _, c := range []struct{ cmap, in, want string }{
		{"UniJIS-UTF32-H", "\x00\x00\x30\x42\x00\x01\xf6\x00", "あ😀"},
		{"UniJIS2004-UTF32-V", "\x00\x00\x30\x42", "あ"},
		{"UniJIS-UTF16-H", "\x30\x42\xd8\x3d\xde\x00", "あ😀"},
		{"UniJIS-UCS2-H", "\x30\x42\x00\x41", "あA"},
		{"UniJIS-UTF16-H", "\xd8\x3d", "?"},
	} {
		f := load(t, "<</Subtype/Type0/Encoding/"+c.cmap+kid+">>")
		assert.Equal(t, c.want, decode(f, c.in), c.cmap)
		assert.Equal(t, c.cmap[len(c.cmap)-1] == 'V', f.Vertical)
	}
}
