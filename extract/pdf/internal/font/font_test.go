package font_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// load reads a font dictionary that may refer to the objects 20 and up.
func load(t testing.TB, dict string, objects ...string) *font.Font {
	t.Helper()
	f := pdftest.New("").With(12, dict)
	for i, o := range objects {
		f.With(20+i, o)
	}
	d, err := object.Open(t.Context(), f.With(1, "<</Type/Catalog/Pages 2 0 R/F 12 0 R>>").Bytes())
	require.NoError(t, err)
	return font.Load(d, d.Dict(d.Catalog()["F"]))
}

// decode returns the text of a string, codes without text as "?".
func decode(f *font.Font, s string) string {
	var b strings.Builder
	for raw := []byte(s); len(raw) > 0; {
		g, n := f.Next(raw)
		raw = raw[n:]
		if g.Text == "" {
			g.Text = "?"
		}
		b.WriteString(g.Text)
	}
	return b.String()
}

// named returns the glyph of a name in a font of mathematical signs.
func named(t *testing.T, name string) font.Glyph {
	t.Helper()
	g, _ := load(t, "<</Subtype/Type1/BaseFont/CMEX10/Encoding<</Differences[1/"+name+"]>>>>").Next([]byte{1})
	return g
}

// collectionText returns the text of a CID of a character collection.
func collectionText(t *testing.T, ordering string, cid uint32) string {
	t.Helper()
	f := load(t, "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</CIDSystemInfo<</Ordering("+ordering+")>>>>]>>")
	g, _ := f.Next([]byte{byte(cid >> 8), byte(cid)})
	return g.Text
}

// program returns a font of a subtype with a font program.
func program(t *testing.T, subtype, key string, data []byte) *font.Font {
	t.Helper()
	if subtype == "Type0" {
		return load(t, "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</FontDescriptor<</"+key+" 20 0 R>>>>]>>", pdftest.Stream("", string(data)))
	}
	return load(t, "<</Subtype/"+subtype+"/BaseFont/X/FontDescriptor<</Flags 4/"+key+" 20 0 R>>>>", pdftest.Stream("", string(data)))
}

func TestSimpleFonts(t *testing.T) {
	tests := []struct{ name, dict, in, want string }{
		{"win", "<</Subtype/TrueType/BaseFont/X/Encoding/WinAnsiEncoding>>", "A\x80\x93\xe9\x81", "A€“é•"},
		{"mac", "<</Subtype/TrueType/BaseFont/X/Encoding/MacRomanEncoding>>", "A\x8e", "Aé"},
		{"standard", "<</Subtype/Type1/BaseFont/Times-Roman>>", "A'`\xae\xaf\xfb", "A’‘ﬁﬂß"},
		{"symbol", "<</Subtype/Type1/BaseFont/Symbol>>", "abW\xa5\xb3", "αβΩ∞≥"},
		{"dingbats", "<</Subtype/Type1/BaseFont/ZapfDingbats>>", "4l\xa8\xac", "✔●♣①"},
		{"differences", "<</Subtype/Type1/BaseFont/X/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/eacute/f_i/uni20AC/u1F600/a.alt 70/.notdef/g71/nothing]>>>>", "ABCDEFGH", "éfi€😀a?G?"},
		{"to unicode", "<</Subtype/Type1/BaseFont/X/ToUnicode 20 0 R>>", "AB", "x y"},
		{"bitmaps of TeX in OT1", "<</Subtype/Type3/Encoding<</Differences[12/a12 34/a34 44/a44 92/a92 101/a101 123/a123]>>>>", "\\\x0ce,\"{", "“fie,”–"},
		{"bitmaps of TeX in T1", "<</Subtype/Type3/Encoding<</Differences[16/a16 21/a21 28/a28 46/a46 101/a101 161/a161 255/a255]>>>>", "\x10\x1ce\xff\xa1.\x15", "“fießą.–"},
		{"bitmaps of TeX by characters", "<</Subtype/Type3/Encoding<</Differences[11/#0b 44/,/-/. 101/e]>>>>", "\x0be,.", "ffe,."},
		{"signs that are no text", "<</Subtype/Type3/Encoding<</Differences[12/a12 101/a101]>>>>", "e\x0c", "e?"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := load(t, tt.dict, pdftest.Stream("", "beginbfchar <41> <00780020> <0042> <0079> endbfchar"))
			assert.Equal(t, tt.want, decode(f, tt.in))
		})
	}
}

