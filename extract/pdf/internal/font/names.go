package font

import (
	"cmp"
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
// List does not have, each with its text.
//
//go:embed texnames.txt
var texList string

var texNames = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for line := range strings.Lines(texList) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		names[name] = text
	}
	return names
})

// texText returns the text of a glyph of TeX's fonts, "" for an unknown name. Large
// forms have the name of the sign and a size behind it.
func texText(name string) string {
	if text, ok := texNames()[name]; ok {
		return text
	}
	for _, size := range [...]string{"Bigg", "bigg", "Big", "big", "display", "text"} {
		if base, found := strings.CutSuffix(name, size); found {
			return cmp.Or(texNames()[base], glyphNames()[base])
		}
	}
	return ""
}

// nameText returns the text of a glyph name by the rules of the Adobe Glyph List
// Specification: a suffix after "." is dropped, components are joined by "_",
// each is a listed name, uniXXXX… or uXXXX to uXXXXXX. "" means unknown.
func nameText(name string) string {
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	if text := cmp.Or(texNames()[name], glyphNames()[name]); text != "" {
		return clean(text)
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
