package font

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// simpleFont has codes of one byte.
type simpleFont struct {
	text    table
	byCode  [256]bool    // codes whose glyphs are named by them, as "a65" or "A" is
	widths  [256]float64 // in thousandths, -1 for none
	missing float64
	core    string // the standard font whose widths hold
}

func loadSimple(d *object.Doc, dict, descriptor object.Dict, f *Font) *simpleFont {
	s := &simpleFont{core: coreName(f.Name)}
	for i := range s.widths {
		s.widths[i] = -1
	}
	s.missing, _ = d.Num(descriptor["MissingWidth"])
	first := d.Int(dict["FirstChar"])
	for i, o := range d.Array(dict["Widths"]) {
		if w, ok := d.Num(o); ok && first+i >= 0 && first+i < 256 {
			s.widths[first+i] = w
		}
	}
	s.loadEncoding(d, d.Resolve(dict["Encoding"]), descriptor)
	if f.Type3 != nil && s.byCode['e'] && (s.byCode[','] || s.byCode['.']) && !s.isFixedPitch() {
		s.loadTeX()
	}
	return s
}

// minPitchLetters is the minimum number of small letters by which a font is of fixed pitch.
const minPitchLetters = 8

// isFixedPitch reports whether all small letters of the font are of one width.
func (s *simpleFont) isFixedPitch() bool {
	letters, width := 0, 0.0
	for code, text := range s.text {
		if len(text) != 1 || text[0] < 'a' || text[0] > 'z' || s.widths[code] <= 0 {
			continue
		}
		if letters > 0 && s.widths[code] != width {
			return false
		}
		width = s.widths[code]
		letters++
	}
	return letters >= minPitchLetters
}

// loadEncoding puts the text of the codes together: the base encoding, the encoding
// inside of the font program for symbolic fonts, and the differences.
func (s *simpleFont) loadEncoding(d *object.Doc, o object.Object, descriptor object.Dict) {
	base := d.Name(o)
	var differences object.Array
	if e := d.Dict(o); e != nil {
		base = d.Name(e["BaseEncoding"])
		differences = d.Array(e["Differences"])
	}
	s.text = s.base(d, base, descriptor, len(differences) > 0)
	code := 0
	for _, o := range differences {
		if n, ok := d.Num(o); ok {
			code = int(n)
			continue
		}
		if name := d.Name(o); name != "" && code >= 0 && code < 256 {
			isSign := len(name) == 1 && int(name[0]) == code
			if s.byCode[code] = isSign || name == "a"+strconv.Itoa(code); isSign && code < utf8.RuneSelf {
				s.text[code] = name
			} else if !s.byCode[code] {
				s.text[code] = differenceText(name, code, s.text[code])
			}
		}
		code++
	}
}

// The codes in which the encodings of TeX's text fonts differ from ASCII: OT1 from 11 on, and T1 (Cork) from 16 and from 128 on.
const (
	texOT1  = "ff fi fl ffi ffl ı ȷ ` ´ ˇ ˘ ¯ ˚ ¸ ß æ œ ø Æ Œ Ø"
	texT1   = "“ ” „ « » – — \u200c ‰ ı ȷ ff fi fl ffi ffl"
	texHigh = "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß"
)

// loadTeX gives the codes of a bitmap font of TeX, whose glyphs have no names, the text of its encoding: that is OT1 if the font has
// ligatures of it or dashes, but no code of T1 alone.
func (s *simpleFont) loadTeX() {
	from, texts := 16, strings.Fields(texT1)
	high := slices.Contains(s.byCode[128:], true)
	if !high && (slices.Contains(s.byCode[11:16], true) || !slices.Contains(s.byCode[16:32], true)) {
		from, texts = 11, strings.Fields(texOT1)
		s.text['"'], s.text['\\'], s.text['{'], s.text['|'], s.text[127] = "”", "“", "–", "—", "¨"
	}
	for i, text := range texts {
		s.text[from+i] = text
	}
	for i, r := range []rune(texHigh) {
		if high {
			s.text[128+i] = string(r)
		}
	}
}

// base returns the table that the differences change.
func (s *simpleFont) base(d *object.Doc, name string, descriptor object.Dict, differences bool) table {
	const symbolic = 1 << 2
	isSymbolic := d.Int(descriptor["Flags"])&symbolic != 0
	if t, known := encodings()[name]; known && strings.HasSuffix(name, "Encoding") {
		return t
	}
	if t, known := encodings()[s.core]; known { // Symbol and ZapfDingbats
		return t
	}
	if name == "" || isSymbolic {
		if p := loadProgram(d, descriptor); p.encoded {
			return p.text
		}
	}
	t := encodings()["StandardEncoding"]
	if s.core == "" && !(isSymbolic && differences) {
		win := encodings()["WinAnsiEncoding"]
		for code := range t {
			t[code] = cmp.Or(t[code], win[code])
		}
	}
	return t
}

// differenceText returns the text of a glyph name in Differences. A name that a
// program made from the code ("g65", "c65", "65", "a65" for 65) keeps the text before.
func differenceText(name string, code int, before string) string {
	if text := nameText(name); text != "" || name == ".notdef" {
		return text
	}
	digits := strings.TrimLeft(name, "gGcCaAxXuU#")
	switch n, err := strconv.Atoi(digits); {
	case err != nil:
	case n == code:
		return before
	case n >= ' ' && n < 0x7f && len(name) > len(digits):
		return string(rune(n))
	}
	return ""
}

func (s *simpleFont) glyph(f *Font, code uint32) Glyph {
	g := Glyph{Blank: code == ' ', Width: s.width(code) / 1000}
	if f.Type3 != nil {
		g.Width = s.width(code) * f.Scale
	}
	g.Text = f.mapped(code, 1)
	// Ghostscript takes such names for those of Zapf Dingbats
	if r, _ := utf8.DecodeRuneInString(g.Text); g.Text == "" || s.byCode[code] && r >= '←' && r <= '➿' {
		g.Text = s.text[code]
	}
	return g
}

func (s *simpleFont) width(code uint32) float64 {
	if w := s.widths[code]; w >= 0 {
		return w
	}
	if s.core != "" {
		for _, r := range s.text[code] {
			if w, ok := object.CoreWidth(s.core, r); ok {
				return w
			}
		}
	}
	switch {
	case s.missing > 0:
		return s.missing
	case s.core != "":
		return 500
	}
	return 0
}

// coreName returns the standard 14 font that a name means, "" for none.
func coreName(name string) string {
	n := strings.ToLower(strings.NewReplacer(" ", "", ",", "", "-", "", "PS", "", "MT", "", "New", "").Replace(name))
	style := ""
	if strings.Contains(n, "bold") {
		style = "Bold"
	}
	if strings.Contains(n, "italic") || strings.Contains(n, "oblique") {
		style += "Oblique"
	}
	switch {
	case strings.HasPrefix(n, "helvetica"), strings.HasPrefix(n, "arial"):
		return strings.TrimSuffix("Helvetica-"+style, "-")
	case strings.HasPrefix(n, "courier"):
		return strings.TrimSuffix("Courier-"+style, "-")
	case strings.HasPrefix(n, "times"):
		return "Times-" + cmp.Or(strings.Replace(style, "Oblique", "Italic", 1), "Roman")
	case n == "symbol":
		return "Symbol"
	case n == "zapfdingbats":
		return "ZapfDingbats"
	}
	return ""
}