func TestWidths(t *testing.T) {
	f := load(t, "<</Subtype/Type1/BaseFont/ABCDEF+Some-BoldItalic/FirstChar 65/Widths[500 600]/FontDescriptor<</MissingWidth 250/Flags 1>>>>")
	assert.Equal(t, "Some-BoldItalic", f.Name)
	assert.True(t, f.Bold && f.Italic && f.Mono)
	for s, want := range map[string]float64{"A": 0.5, "B": 0.6, "C": 0.25} {
		g, _ := f.Next([]byte(s))
		assert.Equal(t, want, g.Width, s)
	}
	core := load(t, "<</Subtype/Type1/BaseFont/Arial,Bold>>")
	g, _ := core.Next([]byte("A"))
	assert.Equal(t, 0.722, g.Width, "the width of Helvetica-Bold")
	three := load(t, "<</Subtype/Type3/FontMatrix[0.01 0 0 0.01 0 0]/FirstChar 65/Widths[50]/Encoding<</Differences[65/A]>>>>")
	g, _ = three.Next([]byte("A"))
	assert.Equal(t, 0.5, g.Width)
}

func TestCompositeFonts(t *testing.T) {
	kid := "/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>/DW 900/W[1[500 600] 10 20 300]>>]"
	tests := []struct{ name, dict, in, want string }{
		{"to unicode", "<</Subtype/Type0/Encoding/Identity-H/ToUnicode 20 0 R" + kid + ">>", "\x00\x01\x00\x02", "ab"},
		{"named identity", "<</Subtype/Type0/Encoding/Identity-H/ToUnicode/Identity-H" + kid + ">>", "\x00A\x30\x42", "Aあ"},
		{"shift-jis", "<</Subtype/Type0/Encoding/90ms-RKSJ-H" + kid + ">>", "A\x82\xa0\xb1", "Aあｱ"},
		{"euc-jp", "<</Subtype/Type0/Encoding/EUC-H" + kid + ">>", "\xa4\xa2", "あ"},
		{"jis", "<</Subtype/Type0/Encoding/H" + kid + ">>", "\x24\x22", "あ"},
		{"gbk", "<</Subtype/Type0/Encoding/GBK-EUC-H" + kid + ">>", "\xd6\xd0", "中"},
		{"big5", "<</Subtype/Type0/Encoding/ETen-B5-V" + kid + ">>", "\xa4\xa4", "中"},
		{"korean", "<</Subtype/Type0/Encoding/KSCms-UHC-H" + kid + ">>", "\xb0\xa1", "가"},
		{"ucs2", "<</Subtype/Type0/Encoding/UniJIS-UCS2-H" + kid + ">>", "\x30\x42", "あ"},
		{"utf16", "<</Subtype/Type0/Encoding/UniJIS-UTF16-H" + kid + ">>", "\xd8\x3d\xde\x00\x00A", "😀A"},
		{"embedded", "<</Subtype/Type0/Encoding 21 0 R/ToUnicode 20 0 R" + kid + ">>", "\x01\x02", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := load(t, tt.dict, pdftest.Stream("", "beginbfchar <0001> <0061> <0002> <0062> endbfchar"),
				pdftest.Stream("", "begincodespacerange <00> <ff> endcodespacerange begincidrange <00> <ff> 0 endcidrange"))
			assert.Equal(t, tt.want, decode(f, tt.in))
		})
	}
	f := load(t, tests[0].dict)
	for s, want := range map[string]float64{"\x00\x01": 0.5, "\x00\x02": 0.6, "\x00\x0f": 0.3, "\x00\xff": 0.9} {
		g, _ := f.Next([]byte(s))
		assert.Equal(t, want, g.Width, "%q", s)
	}
	assert.True(t, load(t, "<</Subtype/Type0/Encoding/V"+kid+">>").Vertical)
}

func TestCollections(t *testing.T) {
	for _, tt := range []struct {
		ordering string
		cid      uint32
		want     string
	}{{"Japan1", 843, "あ"}, {"Japan1", 34, "A"}, {"GB1", 34, "A"}, {"CNS1", 595, "一"}, {"Korea1", 1086, "가"}, {"Identity", 34, ""}, {"Japan1", 0xffff, ""}, {"GB1", 0, ""}} {
		assert.Equal(t, tt.want, collectionText(t, tt.ordering, tt.cid), "%s %d", tt.ordering, tt.cid)
	}
	f := load(t, "<</Subtype/Type0/Encoding/Identity-H/DescendantFonts[<</CIDSystemInfo<</Ordering(Japan1)>>>>]>>")
	assert.Equal(t, "あ", decode(f, "\x03\x4b"))
}

