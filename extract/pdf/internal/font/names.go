package font

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"
)

// glyphList is the Adobe Glyph List, with its licence.
//
//go:embed glyphlist.txt
var glyphList string

// glyphNames maps the names of the Adobe Glyph List.
var glyphNames = sync.OnceValue(func() map[string]string {
	names := make(map[string]string, 4300)
	for line := range strings.Lines(glyphList) {
		name, codes, found := strings.Cut(strings.TrimSpace(line), ";")
		if !found {
			continue // a comment
		}
		var b strings.Builder
		for code := range strings.FieldsSeq(codes) {
			if n, err := strconv.ParseUint(code, 16, 32); err == nil {
				b.WriteRune(rune(n))
			}
		}
		names[name] = b.String()
	}
	return names
})

// texList has the glyph names of TeX's mathematical fonts (Computer Modern, AMS, Euler) that the Adobe Glyph
// List does not have, each with its text, and for those that hang below their base line how deep, in ems.
//
//go:embed texnames.txt
var texList string

type texGlyph struct {
	text  string
	depth float32
}

var texNames = sync.OnceValue(func() map[string]texGlyph {
	names := map[string]texGlyph{}
	for line := range strings.Lines(texList) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		text, deep, _ := strings.Cut(text, " ")
		depth, _ := strconv.ParseFloat(deep, 32) // 0 for none
		names[name] = texGlyph{text, float32(depth)}
	}
	return names
})

// texText returns the text of a glyph of TeX's fonts, "" for an unknown name. Large
// forms have the name of the sign and a size behind it.
func texText(name string) string {
	if glyph, ok := texNames()[name]; ok {
		return glyph.text
	}
	base, _ := hangingSize(name)
	if glyph, ok := texNames()[base]; ok {
		return glyph.text
	}
	return glyphNames()[base]
}

// hangingSize returns the sign that a name of the font of large signs is of, and how
// deep below its base line that hangs, in ems (The TeXbook, appendix F). base is ""
// for any other name.
func hangingSize(name string) (base string, depth float32) {
	for _, s := range [...]struct {
		suffix string
		depth  float32
	}{{"Bigg", 2.96}, {"bigg", 2.36}, {"Big", 1.76}, {"big", 1.16}, {"integraldisplay", 2.22}, {"integraltext", 1.11}, {"display", 1.4}, {"text", 1}} {
		if base, found := strings.CutSuffix(name, s.suffix); found {
			if strings.HasPrefix(s.suffix, "integral") {
				base += "integral"
			}
			return base, s.depth
		}
	}
	return "", 0
}

// nameText returns the text of a glyph name by the rules of the Adobe Glyph List
// Specification: a suffix after "." is dropped, components are joined by "_",
// each is a listed name, uniXXXX… or uXXXX to uXXXXXX. "" means unknown.
func nameText(name string) string {
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	if text, ok := glyphNames()[name]; ok {
		return expertText(name, text)
	}
	if text := texText(name); text != "" || len(name) > 60 {
		return text
	}
	var b strings.Builder
	if strings.IndexByte(name, '_') > 0 {
		for part := range strings.SplitSeq(name, "_") {
			b.WriteString(nameText(part))
		}
		return b.String()
	}
	if digits, ok := strings.CutPrefix(name, "uni"); ok && len(digits) >= 4 && len(digits)%4 == 0 {
		for i := 0; i < len(digits); i += 4 {
			b.WriteString(hexRune(digits[i : i+4]))
		}
		return b.String()
	}
	if digits, ok := strings.CutPrefix(name, "u"); ok && len(digits) >= 4 && len(digits) <= 6 {
		return hexRune(digits)
	}
	return ""
}

func hexRune(digits string) string {
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || !utf8.ValidRune(rune(n)) || n < ' ' {
		return ""
	}
	return string(rune(n))
}

// expertText returns the text of a listed name. Small capitals, old-style digits
// and signs above and below the line have characters of Adobe's private use,
// which mean the plain ones.
func expertText(name, text string) string {
	if r, _ := utf8.DecodeRuneInString(text); r < 0xf600 || r > 0xf8ff {
		return text
	}
	for _, suffix := range [...]string{"small", "oldstyle", "superior", "inferior", "fitted"} {
		if base, found := strings.CutSuffix(name, suffix); found {
			switch plain := nameText(base); {
			case plain == "":
			case suffix == "small":
				return strings.ToLower(plain)
			default:
				return plain
			}
		}
	}
	if tex := texText(name); tex != "" {
		return tex
	}
	return clean(text)
}
