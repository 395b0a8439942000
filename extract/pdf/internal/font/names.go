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

// texList has the glyph names of TeX's mathematical fonts (Computer Modern, AMS, Euler) that the Adobe Glyph
// List does not have, each with its text.
//
//go:embed texnames.txt
var texList string

// glyphNames maps the names of both lists.
var glyphNames = sync.OnceValue(func() map[string]string {
	names := make(map[string]string, 4700)
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
	for line := range strings.Lines(texList) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), " ")
		names[name] = text
	}
	return names
})

// nameText returns the text of a glyph name by the rules of the Adobe Glyph List
// Specification: a suffix after "." is dropped, components are joined by "_",
// each is a listed name, uniXXXX… or uXXXX to uXXXXXX. Large forms of TeX have the name
// of the sign and a size behind it. "" means unknown.
func nameText(name string) string {
	if i := strings.IndexByte(name, '.'); i > 0 {
		name = name[:i]
	}
	names := glyphNames()
	if text := names[name]; text != "" || len(name) > 60 {
		return clean(text)
	}
	for _, size := range [...]string{"Bigg", "bigg", "Big", "big", "display", "text"} {
		if base, found := strings.CutSuffix(name, size); found && names[base] != "" {
			return names[base]
		}
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