func TestNameText(t *testing.T) {
	for name, want := range map[string]string{"Aacute": "Á", "afii10017": "А", "f_f_i": "ffi", "uni00410042": "AB", "u20AC": "€", "a.sc": "a",
		"uniD800": "", "u110000": "", "none_such": "", "uni004": ""} {
		assert.Equal(t, want, named(t, name).Text, name)
	}
}

func TestType1Encoding(t *testing.T) {
	own := program(t, "Type1", "FontFile", []byte("%!PS-AdobeFont\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 12 /fi put\ndup 65/A put\nreadonly def\ndup 66 /B put eexec"))
	assert.Equal(t, "ﬁA?", decode(own, "\x0cAB"))
	standard := program(t, "Type1", "FontFile", []byte("/Encoding StandardEncoding def"))
	assert.Equal(t, "’", decode(standard, "'"))
	none := program(t, "Type1", "FontFile", []byte("%!PS"))
	assert.Equal(t, "AB", decode(none, "AB"))
}

// sfntFile makes a font program of tables.
func sfntFile(tables map[string][]byte) []byte {
	head := []byte{0, 1, 0, 0, 0, byte(len(tables)), 0, 0, 0, 0, 0, 0}
	var body []byte
	for _, tag := range []string{"cmap", "post"} {
		if data, ok := tables[tag]; ok {
			head = append(head, tag...)
			head = binary.BigEndian.AppendUint32(head, 0)
			head = binary.BigEndian.AppendUint32(head, uint32(12+16*len(tables)+len(body)))
			head = binary.BigEndian.AppendUint32(head, uint32(len(data)))
			body = append(body, data...)
		}
	}
	return append(head, body...)
}

// words makes big-endian bytes.
func words(values ...int) []byte {
	var b []byte
	for _, v := range values {
		b = binary.BigEndian.AppendUint16(b, uint16(v))
	}
	return b
}

func TestTrueType(t *testing.T) {
	unicodeCmap := append(words(0, 1, 3, 1, 0, 12), words(4, 32, 0, 4, 0, 0, 0, 0x42, 0xffff, 0, 0x41, 0xffff, -0x40, 1, 0, 0)...)
	glyphs := program(t, "Type0", "FontFile2", sfntFile(map[string][]byte{"cmap": unicodeCmap}))
	assert.Equal(t, "AB?", decode(glyphs, "\x00\x01\x00\x02\x00\x03"))

	symbolCmap := append(words(0, 1, 3, 0, 0, 12), words(6, 14, 0, 0xf041, 2, 3, 4)...)
	post := append(append(words(2, 0), make([]byte, 28)...), words(5, 0, 0, 0, 258, 36)...)
	post = append(post, "\x06eacute"...)
	symbols := program(t, "TrueType", "FontFile2", sfntFile(map[string][]byte{"cmap": symbolCmap, "post": post}))
	assert.Equal(t, "éA", decode(symbols, "AB"))
	assert.Equal(t, "AB", decode(program(t, "TrueType", "FontFile2", []byte("none")), "AB"))
}

// cffProgram makes a CFF program of two glyphs: "A" and the own name "eacute".
func cffProgram() []byte {
	index := func(objects ...string) []byte {
		b := words(len(objects))
		b = append(b, 1, 1)
		at := 1
		for _, o := range objects {
			at += len(o)
			b = append(b, byte(at))
		}
		return append(b, strings.Join(objects, "")...)
	}
	head := []byte{1, 0, 4, 1}
	names := index("F")
	own := index("eacute")
	// the offsets of charset, encoding and glyphs have a fixed width in the dictionary
	dictLength := 3 * 6
	start := len(head) + len(names) + 5 + dictLength + len(own) + 2
	charset := append([]byte{0}, words(34, 391)...)
	encoding := []byte{0, 2, 'a', 'b'}
	offset := func(v, operator int) string {
		return string([]byte{29, byte(v >> 24), byte(v >> 16), byte(v >> 8), byte(v), byte(operator)})
	}
	top := index(offset(start, 15) + offset(start+len(charset), 16) + offset(start+len(charset)+len(encoding), 17))
	out := append(append(append(head, names...), top...), own...)
	out = append(out, 0, 0) // no global subroutines
	out = append(append(out, charset...), encoding...)
	return append(out, index("x", "y", "z")...)
}

