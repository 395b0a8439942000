package font

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/symbolfont"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/cmap"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// Glyph is the glyph of one code, as the font decodes it.
type Glyph struct {
	// Text is the Unicode text, "" if it can't be known.
	Text string
	// Width is the advance in ems (in glyph space of a Type 3 font).
	Width float64
	// Blank reports a single-byte code 32, to which word spacing applies.
	Blank bool
}

// Font decodes strings. It is not safe for concurrent use.
type Font struct {
	// Name is the base name without the tag of a subset.
	Name string
	// Bold, Italic and Mono come from the name and the descriptor of the font.
	Bold, Italic, Mono bool
	// Math reports a font of mathematical signs and variables, by its name.
	Math bool
	// Formula reports text that package formula made of several glyphs.
	Formula bool
	// Vertical reports vertical writing.
	Vertical bool
	// Type3 is the dictionary of a Type 3 font, nil for others, Scale the
	// horizontal scale of its glyph space, and Em about how large an em is against the size of the text.
	Type3     object.Dict
	Scale, Em float64

	toUnicode *cmap.CMap
	simple    *simpleFont
	composite *compositeFont
	cache     map[uint32]Glyph
}

// Load reads a font dictionary. It returns a usable font for anything, one that
// reads codes as WinAnsi at worst.
func Load(d *object.Doc, dict object.Dict) *Font {
	f := &Font{Scale: 1, cache: map[uint32]Glyph{}}
	f.Name = object.FontName(d.Name(dict["BaseFont"]))
	f.Math = containsAny(strings.ToLower(f.Name), "math", "cmmi", "cmsy", "cmex", "cmbsy", "msam", "msbm", "eufm", "eufb", "eusm", "eusb", "eurm", "euex", "rsfs",
		"mtmi", "mtsy", "mtex", "mt-extra", "txmi", "txsy", "txex", "pxmi", "pxsy", "pxex", "mnsymbol", "stmary", "esint", "bbm", "dsrom", "lasy", "wasy")
	f.toUnicode = cmap.Parse(d.Data(dict["ToUnicode"]))
	descriptor := d.Dict(dict["FontDescriptor"])
	switch d.Name(dict["Subtype"]) {
	case "Type0":
		f.composite = loadComposite(d, dict, f)
		descriptor = d.Dict(descendant(d, dict)["FontDescriptor"])
	case "Type3":
		f.Type3 = dict
		if m := d.Array(dict["FontMatrix"]); len(m) == 6 {
			if a, ok := d.Num(m[0]); ok && a != 0 && math.Abs(a) < 1000 {
				f.Scale = math.Abs(a)
			}
		}
		f.Em = 1
		if box, _ := d.Rect(dict["FontBBox"]); f.Scale <= 0.0005 || f.Scale >= 0.002 { // glyph space is not a thousandth of an em
			height := (box.Y1 - box.Y0) * f.Scale // of its glyphs, of which the only one may be a bullet
			if isLow := height < 0.4 && (f.Scale <= 0.0005 || height == 0); isLow || height > 1.6 {
				f.Em = min(max(f.Scale*100, 0.1), 10) // TeX has ems of 1/Scale
			}
		}
		fallthrough
	default:
		f.simple = loadSimple(d, dict, descriptor, f)
	}
	const fixedPitch, italic, forceBold = 1 << 0, 1 << 6, 1 << 18
	flags := d.Int(descriptor["Flags"])
	name := strings.ToLower(f.Name)
	f.Mono = flags&fixedPitch != 0 ||
		containsAny(strings.ReplaceAll(name, "-", ""), "courier", "mono", "consol", "typewriter", "cmtt", "menlo", "monaco", "lettergothic", "sourcecode", "firacode", "cascadia", "iosevka", "inconsolata", "nimbusmon") ||
		f.simple != nil && !f.Math && f.simple.isFixedPitch()
	f.Italic = flags&italic != 0 || containsAny(name, "italic", "oblique", "cmti", "-it", "slanted") ||
		strings.HasSuffix(name, "ital") || strings.HasSuffix(name, "obli")
	weight, _ := d.Num(descriptor["FontWeight"])
	f.Bold = flags&forceBold != 0 || weight >= 600 || containsAny(name, "bold", "black", "heavy", "demi", "cmbx", "cmb1") ||
		strings.HasSuffix(name, "-medi") || strings.Contains(name, "-mediital")
	return f
}

func containsAny(s string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(s, p) })
}

// Next decodes the code at the head of s, which must not be empty, and returns
// its length.
func (f *Font) Next(s []byte) (g Glyph, n int) {
	code, n := uint32(s[0]), 1
	if f.composite != nil {
		code, n = f.composite.next(s)
	}
	key := code | uint32(n)<<28
	g, known := f.cache[key]
	if known {
		return g, n
	}
	if f.composite != nil {
		g = f.composite.glyph(f, code, n)
	} else {
		g = f.simple.glyph(f, code)
	}
	if r, _ := utf8.DecodeRuneInString(g.Text); r >= 0xF020 && r <= 0xF0FF { // of a font of signs, as Word writes them
		g.Text = cmp.Or(symbolfont.Text(f.Name, g.Text), g.Text)
	}
	f.cache[key] = g
	return g, n
}

// mapped returns the text of a code by the ToUnicode CMap, "" for none. Some CMaps write the
// codes with another length than the font has.
func (f *Font) mapped(code uint32, n int) string {
	for _, length := range [...]int{n, 2, 1} {
		if text, ok := f.toUnicode.Text(code, length); ok {
			return clean(text)
		}
	}
	return ""
}

// clean drops what fonts map glyphs without a meaning to, and makes plain
// characters of those of Adobe's private use for small capitals and old-style
// digits: Latin-1 from U+F700 on.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFD || r == 0xFFFE || r == 0xFFFF || r == 0xFEFF:
			return -1
		case r >= 0xf721 && r <= 0xf77e || r >= 0xf7a1 && r <= 0xf7ff:
			return r - 0xf700
		}
		return r
	}, text)
}