func TestProgramsOfFonts(t *testing.T) {
	f := load(t, "<</Subtype/Type1/BaseFont/X/FontDescriptor<</Flags 4/FontFile3 20 0 R>>>>", pdftest.Stream("", string(cffProgram())))
	assert.Equal(t, "Aé", decode(f, "ab"))
	kid := "/DescendantFonts[<</FontDescriptor<</FontFile3 20 0 R>>/CIDToGIDMap 21 0 R>>]"
	f = load(t, "<</Subtype/Type0/Encoding/Identity-H"+kid+">>", pdftest.Stream("", string(cffProgram())), pdftest.Stream("", "\x00\x00\x00\x02\x00\x01"))
	assert.Equal(t, "éA", decode(f, "\x00\x01\x00\x02"))
	assert.Equal(t, "Aé?", decode(program(t, "Type0", "FontFile3", cffProgram()), "\x00\x01\x00\x02\x00\x03"))
	broken := []byte{1, 0, 4, 1}
	assert.Equal(t, "ab", decode(program(t, "Type1", "FontFile3", broken), "ab"))
	assert.Equal(t, "?", decode(program(t, "Type0", "FontFile3", broken), "\x00\x01"))
}

func FuzzPrograms(f *testing.F) {
	f.Add(cffProgram())
	f.Add([]byte("%!PS\n/Encoding 256 array dup 65 /A put def"))
	f.Add(sfntFile(map[string][]byte{"cmap": append(words(0, 1, 3, 1, 0, 12), words(12, 0, 0, 28, 0, 0, 0, 1, 0, 65, 0, 70, 0, 1)...), "post": words(2, 0)}))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, subtype := range []string{"Type1", "TrueType", "Type0"} {
			f := program(t, subtype, "FontFile", data)
			for raw := []byte("\x00\x01A\xff"); len(raw) > 0; {
				g, n := f.Next(raw)
				if n < 1 || n > len(raw) || !utf8.ValidString(g.Text) {
					t.Fatalf("%q is %d bytes long and %q", raw, n, g.Text)
				}
				raw = raw[n:]
			}
		}
	})
}

func TestBoldByName(t *testing.T) {
	for name, bold := range map[string]bool{"NimbusRomNo9L-Medi": true, "ABCDEF+NimbusRomNo9L-MediItal": true, "HelveticaNeue-Medium": false, "Media": false} {
		assert.Equal(t, bold, load(t, "<</Subtype/Type1/BaseFont/"+name+">>").Bold, name)
	}
}

// TestSignsOfTeX have names that no list has.
func TestSignsOfTeX(t *testing.T) {
	for name, want := range map[string]string{"summationdisplay": "∑", "integraltext": "∫", "parenleftBigg": "(", "bracelefttp": "⎧", "lessmuch": "≪",
		"negationslash": "\u0338", "contextual": "", "display": "", "big": ""} {
		assert.Equal(t, want, named(t, name).Text, name)
	}
}

func TestIsMathFont(t *testing.T) {
	for name, want := range map[string]bool{"cmmi10": true, "cambriamath": true, "stixmath-regular": true, "CMMI10": true, "cmr10": false, "times-roman": false} {
		assert.Equal(t, want, load(t, "<</Subtype/Type1/BaseFont/"+name+">>").Math, name)
	}
}

// TestBitmapsOfTeX have an em of a hundred units or so.
func TestBitmapsOfTeX(t *testing.T) {
	em := func(box string) float64 {
		return load(t, "<</Subtype/Type3/FontMatrix[0.012 0 0 0.012 0 0]/FontBBox["+box+"]/FirstChar 12/Widths[50]>>").Em
	}
	assert.Equal(t, 1.0, em("5 -15 78 53"))
	assert.Equal(t, 1.0, em("5 5 36 37"), "a bullet is as large as the text beside it")
	assert.InDelta(t, 1.2, em("0 0 0 0"), 0.01)
}

// TestSigns are those of fonts that Word embeds with codes of the private area; one without an equivalent stays as it is.
func TestSigns(t *testing.T) {
	for name, want := range map[string]string{"ABCDEF+Wingdings-Regular": "✔☐\uf024", "SymbolMT": "⎫♦∃", "Wingdings2": "\uf0fc\uf0a8\uf024", "Lund": "\uf0fc\uf0a8\uf024"} {
		f := load(t, "<</Subtype/TrueType/BaseFont/"+name+"/ToUnicode 20 0 R>>", pdftest.Stream("", "beginbfchar <41> <F0FC> <42> <F0A8> <43> <F024> endbfchar"))
		assert.Equal(t, want, decode(f, "ABC"), name)
	}
}
